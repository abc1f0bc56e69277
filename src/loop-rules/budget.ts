/**
 * How a context window is shared: 10 % for instructions, 15 % for memory, 35 % for the task at hand, 40 % for the agent's answer. Those three are
 * the 60 % that a prompt may take by default; another `contextBudget` scales them. Pure.
 */
import type { Limits } from './state.js'

export const SHARES = { system: 0.1, memory: 0.15, task: 0.35, response: 0.4 } as const
const PROMPT_SHARE = SHARES.system + SHARES.memory + SHARES.task

/** Test output that is longer than this helps nobody. */
const MOST_OUTPUT_TOKENS = 6_000

export interface ContextBudget {
  total: number
  system: number
  memory: number
  task: number
  /** Of the task's share: what failing criteria said. */
  output: number
}

export function shareContext({
  contextBudget,
  contextWindow,
}: Pick<Limits, 'contextBudget' | 'contextWindow'>): ContextBudget {
  const scale = (contextBudget / PROMPT_SHARE) * contextWindow
  const task = Math.floor(SHARES.task * scale)
  return {
    total: Math.floor(contextBudget * contextWindow),
    system: Math.floor(SHARES.system * scale),
    memory: Math.floor(SHARES.memory * scale),
    task,
    output: Math.min(Math.floor(task / 2), MOST_OUTPUT_TOKENS),
  }
}
