/**
 * How much each term says about each document: BM25 as lunr computes it, with the statistics of the whole view. The fields are
 * those of a memory and one more, `near`: the terms of the memories made just before and after, since what was learnt together
 * belongs together. lunr adds the weights up; `--explain` shows them.
 */
import { FIELDS } from './fields.js'
import { scoreByLunr, type WeightedTerm } from './lunr.js'
import { countIn, type Postings } from './postings.js'
import type { Timeline } from './timeline.js'

export const SCORED_FIELDS = [...FIELDS, 'near'] as const
export type ScoredField = (typeof SCORED_FIELDS)[number]
const NEAR = SCORED_FIELDS.indexOf('near')
const BODY = SCORED_FIELDS.indexOf('body')

/** Chosen on one half of the questions that docs/search.md reports the other half of. */
export const WEIGHTS = {
  fields: [2, 1.5, 1, 1.5, 0.5],
  k1: 1.2,
  b: 0.5,
  /** Of the memory next in time, of the one after it. */
  distances: [1],
  /** Memories further apart in time were not made in one go of work. */
  nearSeconds: 3600,
  /** Documents that lunr scores, at least: its result for the best few needs no more. */
  candidates: 200,
}

export interface Term {
  term: string
  boost: number
  postings: Postings
}

export interface Contribution {
  term: string
  field: ScoredField
  score: number
}

export interface Scored {
  place: number
  score: number
}

interface TermWeights {
  term: Term
  idf: number
  /** By place: how often its neighbours have the term. */
  near: Float32Array
  /** By place, made when first asked for. */
  counts: Map<number, number> | undefined
}

export class Scoring {
  readonly #timeline: Timeline
  readonly #terms: TermWeights[]
  readonly #norm: number
  /** By place: how many neighbours it has, and their words. */
  readonly #nearNorms: Float32Array | undefined

  constructor(timeline: Timeline, terms: readonly Term[]) {
    this.#timeline = timeline
    this.#norm = Math.sqrt(terms.reduce((sum, { boost }) => sum + boost * boost, 0)) || 1
    this.#terms = terms.map((term) => ({
      term,
      idf: idfOf(timeline.count, term.postings.docs.length),
      near: nearCounts(timeline, term.postings),
      counts: undefined,
    }))
    this.#nearNorms = terms.length > 0 ? nearLengths(timeline) : undefined
  }

  /** The sum for every document that has a term, or has it near. */
  sums(): Float64Array {
    const sums = new Float64Array(this.#timeline.count)
    for (const { term, idf, near } of this.#terms) {
      const factor = (idf * term.boost) / this.#norm
      const { docs, counts } = term.postings
      for (let i = 0; i < docs.length; i++) {
        for (let field = 0; field < NEAR; field++) {
          const count = countIn(counts[i]!, field)
          if (count > 0) sums[docs[i]!]! += factor * this.#weight(field, count, docs[i]!)
        }
      }
      for (let place = 0; place < near.length; place++) {
        if (near[place]! > 0) sums[place]! += factor * this.#weight(NEAR, near[place]!, place)
      }
    }
    return sums
  }

  /** lunr's scores of these documents. */
  scores(places: readonly number[]): Map<number, number> {
    const terms = this.#terms.map((entry): WeightedTerm => {
      const weights = SCORED_FIELDS.map(() => new Map<number, number>())
      for (const place of places) {
        for (let field = 0; field < SCORED_FIELDS.length; field++) {
          const weight = this.#weightIn(entry, field, place)
          if (weight > 0) weights[field]!.set(place, weight)
        }
      }
      return { term: entry.term.term, boost: entry.term.boost, weights }
    })
    return scoreByLunr(SCORED_FIELDS, terms)
  }

  explain(place: number): Contribution[] {
    return this.#terms.flatMap((entry) =>
      SCORED_FIELDS.flatMap((field, i) => {
        const score = (entry.term.boost * this.#weightIn(entry, i, place)) / this.#norm
        return score > 0 ? [{ term: entry.term.term, field, score }] : []
      }),
    )
  }

  #weightIn(entry: TermWeights, field: number, place: number): number {
    if (field === NEAR) {
      const near = entry.near[place]!
      return near > 0 ? entry.idf * this.#weight(NEAR, near, place) : 0
    }
    if (entry.counts === undefined) {
      const { docs, counts } = entry.term.postings
      entry.counts = new Map(docs.map((document, i) => [document, counts[i]!]))
    }
    const count = countIn(entry.counts.get(place) ?? 0, field)
    return count > 0 ? entry.idf * this.#weight(field, count, place) : 0
  }

  #weight(field: number, count: number, place: number): number {
    const { fields, k1, b } = WEIGHTS
    let length = 1
    if (field === BODY) length = this.#timeline.lengths[place]! / this.#timeline.averageLength
    else if (field === NEAR) length = this.#nearNorms![place]!
    return (fields[field]! * count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
  }
}

function idfOf(documents: number, having: number): number {
  return Math.log(1 + Math.abs((documents - having + 0.5) / (having + 0.5)))
}

/** Calls back with each neighbour of a place that is near enough in time, and how much it counts. */
function eachNeighbour(
  timeline: Timeline,
  place: number,
  use: (neighbour: number, share: number) => void,
): void {
  const { times, count } = timeline
  const { distances, nearSeconds } = WEIGHTS
  for (let d = 0; d < distances.length; d++) {
    const [before, after] = [place - d - 1, place + d + 1]
    if (before >= 0 && times[place]! - times[before]! <= nearSeconds) use(before, distances[d]!)
    if (after < count && times[after]! - times[place]! <= nearSeconds) use(after, distances[d]!)
  }
}

function nearCounts(timeline: Timeline, { docs, counts }: Postings): Float32Array {
  const near = new Float32Array(timeline.count)
  for (let i = 0; i < docs.length; i++) {
    let count = 0
    for (let field = 0; field < NEAR; field++) count += countIn(counts[i]!, field)
    eachNeighbour(timeline, docs[i]!, (neighbour, share) => {
      near[neighbour]! += count * share
    })
  }
  return near
}

/** The words near a place, in units of what a place with neighbours on both sides usually has. */
function nearLengths(timeline: Timeline): Float32Array {
  const usual = 2 * timeline.averageLength * WEIGHTS.distances.reduce((sum, share) => sum + share, 0)
  const lengths = new Float32Array(timeline.count)
  for (let place = 0; place < timeline.count; place++) {
    eachNeighbour(timeline, place, (neighbour, share) => {
      lengths[place]! += (timeline.lengths[neighbour]! * share) / usual
    })
  }
  return lengths
}
