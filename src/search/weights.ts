/** The weights of a term in the fields of a memory: BM25 as lunr computes it. What they are for is told in scoring.ts. */
import { FIELDS } from './fields.js'

export const SCORED_FIELDS = [...FIELDS, 'near'] as const
export type ScoredField = (typeof SCORED_FIELDS)[number]
export const NEAR = SCORED_FIELDS.indexOf('near')
export const BODY = SCORED_FIELDS.indexOf('body')

/** Chosen on one half of the questions that docs/search.md reports the other half of. */
export const WEIGHTS = {
  fields: [2, 1.5, 1, 1.5, 0.6],
  k1: 1.2,
  b: 0.5,
  /** Of the memory next in time, of the one after it. */
  distances: [1, 0.5],
  /** Memories further apart in time were not made in one go of work. */
  nearSeconds: 3600,
  /** Documents whose priors are looked at, at least: the best few need no more. */
  candidates: 100,
}

const LEAST_FIELD = Math.min(...WEIGHTS.fields.slice(0, NEAR))

/** `length` is that of the field, against the usual one. */
export function weigh(field: number, count: number, length: number): number {
  const { fields, k1, b } = WEIGHTS
  return (fields[field]! * count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
}

/**
 * Against what terms weigh in a document of this length, the most that they weigh in its neighbours as `near`. Weights grow slower than
 * counts, so the bound is that of a term that occurs once, in the least field, between neighbours without any text.
 */
export function mostNear(length: number): number {
  const { fields, k1, b } = WEIGHTS
  return ((fields[NEAR]! / LEAST_FIELD) * (1 + k1 * (1 - b + b * Math.max(1, length)))) / (1 + k1 * (1 - b))
}

/** As lunr has it: how much a term tells, by how few have it. */
export function idfOf(documents: number, having: number): number {
  return Math.log(1 + Math.abs((documents - having + 0.5) / (having + 0.5)))
}
