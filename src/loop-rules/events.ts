/** What a loop tells whoever shows it, step by step. Documented in docs/json.md. */
import type { Criterion, CriterionResult } from './criterion.js'
import type { Verdict } from './progress.js'
import type { EndReason, Limits, LoopStatus, Phase } from './state.js'
import type { Outcome } from '../memory/journal.js'

export type LoopEvent =
  | {
      event: 'started'
      loop: string
      goal: string
      agent: string
      criteria: Criterion[]
      limits: Limits
      workTree: string
      branch?: string
      resumed: boolean
    }
  | { event: 'phase'; iteration: number; phase: Phase; elapsedMs: number; what?: string }
  | { event: 'output'; iteration: number; from: 'agent' | 'verify'; text: string }
  | { event: 'checked'; iteration: number; result: CriterionResult; before?: CriterionResult; label: string }
  | { event: 'learnt'; iteration: number; titles: string[] }
  | { event: 'verified'; iteration: number; accepted: boolean; reason: string }
  | { event: 'proposed'; iteration: number; body: string }
  | {
      event: 'iteration'
      iteration: number
      outcome: Outcome
      verdict?: Verdict
      durationMs: number
      files: string[]
      tokens?: number
      costUsd: number
      failure?: string
    }
  | { event: 'interrupt'; urgency: 1 | 2 }
  | { event: 'warning'; message: string }
  | {
      event: 'ended'
      loop: string
      status: Exclude<LoopStatus, 'running'>
      reason: EndReason
      detail: string
      iterations: number
      elapsedMs: number
      tokens: number
      costUsd: number
    }

export type Tell = (event: LoopEvent) => void
