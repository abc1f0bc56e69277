/** Roll back: the work tree as it was before an iteration. What it is now is kept first, so that this can be undone. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import type { LoopState } from '../../loop-rules/state.js'
import { headCommit } from '../../store/line/line.js'
import { readRef } from '../../store/git/refs.js'
import { openRepo, type Repo } from '../../store/git/repo.js'
import { claimWorkTree, releaseWorkTree } from '../../store/loop/claim.js'
import { findLoop, readLoop, writeLoop } from '../../store/loop/loop-files.js'
import { filesBetween, restoreTree, snapshotRef, takeSnapshot, treeOf } from '../../store/loop/snapshot.js'
import { recoverLoops } from './recover.js'

export interface RolledBack {
  loop: LoopState
  /** `before iteration 3`, or `undone`. */
  to: string
  files: string[]
  /** Repositories inside the work tree, which are never removed. */
  left: string[]
  /** Set when commits were made since: HEAD stays where it is. */
  headThen?: string
}

export interface RollbackOptions {
  id?: string
  /** @default the last one */
  iteration?: number
  /** Takes back the last rollback instead. */
  undo?: boolean
}

export async function loopRollback(env: Env, options: RollbackOptions = {}): Promise<RolledBack> {
  await recoverLoops(env)
  const repo = await openRepo(env)
  const loop = findLoop(repo, options.id)
  if (loop.workTree !== repo.workTree)
    throw new RalphError('bad-usage', `${loop.id} ran in another work tree`, {
      hint: `cd '${loop.workTree}'`,
    })
  const holder = claimWorkTree(repo, loop.id)
  if (holder)
    throw new RalphError('bad-usage', `${holder.loop} is running in this work tree`, {
      hint: 'git ralph loop stop',
    })
  try {
    return await rollBack(repo, loop, options)
  } finally {
    releaseWorkTree(repo, loop.id)
  }
}

async function rollBack(repo: Repo, loop: LoopState, options: RollbackOptions): Promise<RolledBack> {
  const { name, to } = targetOf(loop, options)
  const commit = await readRef(repo, snapshotRef(loop.id, name))
  if (commit === undefined)
    throw new RalphError('bad-usage', `there is no snapshot of ${loop.id} ${to}`, {
      hint: 'run `git ralph loop log` to see its iterations',
    })
  const rollbacks = loop.rollbacks + 1
  const before = await takeSnapshot(repo, loop.id, `undo-${rollbacks}`)
  const state = { ...(readLoop(repo, loop.id) ?? loop), rollbacks }
  writeLoop(repo, state)
  const tree = await treeOf(repo, commit)
  const { left } = await restoreTree(repo, tree)
  const [head, [headThen]] = [await headCommit(repo), await parentsOf(repo, commit)]
  return {
    loop: state,
    to,
    files: await filesBetween(repo, before.tree, tree),
    left,
    ...(headThen !== undefined && headThen !== head && { headThen }),
  }
}

function targetOf(loop: LoopState, { iteration, undo }: RollbackOptions): { name: string; to: string } {
  if (undo) {
    if (loop.rollbacks === 0) throw new RalphError('bad-usage', `${loop.id} was never rolled back`)
    return { name: `undo-${loop.rollbacks}`, to: 'before the last rollback' }
  }
  const number = iteration ?? loop.iterations.at(-1)?.number
  if (number === undefined) throw new RalphError('bad-usage', `${loop.id} has no iteration to roll back to`)
  return { name: String(number), to: `before iteration ${number}` }
}

async function parentsOf(repo: Repo, commit: string): Promise<string[]> {
  const { stdout } = await repo.tryGit(['rev-list', '--parents', '-n', '1', commit])
  return stdout.toString('utf8').trim().split(' ').slice(1)
}
