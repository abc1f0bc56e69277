/** Whether an iteration reached the goal, and what the journal calls it. */
import type { IterationRecord } from '../loop-rules/state.js'
import { describeFailure } from '../loop-rules/task-text.js'
import type { Outcome } from '../memory/journal.js'
import type { AgentAnswer } from './agent-run.js'
import type { End } from './ending.js'
import type { Run } from './run-state.js'
import { verify } from './verify.js'

interface Judged {
  failure?: string
  /** The second agent did not agree. */
  rejected: boolean
  costUsd: number
}

/** Why the iteration does not count as success; a program that fails does not, whatever the checks say. */
export async function judgeSuccess(run: Run, draft: IterationRecord, { end }: AgentAnswer): Promise<Judged> {
  const { state } = run
  const said = (failure: string): Judged => ({ failure, rejected: false, costUsd: draft.costUsd })
  if (end.missing) return said(`cannot run the agent: ${end.missing}`)
  if (run.interrupt.urgency > 0) return said('interrupted')
  const failing = describeFailure(state.criteria, draft.results)
  const agent = end.timedOut
    ? 'the agent took too long and was stopped'
    : end.exitCode === 0
      ? ''
      : `the agent ended with ${end.exitCode === null ? 'a signal' : `exit code ${end.exitCode}`}`
  const failure = [agent, failing].filter(Boolean).join('\n')
  if (failure !== '') return said(failure)
  if (draft.results.length < state.criteria.length) return said('not everything could be checked')
  if (state.verify === undefined) return { rejected: false, costUsd: draft.costUsd }
  const { accepted, reason, costUsd } = await verify(run, state.verify, draft.number, draft.tree)
  return {
    ...(!accepted && { failure: `all checks pass, but the goal is not reached: ${reason}` }),
    rejected: !accepted,
    costUsd: draft.costUsd + costUsd,
  }
}

export function outcomeOf(
  run: Run,
  record: IterationRecord,
  end: End | undefined,
  rejected: boolean,
): Outcome {
  if (record.failure === undefined) return 'done'
  if (run.interrupt.urgency > 0) return 'interrupted'
  if (rejected) return 'retried'
  if (record.agent.timedOut || record.agent.exitCode !== 0) return 'blocked'
  return end ? 'failed' : 'retried'
}
