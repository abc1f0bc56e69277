/** The settings of loops: `ralph:` in ralph.yml. */
import type { Setting } from './setting.js'

export const LOOP_SETTINGS = {
  // Not from ralph.yml: a cloned repository must not decide which program is run.
  loopAgent: {
    kind: 'text',
    default: 'claude',
    describe: 'the agent that a loop runs: claude, codex, gemini, opencode or a command line',
  },
  loopMaxIterations: {
    kind: 'number',
    default: 10,
    yml: 'ralph.max_iterations',
    describe: 'most iterations of a loop, from 1 to 1000',
  },
  loopMaxDuration: {
    kind: 'text',
    default: '30m',
    yml: 'ralph.max_duration',
    describe: 'most time of a loop, as 90s, 30m, 1h30m',
  },
  loopNoProgress: {
    kind: 'number',
    default: 3,
    yml: 'ralph.no_progress',
    describe: 'iterations without progress after which a loop ends',
  },
  loopCooldown: {
    kind: 'number',
    default: 1000,
    yml: 'ralph.cooldown_ms',
    describe: 'milliseconds between iterations',
  },
  loopMaxCost: {
    kind: 'text',
    default: '',
    yml: 'ralph.max_cost_usd',
    describe: 'most that a loop may cost in USD, where the agent reports it; none for no limit',
  },
  loopContextBudget: {
    kind: 'text',
    default: '0.6',
    yml: 'ralph.context_budget',
    describe: 'share of the context window that a prompt of a loop may take',
  },
  loopContextWindow: {
    kind: 'number',
    default: 200000,
    yml: 'ralph.context_window',
    describe: 'tokens that the agent’s model can take',
  },
  loopAgentTimeout: {
    kind: 'text',
    default: '',
    yml: 'ralph.agent_timeout',
    describe: 'most time of one run of the agent; none for what is left of the loop’s',
  },
  loopCriteriaTimeout: {
    kind: 'text',
    default: '10m',
    yml: 'ralph.criteria_timeout',
    describe: 'most time of one check',
  },
} as const satisfies Record<string, Setting>
