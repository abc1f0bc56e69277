/** A loop while it runs: its state, which is written to disk at every step, and whom to tell. */
import type { Env } from '../env.js'
import type { LoopState, Phase, ProcessRef } from '../loop-rules/state.js'
import { withoutLocalVariables } from '../store/git/git.js'
import type { Repo } from '../store/git/repo.js'
import { renewClaim } from '../store/loop/claim.js'
import { writeLoop } from '../store/loop/loop-files.js'
import type { Tell } from '../loop-rules/events.js'
import type { Interrupt } from './interrupt.js'

export interface Run {
  /** In the work tree of the loop. */
  env: Env
  repo: Repo
  state: LoopState
  tell: Tell
  interrupt: Interrupt
  /** Asks the user what the next iteration should know. */
  askFeedback?(): Promise<string | undefined>
}

export function change(run: Run, changes: Partial<LoopState>): void {
  run.state = { ...run.state, ...changes }
  writeLoop(run.repo, run.state)
}

export function enter(
  run: Run,
  phase: Phase,
  changes: { iteration?: number; snapshot?: string; what?: string } = {},
): void {
  const { what, ...rest } = changes
  const before = run.state.current
  const startedAt = phase === 'snapshot' || !before ? run.env.now().toISOString() : before.startedAt
  const { child: _, cookie: _cookie, ...kept } = before ?? { iteration: 0 }
  change(run, { current: { ...kept, ...rest, phase, startedAt } })
  renewClaim(run.repo, run.state.id)
  const { iteration } = run.state.current!
  run.tell({
    event: 'phase',
    iteration,
    phase,
    elapsedMs: elapsedMs(run),
    ...(what !== undefined && { what }),
  })
}

export function noteChild(run: Run, child: ProcessRef, cookie: string): void {
  change(run, { current: { ...run.state.current!, child, cookie } })
}

/** Over all sittings. */
export function elapsedMs({ env, state }: Run): number {
  return state.spentMs + Math.max(0, env.now().getTime() - Date.parse(state.sittingAt))
}

export function remainingMs(run: Run): number {
  return Math.max(0, run.state.limits.maxDurationMs - elapsedMs(run))
}

/** A child's time: its own limit, and never more than the loop has left. */
export function timeFor(run: Run, ownMs: number): number {
  return Math.max(1, Math.min(ownMs === 0 ? Infinity : ownMs, remainingMs(run)))
}

/** By which agents know their own session: a loop that an agent starts runs others than that one. */
const SESSION_VARIABLES =
  /^(?:CLAUDECODE|CLAUDE_CODE_(?:SESSION_ID|ENTRYPOINT|SSE_PORT)|CODEX_(?:SESSION|THREAD)_ID|GEMINI_CLI|OPENCODE|AI_AGENT)$/

/** What children are told: hooks and memories that they write link to the loop. */
export function childVars({ env, state }: Run): Record<string, string | undefined> {
  const iteration = state.current?.iteration ?? 0
  const inherited = Object.entries(withoutLocalVariables(env.vars)).filter(
    ([name]) => !SESSION_VARIABLES.test(name),
  )
  return {
    ...Object.fromEntries(inherited),
    RALPH_LOOP: state.id,
    RALPH_ITERATION: String(iteration),
    RALPH_SESSION: sessionOf(state.id, iteration),
  }
}

export const sessionOf = (loop: string, iteration: number): string => `${loop}.${iteration}`

export function drawCookie({ env }: Run): string {
  return Array.from(env.random(12), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
