/**
 * How much each term says about each document: BM25 as lunr computes it, with the statistics of the whole view. The fields are
 * those of a memory and one more, `near`: the terms of the memories made just before and after, since what was learnt together
 * belongs together. lunr adds the weights up; `--explain` shows them.
 */
import { FIELDS } from './fields.js'
import { scoreByLunr, type WeightedTerm } from './lunr.js'
import { BODY_ONCE, countIn, type Postings } from './postings.js'
import type { Timeline } from './timeline.js'

export const SCORED_FIELDS = [...FIELDS, 'near'] as const
export type ScoredField = (typeof SCORED_FIELDS)[number]
const NEAR = SCORED_FIELDS.indexOf('near')
const BODY = SCORED_FIELDS.indexOf('body')

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

/** By place, and the places where it is not 0. */
export interface Sums {
  sums: Float64Array
  places: Uint32Array
  count: number
}

interface TermWeights {
  term: Term
  /** What its weights are multiplied by: how rare it is, and how much the question wants it. */
  factor: number
  /** By place, of the places looked at and their neighbours: as in Postings. */
  counts: Map<number, number>
}

export class Scoring {
  readonly #timeline: Timeline
  readonly #terms: TermWeights[]
  /** What lunr divides by. */
  readonly #norm: number
  readonly #usualNearLength: number
  readonly #weights: Float64Array
  /** The places next to the one looked at, how much they count, and how many they are: kept, since a question looks at thousands. */
  readonly #near: number[] = []
  readonly #shares: number[] = []
  #neighbours = 0

  constructor(timeline: Timeline, terms: readonly Term[]) {
    this.#timeline = timeline
    this.#norm = Math.sqrt(terms.reduce((sum, { boost }) => sum + boost * boost, 0)) || 1
    this.#usualNearLength =
      2 * timeline.averageLength * WEIGHTS.distances.reduce((sum, share) => sum + share, 0)
    this.#terms = terms.map((term) => {
      const factor = (idfOf(timeline.count, term.postings.docs.length) * term.boost) / this.#norm
      return { term, factor, counts: new Map() }
    })
    this.#weights = new Float64Array(terms.length * SCORED_FIELDS.length)
  }

  /** The sum of every document that has a term. What neighbours say makes no hit by itself. */
  sums(): Sums {
    const { count, lengths, averageLength } = this.#timeline
    const most = this.#terms.reduce((sum, { term }) => sum + term.postings.docs.length, 0)
    const sums: Sums = {
      sums: new Float64Array(count),
      places: new Uint32Array(Math.min(most, count)),
      count: 0,
    }
    for (const { term, factor } of this.#terms) addOwn(sums, term.postings, factor, lengths, averageLength)
    const near = new Neighbourhood(this.#timeline, this.#usualNearLength)
    for (const { term, factor } of this.#terms) near.add(sums.sums, term.postings, factor)
    return sums
  }

  /** lunr's scores of these documents. */
  scores(places: readonly number[]): Map<number, number> {
    const weighted = this.#terms.map(({ term }): WeightedTerm => {
      return { ...term, weights: SCORED_FIELDS.map(() => new Map<number, number>()) }
    })
    this.#lookAt(places)
    for (const place of places) {
      this.#weighAll(place)
      this.#eachWeight((term, field, weight) => {
        const lunrWeight = (weight * this.#norm) / this.#terms[term]!.term.boost
        weighted[term]!.weights[field]!.set(place, lunrWeight)
      })
    }
    return scoreByLunr(SCORED_FIELDS, weighted)
  }

  /** Of places that were scored. */
  explain(place: number): Contribution[] {
    const contributions: Contribution[] = []
    this.#weighAll(place)
    this.#eachWeight((term, field, score) => {
      contributions.push({ term: this.#terms[term]!.term.term, field: SCORED_FIELDS[field]!, score })
    })
    return contributions
  }

  #eachWeight(use: (term: number, field: number, weight: number) => void): void {
    this.#weights.forEach((weight, i) => {
      if (weight > 0) use(Math.floor(i / SCORED_FIELDS.length), i % SCORED_FIELDS.length, weight)
    })
  }

  #lookAt(places: readonly number[]): void {
    const reach = WEIGHTS.distances.length
    const wanted = new Uint8Array(this.#timeline.count + reach)
    for (const place of places) wanted.fill(1, Math.max(0, place - reach), place + reach + 1)
    for (const { term, counts } of this.#terms) {
      const { docs, counts: all } = term.postings
      for (let i = 0; i < docs.length; i++) if (wanted[docs[i]!] === 1) counts.set(docs[i]!, all[i]!)
    }
  }

  /** Puts into #weights what each term, in each field, adds to the score of a place. */
  #weighAll(place: number): void {
    const { lengths, averageLength } = this.#timeline
    const bodyLength = lengths[place]! / averageLength
    this.#lookAround(place)
    let nearLength = 0
    for (let i = 0; i < this.#neighbours; i++) nearLength += lengths[this.#near[i]!]! * this.#shares[i]!
    nearLength /= this.#usualNearLength
    const weights = this.#weights
    for (let t = 0; t < this.#terms.length; t++) {
      const { factor, counts } = this.#terms[t]!
      const at = t * SCORED_FIELDS.length
      const here = counts.get(place) ?? 0
      for (let field = 0; field < NEAR; field++) {
        const count = countIn(here, field)
        weights[at + field] = count === 0 ? 0 : factor * weigh(field, count, field === BODY ? bodyLength : 1)
      }
      let near = 0
      for (let i = 0; i < this.#neighbours; i++)
        near += this.#shares[i]! * totalOf(counts.get(this.#near[i]!) ?? 0)
      weights[at + NEAR] = near === 0 ? 0 : factor * weigh(NEAR, near, nearLength)
    }
  }

  /** Finds the memories made just before and after, as far as they are near in time. */
  #lookAround(place: number): void {
    const { times, count } = this.#timeline
    const { distances, nearSeconds } = WEIGHTS
    this.#neighbours = 0
    for (let d = 0; d < distances.length; d++) {
      const before = place - d - 1
      const after = place + d + 1
      if (before >= 0 && times[place]! - times[before]! <= nearSeconds) this.#meet(before, distances[d]!)
      if (after < count && times[after]! - times[place]! <= nearSeconds) this.#meet(after, distances[d]!)
    }
  }

  #meet(place: number, share: number): void {
    this.#near[this.#neighbours] = place
    this.#shares[this.#neighbours++] = share
  }
}

