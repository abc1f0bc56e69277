/** WHAT a loop is: a goal, what counts as success, limits, and what happened so far. Kept as one JSON file by the store. Pure. */
import type { Outcome } from '../memory/journal.js'
import type { Criterion, CriterionResult } from './criterion.js'
import type { Verdict } from './progress.js'

export const LOOP_STATUSES = ['running', 'success', 'failed', 'stopped'] as const
export type LoopStatus = (typeof LOOP_STATUSES)[number]

/** Why a loop ended. */
export type EndReason =
  | 'criteria-met'
  | 'max-iterations'
  | 'max-duration'
  | 'max-cost'
  | 'no-progress'
  | 'agent-missing'
  | 'interrupted'
  | 'stopped'
  | 'killed'
  | 'error'

export interface Limits {
  maxIterations: number
  maxDurationMs: number
  /** Iterations in a row without progress. */
  noProgress: number
  /** Pause between iterations. */
  cooldownMs: number
  /** 0: no limit. */
  maxCostUsd: number
  /** Most time of one run of the agent. 0: what is left of the loop's. */
  agentTimeoutMs: number
  /** Share of the context window that a prompt may take. */
  contextBudget: number
  /** In tokens. */
  contextWindow: number
}

/** A process, told from a later one that was given the same number. */
export interface ProcessRef {
  pid: number
  host: string
  /** When it began, as the system tells it; empty where it does not. */
  began: string
}

export const PHASES = [
  'first check',
  'snapshot',
  'prompt',
  'agent',
  'check',
  'verify',
  'journal',
  'pause',
] as const
export type Phase = (typeof PHASES)[number]

export interface IterationRecord {
  number: number
  startedAt: string
  durationMs: number
  outcome: Outcome
  /** The commit that holds the work tree as it was before. */
  snapshot: string
  /** The work tree as it was before, and after. */
  treeBefore: string
  tree: string
  results: CriterionResult[]
  verdict?: Verdict
  files: string[]
  agent: { exitCode: number | null; timedOut: boolean; bytes: number; fingerprint: string }
  promptTokens: number
  /** What the agent reported. */
  tokens?: number
  costUsd: number
  model?: string
  /** Titles of what was learnt. */
  learnt: string[]
  /** Why it did not count, in one line. */
  failure?: string
}

export interface LoopState {
  format: 1
  /** As the journal names its run: `run-1f2e3d4c`. */
  id: string
  goal: string
  status: LoopStatus
  reason?: EndReason
  /** The reason in words. */
  detail?: string
  agent: string
  verify?: string
  judge?: string
  criteria: Criterion[]
  limits: Limits
  workTree: string
  branch?: string
  startedAt: string
  endedAt?: string
  /** Time spent in earlier sittings: a loop that is resumed goes on counting. */
  spentMs: number
  sittingAt: string
  owner?: ProcessRef
  current?: {
    iteration: number
    phase: Phase
    startedAt: string
    snapshot?: string
    child?: ProcessRef
    cookie?: string
  }
  /** What the criteria said before the first iteration. */
  first?: CriterionResult[]
  iterations: IterationRecord[]
  /** Progress is judged from this iteration on: resuming gives a new chance. */
  judgedFrom: number
  /** How often it was rolled back. */
  rollbacks: number
}

export const costOf = ({ iterations }: LoopState): number =>
  iterations.reduce((sum, { costUsd }) => sum + costUsd, 0)
export const tokensOf = ({ iterations }: LoopState): number =>
  iterations.reduce((sum, { tokens = 0 }) => sum + tokens, 0)

/** The criteria's results before an iteration. */
export function resultsBefore({ first = [], iterations }: LoopState, number: number): CriterionResult[] {
  return iterations.findLast((one) => one.number < number && one.results.length > 0)?.results ?? first
}
