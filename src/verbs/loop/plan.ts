/** Plan a loop: everything that is decided before the first iteration, from flags, settings and the project. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { type AgentCommand, agentCommand } from '../../loop-rules/agent.js'
import type { Criterion } from '../../loop-rules/criterion.js'
import { parseDuration } from '../../loop-rules/duration.js'
import { foreignCommands, planCriteria } from '../../loop-rules/plan.js'
import type { Limits } from '../../loop-rules/state.js'
import { readConfig } from '../../store/git/config.js'
import { openRepo, type Repo } from '../../store/git/repo.js'
import { resolveSettings, type SettingName, type Settings } from '../../store/settings/settings.js'
import { areApproved } from '../../store/loop/approvals.js'
import { readProjectFiles } from '../../store/loop/project-files.js'

export interface LoopWishes {
  agent?: string
  verify?: string
  judge?: string
  criteria?: readonly string[]
  commands?: readonly string[]
  marker?: string
  maxIterations?: number
  /** As typed: `30m`. */
  maxDuration?: string
  noProgress?: number
  cooldown?: number
  maxCost?: string
  contextBudget?: string
  contextWindow?: number
  agentTimeout?: string
  criteriaTimeout?: string
}

export interface LoopPlan {
  agent: string
  command: AgentCommand
  verify?: string
  judge?: string
  criteria: Criterion[]
  limits: Limits
  /** Commands out of `ralph.yml` that nobody has agreed to yet. */
  unapproved: string[]
  warnings: string[]
}

export async function planLoop(env: Env, wishes: LoopWishes = {}): Promise<LoopPlan> {
  const repo = await openRepo(env)
  const config = await readConfig(repo)
  const warnings = [...config.problems]
  const settings = resolveSettings(config, env.vars, warnings)
  const agent = wishes.agent ?? settings.loopAgent
  // Read now, so that a command line that makes no sense is known before anything runs.
  if (wishes.verify !== undefined) agentCommand(wishes.verify)
  const criteria = planCriteria(
    {
      types: wishes.criteria ?? [],
      commands: wishes.commands ?? [],
      ...(wishes.marker !== undefined && { marker: wishes.marker }),
      yml: (config.yml['ralph'] as Record<string, unknown> | undefined)?.['success_criteria'],
      timeoutMs: parseDuration(
        wishes.criteriaTimeout ?? settings.loopCriteriaTimeout,
        sourceOf(wishes.criteriaTimeout, '--criteria-timeout', 'loopCriteriaTimeout'),
      ),
    },
    readProjectFiles(workTreeOf(repo)),
  )
  const foreign = foreignCommands(criteria)
  return {
    agent,
    command: agentCommand(agent),
    ...(wishes.verify !== undefined && { verify: wishes.verify }),
    ...(wishes.judge !== undefined && { judge: wishes.judge }),
    criteria,
    limits: limitsOf(wishes, settings),
    unapproved: areApproved(repo, foreign) ? [] : foreign,
    warnings,
  }
}

function workTreeOf({ workTree }: Repo): string {
  if (workTree !== undefined) return workTree
  throw new RalphError('bad-usage', 'a loop needs a work tree, and a bare repository has none', {
    hint: 'git worktree add ../work',
  })
}

function limitsOf(wishes: LoopWishes, settings: Settings): Limits {
  const cost = wishes.maxCost ?? settings.loopMaxCost
  const timeout = wishes.agentTimeout ?? settings.loopAgentTimeout
  return {
    maxIterations: within(
      sourceOf(wishes.maxIterations, '--max-iterations', 'loopMaxIterations'),
      wishes.maxIterations ?? settings.loopMaxIterations,
      1,
      1000,
    ),
    maxDurationMs: parseDuration(
      wishes.maxDuration ?? settings.loopMaxDuration,
      sourceOf(wishes.maxDuration, '--max-duration', 'loopMaxDuration'),
    ),
    noProgress: within(
      sourceOf(wishes.noProgress, '--no-progress', 'loopNoProgress'),
      wishes.noProgress ?? settings.loopNoProgress,
      1,
      1000,
    ),
    cooldownMs: within(
      sourceOf(wishes.cooldown, '--cooldown', 'loopCooldown'),
      wishes.cooldown ?? settings.loopCooldown,
      0,
      3_600_000,
    ),
    maxCostUsd:
      cost === ''
        ? 0
        : within(sourceOf(wishes.maxCost, '--max-cost', 'loopMaxCost'), decimal(cost), 0.000001, 1e6),
    agentTimeoutMs:
      timeout === ''
        ? 0
        : parseDuration(timeout, sourceOf(wishes.agentTimeout, '--agent-timeout', 'loopAgentTimeout')),
    contextBudget: within(
      sourceOf(wishes.contextBudget, '--context-budget', 'loopContextBudget'),
      decimal(wishes.contextBudget ?? settings.loopContextBudget),
      0.05,
      0.95,
    ),
    contextWindow: within(
      sourceOf(wishes.contextWindow, '--context-window', 'loopContextWindow'),
      wishes.contextWindow ?? settings.loopContextWindow,
      10_000,
      100_000_000,
    ),
  }
}

/** For messages: what was typed, else where it came from. */
const sourceOf = (typed: unknown, flag: string, setting: SettingName): string =>
  typed === undefined ? `the setting ${setting}` : flag

const decimal = (text: string): number =>
  /^\d{1,9}(\.\d{1,9})?$|^\.\d{1,9}$/.test(text.trim()) ? Number(text) : NaN

function within(name: string, value: number, least: number, most: number): number {
  if (value >= least && value <= most) return value
  throw new RalphError('bad-usage', `${name} takes a number from ${least} to ${most}`)
}

/** For a loop that is resumed: what was typed changes its limits, all else stays. */
export function changedLimits(
  limits: Limits,
  { maxIterations, maxDuration, maxCost, noProgress }: LoopWishes,
): Limits {
  return {
    ...limits,
    ...(maxIterations !== undefined && { maxIterations: within('--max-iterations', maxIterations, 1, 1000) }),
    ...(maxDuration !== undefined && { maxDurationMs: parseDuration(maxDuration, '--max-duration') }),
    ...(maxCost !== undefined && { maxCostUsd: within('--max-cost', decimal(maxCost), 0.000001, 1e6) }),
    ...(noProgress !== undefined && { noProgress: within('--no-progress', noProgress, 1, 1000) }),
  }
}
