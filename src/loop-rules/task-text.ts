/** WHAT the agent is told of its task: the goal, what counts as success, and what failed last time. Pure. */
import { boundTokens } from '../briefing/fit.js'
import { type Criterion, type CriterionResult, describeResult, labelOf } from './criterion.js'
import { headAndTail } from './output.js'

export interface TaskText {
  goal: string
  iteration: number
  maxIterations: number
  criteria: readonly Criterion[]
  /** What they said last; none before the first check. */
  results: readonly CriterionResult[]
  /** By the criterion's name: what a failing command printed. */
  outputs: ReadonlyMap<string, string>
  /** Most tokens for all outputs together. */
  outputBudget: number
}

export function renderTask(task: TaskText): string {
  const { goal, iteration, maxIterations, criteria, results } = task
  return [
    `## Goal\n\n${goal.trim()}\n`,
    `This is iteration ${iteration} of at most ${maxIterations}. Work on this goal alone, in the current directory, and end when you have done what you can: you will be called again if it is not enough.\n`,
    `## Success Criteria\n\nThe goal is reached when all of these pass. They are checked after you end; do not weaken them.\n`,
    ...criteria.map((criterion) =>
      renderCriterion(
        criterion,
        results.find(({ name }) => name === criterion.name),
      ),
    ),
    ...renderOutputs(task),
  ].join('\n')
}

function renderCriterion(criterion: Criterion, result: CriterionResult | undefined): string {
  const state =
    result === undefined ? '' : result.passed ? ': passes now' : `: fails now (${describeResult(result)})`
  if (criterion.type === 'marker')
    return `- marker: once the goal is reached, and only then, end with a line that has nothing but ${criterion.marker}\n`
  const exit = criterion.expectedExitCode === 0 ? '' : ` (exit code ${criterion.expectedExitCode})`
  return `- ${criterion.type === 'custom' ? 'custom' : criterion.name}: \`${criterion.command}\`${exit}${state}\n`
}

/** Output comes from tools that print what they like: it is fenced, and the fence is longer than any in it. */
function renderOutputs({ criteria, results, outputs, outputBudget }: TaskText): string[] {
  const failing = criteria.filter(
    ({ name }) => results.some((one) => one.name === name && !one.passed) && outputs.get(name),
  )
  const share = Math.floor(outputBudget / Math.max(1, failing.length))
  return failing.map((criterion) => {
    const text = fitTokens(outputs.get(criterion.name)!, share)
    const fence = '`'.repeat(Math.max(3, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length + 1)))
    return `### Output of ${labelOf(criterion)}\n\n${fence}\n${text}\n${fence}\n`
  })
}

function fitTokens(output: string, budget: number): string {
  let room = budget * 4
  for (;;) {
    const text = headAndTail(output, room)
    if (boundTokens(text) <= budget || room < 100) return text
    room = Math.floor(room * 0.8)
  }
}

/** Why the last iteration was not enough, in a few lines. */
export function describeFailure(criteria: readonly Criterion[], results: readonly CriterionResult[]): string {
  return results
    .filter(({ passed }) => !passed)
    .map((result) => {
      const criterion = criteria.find(({ name }) => name === result.name)
      return `${criterion ? labelOf(criterion) : result.name}: ${describeResult(result)}`
    })
    .join('\n')
}
