/** A briefing as parts of its budget. Pure: what is told and what is not was decided by the server. */
import type { Briefing, Considered } from './shapes.js'

export interface Parts {
  told: Considered[]
  left: Considered[]
  /** Headings and the remark on what was left out. */
  frame: number
  free: number
  /** Left out, and not looked at one by one. */
  unnamed: number
}

export function partsOf({ tokens, left, explain = [] }: Briefing, budget: number): Parts {
  const told = explain.filter((one) => one.left === undefined)
  const out = explain.filter((one) => one.left !== undefined)
  const blocks = told.reduce((sum, one) => sum + one.tokens, 0)
  return {
    told,
    left: out,
    frame: Math.max(0, tokens - blocks),
    free: Math.max(0, budget - tokens),
    unnamed: Math.max(0, left - out.length),
  }
}

/** The slider goes by even steps of what one feels: from 100 to 32,000. */
const [SMALLEST, LARGEST] = [100, 32_000]
export const STEPS = 200

export function budgetAt(step: number): number {
  const exact = SMALLEST * (LARGEST / SMALLEST) ** (step / STEPS)
  const unit = exact < 1000 ? 10 : exact < 10_000 ? 50 : 500
  return Math.round(exact / unit) * unit
}

export function stepOf(budget: number): number {
  const inside = Math.min(LARGEST, Math.max(SMALLEST, budget))
  return Math.round((Math.log(inside / SMALLEST) / Math.log(LARGEST / SMALLEST)) * STEPS)
}
