/** What an iteration teaches: what the agent marked is stored, and what was repaired is proposed. */
import { RalphError } from '../errors.js'
import type { CriterionResult } from '../loop-rules/criterion.js'
import { lessonOf } from '../loop-rules/lesson.js'
import type { IterationRecord } from '../loop-rules/state.js'
import { titleOf } from '../memory/memory.js'
import { redactSecrets } from '../memory/secrets.js'
import { propose } from '../verbs/inbox/propose.js'
import { ingest } from '../verbs/ingest.js'
import { type Run, sessionOf } from './run-state.js'

/** Stores memories and articles; the journal is written once the outcome is known. Answers their titles. */
export function learn(run: Run, said: string, agent: string): Promise<string[]> {
  const { env, state, tell } = run
  const iteration = state.current!.iteration
  return onTheSide(run, [], async () => {
    const vars = { ...env.vars, RALPH_AGENT: agent, RALPH_SESSION: sessionOf(state.id, iteration) }
    const { memories, articles, skipped, warnings } = await ingest({ ...env, vars }, said)
    for (const message of warnings) tell({ event: 'warning', message })
    for (const { kind, line, reason } of skipped)
      if (kind !== 'journal')
        tell({ event: 'warning', message: `<${kind}> in line ${line} was skipped: ${reason}` })
    const titles = [
      ...memories.filter(({ outcome }) => outcome !== 'known').map(({ memory }) => titleOf(memory)),
      ...articles.filter(({ outcome }) => outcome !== 'known').map(({ article }) => article.title),
    ]
    if (titles.length > 0) tell({ event: 'learnt', iteration, titles })
    return titles
  })
}

/** Criteria that failed before the iteration and pass after it. */
export async function proposeLessons(
  run: Run,
  record: IterationRecord,
  before: readonly CriterionResult[],
  outputs: ReadonlyMap<string, string>,
  notes: string | undefined,
): Promise<void> {
  const { env, state, tell } = run
  const lessons = state.criteria.flatMap((criterion) => {
    const then = before.find(({ name }) => name === criterion.name)
    const now = record.results.find(({ name }) => name === criterion.name)
    if (criterion.type === 'marker' || !then || then.passed || !now?.passed) return []
    const output = outputs.get(criterion.name) ?? ''
    const { number: iteration, files } = record
    const lesson = lessonOf({
      loop: state.id,
      iteration,
      criterion,
      before: then,
      output,
      files,
      ...(notes !== undefined && { notes }),
    })
    return lesson ? [{ ...lesson, body: redactSecrets(lesson.body).text }] : []
  })
  if (lessons.length === 0) return
  const { added } = await onTheSide(run, { added: 0, left: 0 }, () => propose(env, lessons))
  if (added > 0) for (const { body } of lessons) tell({ event: 'proposed', iteration: record.number, body })
}

/** What a verb could not do on the side is told, and does not end a loop. */
async function onTheSide<T>(run: Run, otherwise: T, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    run.tell({ event: 'warning', message: error.message })
    return otherwise
  }
}
