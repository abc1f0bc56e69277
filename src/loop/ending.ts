/** When a loop ends, and why. */
import { findStall, judge, type Verdict } from '../loop-rules/progress.js'
import { renderDuration } from '../loop-rules/duration.js'
import { costOf, type EndReason, type IterationRecord, resultsBefore } from '../loop-rules/state.js'
import { outputFile, writeOutput } from '../store/loop/loop-files.js'
import type { AgentAnswer } from './agent-run.js'
import { runChild } from './child.js'
import { childVars, drawCookie, elapsedMs, noteChild, type Run, timeFor } from './run-state.js'

export interface End {
  reason: EndReason
  detail: string
}

/** Whether the iteration was progress. Nothing that was not checked is judged. */
export async function judgeIteration(run: Run, record: IterationRecord): Promise<{ verdict?: Verdict }> {
  const { state } = run
  if (record.results.length === 0 || record.results.every(({ passed }) => passed)) return {}
  if (state.judge !== undefined) return { verdict: await askJudge(run, state.judge, record) }
  const earlier = state.iterations.filter(
    ({ number, results }) => number >= state.judgedFrom && results.length > 0,
  )
  const first = resultsBefore(state, state.judgedFrom)
  return { verdict: judge(record, { first, earlier }) }
}

/** A command of the user's: it reads the iteration as JSON, and its exit code 0 means progress. */
async function askJudge(run: Run, command: string, record: IterationRecord): Promise<Verdict> {
  const cookie = drawCookie(run)
  const end = await runChild(['/bin/sh', '-c', command], {
    cwd: run.state.workTree,
    vars: childVars(run),
    cookie,
    input: JSON.stringify({ loop: run.state.id, goal: run.state.goal, ...record }),
    timeoutMs: timeFor(run, 60_000),
    interrupt: run.interrupt,
    onStart: (child) => noteChild(run, child, cookie),
  })
  writeOutput(outputFile(run.repo, run.state.id, record.number, 'judge'), end.all)
  return end.exitCode === 0 && !end.timedOut ? 'better' : 'stuck'
}

/** After an iteration, of which the state does not know yet. */
export function decideEnd(run: Run, record: IterationRecord, { end }: AgentAnswer): End | undefined {
  const { state } = run
  if (end.missing) return { reason: 'agent-missing', detail: `cannot run '${state.agent}': ${end.missing}` }
  if (record.failure === undefined)
    return { reason: 'criteria-met', detail: `success after ${iterations(record.number)}` }
  return (
    askedToEnd(run) ??
    limitReached(run, record.number, costOf(state) + record.costUsd) ??
    stallAfter(run, record)
  )
}

const iterations = (n: number): string => (n === 1 ? '1 iteration' : `${n} iterations`)

function stallAfter({ state }: Run, record: IterationRecord): End | undefined {
  const judged = [...state.iterations.filter(({ number }) => number >= state.judgedFrom), record]
  // An iteration that could not be judged was no progress either.
  const verdicts = judged.map(({ verdict }) => verdict ?? 'unchanged')
  const detail = findStall(verdicts, state.limits.noProgress)
  return detail === undefined ? undefined : { reason: 'no-progress', detail }
}

export function askedToEnd({ interrupt }: Run): End | undefined {
  if (interrupt.urgency === 0) return undefined
  return interrupt.from === 'command'
    ? { reason: 'stopped', detail: 'stopped by another command' }
    : { reason: 'interrupted', detail: 'interrupted' }
}

/** `done` is the number of the last iteration. */
export function limitReached(run: Run, done: number, cost: number): End | undefined {
  const { maxIterations, maxDurationMs, maxCostUsd } = run.state.limits
  if (done >= maxIterations)
    return {
      reason: 'max-iterations',
      detail: `not reached after ${iterations(done)}, the most there may be`,
    }
  if (elapsedMs(run) >= maxDurationMs)
    return { reason: 'max-duration', detail: `not reached in ${renderDuration(maxDurationMs)}` }
  if (maxCostUsd > 0 && cost >= maxCostUsd)
    return {
      reason: 'max-cost',
      detail: `not reached for $${cost.toFixed(2)}, of at most $${maxCostUsd.toFixed(2)}`,
    }
  return undefined
}
