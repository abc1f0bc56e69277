/** Stale: the memories whose code has changed or gone since they were anchored in it. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { type AnchorState, STATES, type Verdict } from '../memory/anchor-verdict.js'
import { createAnchor, rangeOf } from '../memory/anchor.js'
import type { Anchor, Memory } from '../memory/memory.js'
import type { LineChange } from '../memory/merge-text.js'
import { renderTime } from '../memory/text.js'
import { changesAround } from '../store/anchors/changes-around.js'
import { blobIdOf, readWorkFile } from '../store/anchors/code-files.js'
import { judgeAnchors } from '../store/anchors/verdicts.js'
import { useSnapshot } from '../store/index/snapshot.js'
import { appendToLine } from '../store/line/append.js'
import { headCommit } from '../store/line/line.js'
import { reapply } from '../store/line/reapply.js'
import type { Provenance } from '../store/line/written-by.js'
import type { Oid, Repo } from '../store/git/repo.js'
import { commitOf } from '../store/git/revision.js'
import { openWorkspace, renderAfterWrite, type Workspace } from '../store/workspace.js'
import { provenanceFor } from './provenance.js'

export interface StaleOptions {
  /** Judge by the code of this revision instead of the work tree. */
  rev?: string
  /** Re-anchor what has only moved. */
  fix?: boolean
  line?: string
  /** Say who wrote each, and on which code. */
  provenance?: boolean
}

export interface JudgedAnchor {
  anchor: Anchor
  verdict: Verdict
  /** For one that has changed: how, as far as git still has the old text. */
  changes?: LineChange[]
}

export interface JudgedMemory {
  memory: Memory
  /** The worst of its anchors. */
  state: AnchorState
  anchors: JudgedAnchor[]
}

export interface Stale {
  /** What is not fresh, the worst first. */
  stale: JudgedMemory[]
  /** How many memories have anchors at all. */
  anchored: number
  /** Memories that were re-anchored. */
  fixed: number
  branch: string
  /** Where it was asked for. */
  provenance?: Map<Memory, Provenance>
  warnings: string[]
}

export async function stale(env: Env, options: StaleOptions = {}): Promise<Stale> {
  if (options.fix && options.rev !== undefined)
    throw new RalphError('bad-usage', '--fix and --rev do not go together')
  const workspace = await openWorkspace(env, options)
  const { repo, view } = workspace
  const revision = options.rev === undefined ? undefined : await commitOf(repo, options.rev)
  const blobs = await useSnapshot(
    repo,
    view.tip,
    (snapshot) =>
      new Map(
        snapshot
          .entries()
          .filter(({ memory }) => memory.anchors !== undefined)
          .map(({ memory, blob }) => [memory, blob]),
      ),
  )
  const memories = [...blobs.keys()]
  const judged = (await judgeMemories(repo, memories, revision)).filter(({ state }) => state !== 'fresh')
  const fixed = options.fix ? await fix(workspace, judged) : new Set<Memory>()
  const left = judged.filter(({ memory }) => !fixed.has(memory))
  return {
    stale: await Promise.all(left.toSorted(byState).map((one) => withChanges(repo, one, revision))),
    anchored: memories.length,
    fixed: fixed.size,
    branch: view.branch,
    ...(options.provenance && {
      provenance: await provenanceFor(
        repo,
        view.tip,
        left.map(({ memory }) => [memory, blobs.get(memory)!]),
      ),
    }),
    warnings: workspace.warnings,
  }
}

/** Those of the memories that have anchors, judged by the work tree or a revision. */
export async function judgeMemories(
  repo: Repo,
  memories: readonly Memory[],
  revision?: Oid,
): Promise<JudgedMemory[]> {
  const anchored = memories.filter(({ anchors }) => anchors?.length)
  if (anchored.length === 0) return []
  const all = anchored.flatMap(({ anchors }) => anchors!)
  const verdicts = await judgeAnchors(repo, all, { revision, head: await headCommit(repo) })
  return anchored.map((memory) => {
    const anchors = memory.anchors!.map((anchor) => ({ anchor, verdict: verdicts.get(anchor)! }))
    return { memory, state: worst(anchors), anchors }
  })
}

function worst(anchors: readonly JudgedAnchor[]): AnchorState {
  return STATES[Math.max(...anchors.map(({ verdict }) => STATES.indexOf(verdict.state)))]!
}

const byState = (a: JudgedMemory, b: JudgedMemory): number =>
  STATES.indexOf(b.state) - STATES.indexOf(a.state)

export async function withChanges(
  repo: Repo,
  judged: JudgedMemory,
  revision: Oid | undefined,
): Promise<JudgedMemory> {
  const anchors = await Promise.all(
    judged.anchors.map(async (one) => {
      if (one.verdict.state !== 'changed') return one
      const changes = await changesAround(repo, one.anchor, one.verdict.path, revision)
      return changes === undefined ? one : { ...one, changes }
    }),
  )
  return { ...judged, anchors }
}

/** Those of which every anchor is fresh or has moved get anchors where their code is now, in one commit. */
async function fix({ repo, view, ...workspace }: Workspace, judged: JudgedMemory[]): Promise<Set<Memory>> {
  const moved = judged.filter(({ state }) => state === 'moved')
  if (moved.length === 0) return new Set()
  const updated = renderTime(repo.env.now())
  const before = new Map(moved.map(({ memory }) => [memory.id, memory]))
  const after = new Map(
    moved.map(({ memory, anchors }) => [
      memory.id,
      { ...memory, updated, anchors: anchors.map((one) => reAnchor(repo, one)) },
    ]),
  )
  await appendToLine(repo, view.branch, async (state) => ({
    ...(await reapply(state, before, after)),
    subject: `re-anchor ${moved.length === 1 ? moved[0]!.memory.id : `${moved.length} memories`}`,
    answer: undefined,
  }))
  await renderAfterWrite({ repo, view, ...workspace })
  return new Set(moved.map(({ memory }) => memory))
}

function reAnchor(repo: Repo, { anchor, verdict }: JudgedAnchor): Anchor {
  const path = verdict.path ?? anchor.path
  const range = rangeOf({ lines: verdict.lines ?? anchor.lines })
  const content = readWorkFile(repo, path)
  if (verdict.state !== 'moved' || content === undefined) return anchor
  return createAnchor({ path, ...(range && { range }) }, blobIdOf(content), content.toString('utf8'))
}
