/** Writes an iteration down: into the journal, and into the state of the loop. */
import { agentCommand } from '../loop-rules/agent.js'
import type { IterationRecord } from '../loop-rules/state.js'
import { dropOldOutputs } from '../store/loop/loop-files.js'
import { journalAdd } from '../verbs/journal-add.js'
import { journalIdOf } from '../verbs/loop/recover.js'
import { change, enter, type Run } from './run-state.js'

const LONGEST_NOTES = 16_000

/** The journal first: an iteration that the state knows is one that the journal has. */
export async function keepIteration(
  run: Run,
  record: IterationRecord,
  notes: string | undefined,
  feedback: string | undefined,
): Promise<void> {
  const { env, repo, state, tell } = run
  enter(run, 'journal')
  const told = [
    notes?.slice(0, LONGEST_NOTES),
    record.outcome === 'interrupted' ? undefined : record.failure,
    feedback && `The user said: ${feedback.slice(0, LONGEST_NOTES)}`,
  ]
  const { parked } = await journalAdd(env, {
    id: journalIdOf(state.id, record.number),
    run: state.id,
    iteration: record.number,
    outcome: record.outcome,
    durationSecs: record.durationMs / 1000,
    costUsd: record.costUsd,
    files: record.files,
    agent: agentCommand(state.agent).name,
    ...(record.model !== undefined && { model: record.model }),
    notes: told.filter(Boolean).join('\n\n'),
    redact: true,
  })
  if (parked) tell({ event: 'warning', message: `the journal is busy: the entry waits on ${parked}` })
  change(run, { iterations: [...run.state.iterations, record] })
  dropOldOutputs(repo, state.id, record.number)
  const { number, outcome, verdict, durationMs, files, tokens, costUsd, failure } = record
  tell({
    event: 'iteration',
    iteration: number,
    outcome,
    ...(verdict && { verdict }),
    durationMs,
    files,
    ...(tokens !== undefined && { tokens }),
    costUsd,
    ...(failure !== undefined && { failure }),
  })
}
