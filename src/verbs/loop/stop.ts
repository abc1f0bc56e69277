/** Stop a loop that runs in another terminal: it is asked to, and ends its iteration as with Ctrl+C. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Env } from '../../env.js'
import type { LoopState } from '../../loop-rules/state.js'
import { openRepo } from '../../store/git/repo.js'
import { findLoop, listLoops, readLoop, requestStop } from '../../store/loop/loop-files.js'
import { recoverLoops } from './recover.js'

export interface StoppedLoop {
  loop: LoopState
  /** `ended`: it had before; `asked`: it goes on for now. */
  outcome: 'stopped' | 'ended' | 'asked'
}

const WAIT_MS = { finish: 20_000, now: 10_000 }

export async function loopStop(env: Env, options: { id?: string; now?: boolean } = {}): Promise<StoppedLoop> {
  await recoverLoops(env)
  const repo = await openRepo(env)
  const running = listLoops(repo).filter(({ status }) => status === 'running')
  const here = running.find(({ workTree }) => workTree === repo.workTree)
  // Nobody means a loop that has ended while another one runs.
  const only = running.length === 1 ? running[0] : undefined
  const loop = findLoop(repo, options.id ?? (here ?? only)?.id)
  if (loop.status !== 'running') return { loop, outcome: 'ended' }
  const how = options.now ? 'now' : 'finish'
  requestStop(repo, loop.id, how)
  for (const until = Date.now() + WAIT_MS[how]; Date.now() < until; await sleep(50)) {
    const now = readLoop(repo, loop.id)
    if (now && now.status !== 'running') return { loop: now, outcome: 'stopped' }
  }
  return { loop, outcome: 'asked' }
}
