/** The prompt of an iteration: what is known, then the task, within the share of the context window that a prompt may take. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { boundTokens } from '../briefing/fit.js'
import { FRAME, INSTRUCTIONS } from '../briefing/prompt.js'
import { SKILL_TEXT } from '../briefing/skill.js'
import { type AgentCommand, LONGEST_ARGUMENT } from '../loop-rules/agent.js'
import { shareContext } from '../loop-rules/budget.js'
import type { CriterionResult } from '../loop-rules/criterion.js'
import type { LoopState } from '../loop-rules/state.js'
import { renderTask } from '../loop-rules/task-text.js'
import { prompt } from '../verbs/prompt.js'

export interface IterationPrompt {
  text: string
  tokens: number
  warnings: string[]
}

type Task = Pick<LoopState, 'id' | 'goal' | 'criteria' | 'limits' | 'iterations'>

/** So that what fits the window fits an argument too. */
const ARGUMENT_TOKENS = 24_000
/** Of memory's share; articles have the rest. */
const MEMORIES = 0.6
/** Of what the task leaves of its share; the scratchpad has the rest. */
const JOURNAL = 0.7

export async function promptFor(
  env: Env,
  task: Task,
  iteration: number,
  command: AgentCommand,
  results: readonly CriterionResult[],
  outputs: ReadonlyMap<string, string>,
): Promise<IterationPrompt> {
  const shares = shareContext(task.limits)
  const total = command.prompt === 'argument' ? Math.min(shares.total, ARGUMENT_TOKENS) : shares.total
  const text = renderTask({
    goal: task.goal,
    iteration,
    maxIterations: task.limits.maxIterations,
    criteria: task.criteria,
    results,
    outputs,
    outputBudget: shares.output,
  })
  const taskTokens = boundTokens(text)
  const left = Math.max(0, shares.task - taskTokens)
  const [title = '', ...rest] = task.goal.trim().split('\n')
  const failure = task.iterations.at(-1)?.failure
  const known = await prompt(withinSystemShare(env, shares.system), {
    taskTitle: title,
    ...(rest.length > 0 && { taskDescription: rest.join('\n') }),
    run: task.id,
    ...(iteration > 1 && { retry: iteration, ...(failure !== undefined && { failure }) }),
    budget: Math.max(1, total - taskTokens),
    limits: {
      memories: Math.max(1, Math.floor(shares.memory * MEMORIES)),
      knowledge: Math.max(1, Math.floor(shares.memory * (1 - MEMORIES))),
      journal: Math.max(1, Math.floor(left * JOURNAL)),
      scratchpad: Math.max(1, Math.floor(left * (1 - JOURNAL))),
    },
  })
  const whole = `${known.text}\n${text}`
  if (command.prompt === 'argument' && Buffer.byteLength(whole) > LONGEST_ARGUMENT)
    throw new RalphError('bad-content', 'the prompt is too long to be an argument', {
      hint: 'let the agent read it from a file: put {prompt-file} into its command line',
    })
  return { text: whole, tokens: known.tokens + taskTokens, warnings: known.warnings }
}

/** How to use memories is left out where there is little room: how to record them comes always. */
function withinSystemShare(env: Env, share: number): Env {
  const fixed = boundTokens(FRAME) + boundTokens(INSTRUCTIONS) + boundTokens(SKILL_TEXT)
  return fixed <= share ? env : { ...env, vars: { ...env.vars, RALPH_SKILL_INJECTION: 'false' } }
}
