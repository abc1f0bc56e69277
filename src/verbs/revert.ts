/** Revert: take back what commits of a line did, as a merge with whatever was done since. The commits stay in the history. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { idOfPath } from '../memory/id.js'
import type { Memory, MemoryId } from '../memory/memory.js'
import { objectsOf } from '../store/git/objects.js'
import type { Oid, Repo } from '../store/git/repo.js'
import { commitOf } from '../store/git/revision.js'
import { diffCommits } from '../store/git/tree.js'
import { appendToLine, subjectOf } from '../store/line/append.js'
import { changedMemories, type LineState } from '../store/line/line-state.js'
import { reapply } from '../store/line/reapply.js'
import { openWorkspace, renderAfterWrite } from '../store/workspace.js'

export interface Reverted {
  branch: string
  /** False when all of it was taken back before. */
  changed: boolean
  /** The memories as they are now. */
  memories: Memory[]
  /** Those that are gone from the line. */
  forgotten: MemoryId[]
  parked?: string
  warnings: string[]
}

export async function revert(
  env: Env,
  revisions: readonly string[],
  options: { line?: string } = {},
): Promise<Reverted> {
  const workspace = await openWorkspace(env, options)
  const { repo, view, warnings } = workspace
  const commits = await Promise.all(revisions.map((revision) => commitOnLine(repo, revision, view.tip)))
  const told = { memories: new Map<MemoryId, Memory>(), forgotten: new Set<MemoryId>() }
  let changed = false
  let parked: string | undefined
  for (const commit of commits) {
    const undone = await takeBack(repo, view.branch, commit)
    changed ||= undone.changed
    parked ??= undone.parked
    for (const { id, after } of undone.answer) {
      told.memories.delete(id)
      told.forgotten.delete(id)
      if (after) told.memories.set(id, after)
      else told.forgotten.add(id)
    }
  }
  await renderAfterWrite(workspace)
  return {
    branch: view.branch,
    changed,
    memories: [...told.memories.values()],
    forgotten: [...told.forgotten],
    ...(parked && { parked }),
    warnings,
  }
}

async function commitOnLine(repo: Repo, revision: string, tip: Oid | undefined): Promise<Oid> {
  const commit = await commitOf(repo, revision)
  const onLine =
    tip !== undefined && (await repo.tryGit(['merge-base', '--is-ancestor', commit, tip])).code === 0
  if (onLine) return commit
  throw new RalphError('bad-usage', `'${revision}' is no commit of this line`, {
    hint: 'run `git ralph log` to see them',
  })
}

async function takeBack(repo: Repo, branch: string, commit: Oid) {
  const { parents, message } = await objectsOf(repo).readCommit(commit)
  // Of a merge: what it brought to the line.
  const made = await changedMemories(repo, parents[0], commit)
  return appendToLine(repo, branch, async (state) => {
    const { changes } = await reapply(state, made.after, made.before)
    const files = await otherFiles(repo, state, parents[0], commit)
    const subject = subjectOf('revert', message.split('\n', 1)[0]!)
    return { changes, files, subject, answer: changes }
  })
}

/** Articles and the like, as they were before; one that was changed since is left to a person. */
async function otherFiles(
  repo: Repo,
  state: LineState,
  before: Oid | undefined,
  after: Oid,
): Promise<Map<string, string | undefined>> {
  const objects = objectsOf(repo)
  const textOf = async (blob: Oid | undefined) => blob && (await objects.readBlob(blob)).toString('utf8')
  const files = new Map<string, string | undefined>()
  for (const one of await diffCommits(objects, before, after)) {
    if (idOfPath(one.path)) continue
    const [was, made, now] = [
      await textOf(one.before),
      await textOf(one.after),
      await state.readFile(one.path),
    ]
    if (now === was) continue
    if (now !== made)
      throw new RalphError('merge-conflict', `'${one.path}' has changed since`, {
        hint: 'change it by hand: `git ralph know edit` does',
      })
    files.set(one.path, was)
  }
  return files
}