/** What a term in the documents' own fields adds to their sums. */
function addOwn(
  all: Sums,
  { docs, counts }: Postings,
  factor: number,
  lengths: Uint16Array,
  averageLength: number,
): void {
  const { sums, places } = all
  for (let i = 0; i < docs.length; i++) {
    const place = docs[i]!
    const found = counts[i]!
    let sum = 0
    if (found === BODY_ONCE) sum = weigh(BODY, 1, lengths[place]! / averageLength)
    else
      for (let field = 0; field < NEAR; field++) {
        const times = countIn(found, field)
        if (times > 0) sum += weigh(field, times, field === BODY ? lengths[place]! / averageLength : 1)
      }
    if (sums[place] === 0) places[all.count++] = place
    sums[place]! += factor * sum
  }
}

/** What terms in the documents before and after add to the sums of documents that have a term themselves. */
class Neighbourhood {
  readonly #timeline: Timeline
  readonly #usualLength: number
  /** How often the term occurs around a place, nearer ones counting more; 0 again once it is added. */
  readonly #counts: Float32Array

  constructor(timeline: Timeline, usualLength: number) {
    this.#timeline = timeline
    this.#usualLength = usualLength
    this.#counts = new Float32Array(timeline.count)
  }

  add(sums: Float64Array, { docs, counts }: Postings, factor: number): void {
    const { times, count } = this.#timeline
    const { distances, nearSeconds } = WEIGHTS
    const around = this.#counts
    for (let i = 0; i < docs.length; i++) {
      const place = docs[i]!
      const total = totalOf(counts[i]!)
      for (let d = 0; d < distances.length; d++) {
        const before = place - d - 1
        const after = place + d + 1
        if (before >= 0 && times[place]! - times[before]! <= nearSeconds)
          around[before]! += distances[d]! * total
        if (after < count && times[after]! - times[place]! <= nearSeconds)
          around[after]! += distances[d]! * total
      }
    }
    for (let i = 0; i < docs.length; i++) {
      const place = docs[i]!
      const last = Math.min(count - 1, place + distances.length)
      for (let other = Math.max(0, place - distances.length); other <= last; other++) {
        if (around[other] === 0) continue
        if (sums[other] !== 0) sums[other]! += factor * weigh(NEAR, around[other]!, this.#lengthAround(other))
        around[other] = 0
      }
    }
  }

  /** Of the text around a place, against the usual one. */
  #lengthAround(place: number): number {
    const { times, lengths, count } = this.#timeline
    const { distances, nearSeconds } = WEIGHTS
    let length = 0
    for (let d = 0; d < distances.length; d++) {
      const before = place - d - 1
      const after = place + d + 1
      if (before >= 0 && times[place]! - times[before]! <= nearSeconds)
        length += lengths[before]! * distances[d]!
      if (after < count && times[after]! - times[place]! <= nearSeconds)
        length += lengths[after]! * distances[d]!
    }
    return length / this.#usualLength
  }
}

function weigh(field: number, count: number, length: number): number {
  const { fields, k1, b } = WEIGHTS
  return (fields[field]! * count * (k1 + 1)) / (count + k1 * (1 - b + b * length))
}

function totalOf(counts: number): number {
  return counts === 0
    ? 0
    : (counts & 255) + ((counts >>> 8) & 255) + ((counts >>> 16) & 255) + (counts >>> 24)
}

/** As lunr has it: how much a term tells, by how few have it. */
export function idfOf(documents: number, having: number): number {
  return Math.log(1 + Math.abs((documents - having + 0.5) / (having + 0.5)))
}
