/** Loops as they stand: one, or all of them. A loop that was killed is noticed here. */
import type { Env } from '../../env.js'
import type { LoopState } from '../../loop-rules/state.js'
import { openRepo } from '../../store/git/repo.js'
import { findLoop, listLoops } from '../../store/loop/loop-files.js'
import { recoverLoops } from './recover.js'

/** The loop named, or the newest of this work tree. */
export async function loopStatus(env: Env, id?: string): Promise<LoopState> {
  await recoverLoops(env)
  return findLoop(await openRepo(env), id)
}

/** Newest first. */
export async function loopList(env: Env): Promise<LoopState[]> {
  await recoverLoops(env)
  return listLoops(await openRepo(env))
}
