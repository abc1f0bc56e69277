/**
 * Nearness in meaning beside the words: added to the score that the words gave, normalised, so that either can make a hit. Linear, since
 * merging by ranks lets a weak embedder spoil good words. Measured in docs/search.md#meaning.
 */
import { Best } from './best.js'
import type { Timeline } from './timeline.js'
import { UNKNOWN } from './vectors.js'

export interface MeaningOptions {
  /** By part and document: how near, in units; UNKNOWN where a document has no vector. */
  near: readonly Int32Array[]
  /** Times this it is a cosine. */
  unit: number
  /** Of all that are known and living. */
  least: number
  most: number
  /** What the nearest document gets, as a share of the best score by words. */
  weight: number
}

/** A document without any of the words must stand out this much, in standard deviations, to be a hit; among few none can. */
const STANDS_OUT = 2.5
const standsOutAmong = (count: number): number => Math.min(STANDS_OUT, Math.sqrt(count) / 2)
/** ... and be at least this near. */
const LEAST_NEAR = 0.25
/** How many are looked at that the words did not bring among the best. */
const MOST_NEAREST = 30
/** What is usual is told from so many. */
const SAMPLE = 1_024

export class Meaning {
  readonly #near: Int32Array
  readonly #weight: number
  readonly #least: number
  readonly #span: number
  readonly #enough: number

  constructor(timeline: Timeline, { near, unit, least, most, weight }: MeaningOptions) {
    this.#near = timeline.gather(near)
    this.#weight = weight
    this.#least = least
    this.#span = most - least
    this.#enough = Math.max(LEAST_NEAR / unit, unusual(this.#near))
  }

  /** What meaning adds to the score of a place, where the best score by words is `best`. Squared: only the nearest count. */
  score(place: number, best: number): number {
    const near = this.#near[place]!
    if (this.#span <= 0 || near === UNKNOWN) return 0
    const share = (near - this.#least) / this.#span
    return this.#weight * best * share * share
  }

  /** The nearest places that pass, nearest first. */
  nearest(passes: Uint8Array | undefined): number[] {
    const near = this.#near
    const { length } = near
    const best = new Best(MOST_NEAREST, near)
    let least = UNKNOWN
    for (let place = 0; place < length; place++) {
      if (near[place]! <= least || (passes !== undefined && passes[place] === 0)) continue
      best.offer(place)
      least = Math.max(UNKNOWN, best.least)
    }
    return best.inOrder()
  }

  /** Whether a place is near enough to be a hit without any of the words. */
  standsOut(place: number): boolean {
    return this.#near[place]! >= this.#enough
  }
}

/** From what value on one stands out. */
function unusual(values: Int32Array): number {
  const step = Math.max(1, Math.floor(values.length / SAMPLE))
  let [count, sum, squares] = [0, 0, 0]
  for (let i = 0; i < values.length; i += step) {
    const value = values[i]!
    if (value === UNKNOWN) continue
    count++
    sum += value
    squares += value * value
  }
  const mean = sum / count || 0
  return mean + standsOutAmong(count) * (Math.sqrt(Math.max(0, squares / count - mean * mean)) || 0)
}
