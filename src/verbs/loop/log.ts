/** What happened in a loop: its iterations, and what was printed in one of them. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { plain } from '../../loop-rules/output.js'
import type { LoopState } from '../../loop-rules/state.js'
import { openRepo } from '../../store/git/repo.js'
import { findLoop, readOutput } from '../../store/loop/loop-files.js'
import { recoverLoops } from './recover.js'

export interface LoopOutput {
  /** `prompt`, `agent`, `verify`, or a criterion's name. */
  what: string
  text: string
}

export interface LoopLog {
  loop: LoopState
  /** Of the iteration asked for. */
  outputs: LoopOutput[]
}

export async function loopLog(env: Env, options: { id?: string; iteration?: number } = {}): Promise<LoopLog> {
  await recoverLoops(env)
  const repo = await openRepo(env)
  const loop = findLoop(repo, options.id)
  const { iteration } = options
  if (iteration === undefined) return { loop, outputs: [] }
  const known =
    iteration === 0 ||
    loop.current?.iteration === iteration ||
    loop.iterations.some(({ number }) => number === iteration)
  if (!known) throw new RalphError('bad-usage', `${loop.id} has no iteration ${iteration}`)
  const names = ['prompt', 'agent', ...loop.criteria.map(({ name }) => name), 'verify', 'judge']
  const outputs = names.map((what) => ({ what, text: plain(readOutput(repo, loop.id, iteration, what)) }))
  return { loop, outputs: outputs.filter(({ text }) => text !== '') }
}
