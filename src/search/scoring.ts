/**
 * How much each term says about each document: BM25 as lunr computes it, with the statistics of the whole view. The fields are
 * those of a memory and one more, `near`: the terms of the memories made just before and after, since what was learnt together
 * belongs together. lunr adds the weights up; `--explain` shows them.
 */
import { scoreByLunr, type WeightedTerm } from './lunr.js'
import { countIn, type Postings, totalOf } from './postings.js'
import { bestBySum, type BestBySum, type MoreCandidates } from './sums.js'
import type { Timeline } from './timeline.js'
import { BODY, idfOf, NEAR, SCORED_FIELDS, type ScoredField, weigh, WEIGHTS } from './weights.js'

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
  readonly #byName: Map<string, TermWeights>
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
    this.#byName = new Map(this.#terms.map((term) => [term.term.term, term]))
    this.#weights = new Float64Array(terms.length * SCORED_FIELDS.length)
  }

  /** The `most` best of the documents that have a term and pass, and `more`: these can be asked for from then on. */
  best(passes: Uint8Array | undefined, most: number, more?: MoreCandidates): BestBySum {
    const terms = this.#terms.map(({ term, factor }) => ({ postings: term.postings, factor }))
    const best = bestBySum(this.#timeline, terms, this.#usualNearLength, passes, most, more)
    this.#lookAt(best.places)
    return best
  }

  has(place: number, term: string): boolean {
    return this.#byName.get(term)?.counts.has(place) ?? false
  }

  /** lunr's scores of these of the best, in order. */
  scores(places: readonly number[]): number[] {
    const weighted = this.#terms.map(({ term }): WeightedTerm => {
      return { ...term, weights: SCORED_FIELDS.map(() => new Map<number, number>()) }
    })
    // To lunr they are documents 0, 1, 2: it keeps them in objects, which take less time with small numbers.
    places.forEach((place, document) => {
      this.#weighAll(place)
      this.#eachWeight((term, field, weight) => {
        const lunrWeight = (weight * this.#norm) / this.#terms[term]!.term.boost
        weighted[term]!.weights[field]!.set(document, lunrWeight)
      })
    })
    const scores = scoreByLunr(SCORED_FIELDS, weighted)
    return places.map((_, document) => scores.get(document) ?? 0)
  }

  /** Of one of the best. */
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
      const { length } = docs
      for (let i = 0; i < length; i++) if (wanted[docs[i]!] === 1) counts.set(docs[i]!, all[i]!)
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
