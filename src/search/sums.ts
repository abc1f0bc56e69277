/**
 * The best documents by the sum of their weights, out of all that have a term. A question may meet half of all memories, in a process
 * that ends before V8 has compiled much: so what the neighbours say is worked out only where it can matter.
 */
import { Best } from './best.js'
import { BODY_ONCE, countIn, type Postings, totalOf } from './postings.js'
import type { Timeline } from './timeline.js'
import { BODY, mostNear, NEAR, weigh, WEIGHTS } from './weights.js'

export interface FactoredPostings {
  postings: Postings
  /** What the term's weights are multiplied by: how rare it is, and how much the question wants it. */
  factor: number
}

export interface BestBySum {
  /** Best first; of equals the newer. Then those that were asked for besides. */
  places: number[]
  /** By place: right for the best. */
  sums: Float64Array
  /** How many documents have a term, and pass. */
  total: number
}

/** Documents that are looked at besides the best by words; those without a term where `evenWithout` says so. */
export interface MoreCandidates {
  places: readonly number[]
  evenWithout(place: number): boolean
}

/** The `most` best of the documents that have a term and pass, then `more`. What neighbours say makes no hit by itself. */
export function bestBySum(
  timeline: Timeline,
  terms: readonly FactoredPostings[],
  usualNearLength: number,
  passes: Uint8Array | undefined,
  most: number,
  more?: MoreCandidates,
): BestBySum {
  const own = sumsOfOwn(timeline, terms)
  const { sums, places, met } = own
  const hits = passes ? places.filter((place) => passes[place] === 1) : places
  const candidates = hits.length > most ? mayBeBest(timeline, own, hits, most) : hits
  const others = more ? othersIn(more, own, candidates) : NONE
  addNear(timeline, terms, usualNearLength, sums, others.length > 0 ? joined(candidates, others) : candidates)
  const best = new Best(most, sums)
  for (let i = 0; i < candidates.length; i++) best.offer(candidates[i]!)
  const inOrder = best.inOrder()
  if (!more) return { places: inOrder, sums, total: hits.length }
  const known = new Set(inOrder)
  const wanted = more.places.filter((place) => met[place] === 1 || more.evenWithout(place))
  return {
    places: [...inOrder, ...wanted.filter((place) => !known.has(place))],
    sums,
    total: hits.length + wanted.filter((place) => met[place] === 0).length,
  }
}

const NONE = new Uint32Array()

function joined(some: Uint32Array, more: Uint32Array): Uint32Array {
  const all = new Uint32Array(some.length + more.length)
  all.set(some)
  all.set(more, some.length)
  return all
}

/** Those of `more` that are no candidates yet. */
function othersIn(more: MoreCandidates, { met, sums }: OwnSums, candidates: Uint32Array): Uint32Array {
  const known = new Uint8Array(sums.length)
  for (let i = 0; i < candidates.length; i++) known[candidates[i]!] = 1
  return Uint32Array.from(
    more.places.filter((place) => known[place] === 0 && (met[place] === 1 || more.evenWithout(place))),
  )
}

/** What terms in the documents' own fields add up to, by place; whether a place has any term, and the places that have. */
interface OwnSums {
  sums: Float64Array
  met: Uint8Array
  places: Uint32Array
}

// Code that runs for the first time makes an object of every fraction it touches: hence `met`, and loops that look at whole numbers first.
function sumsOfOwn({ count, lengths, averageLength }: Timeline, terms: readonly FactoredPostings[]): OwnSums {
  const sums = new Float64Array(count)
  const met = new Uint8Array(count)
  const places = new Uint32Array(count)
  /** By length: the weight of a term that occurs once in the body, the usual case. */
  const once = new Float64Array(256)
  let found = 0
  for (const { postings, factor } of terms) {
    const { docs, counts } = postings
    const { length } = docs
    for (let i = 0; i < length; i++) {
      const place = docs[i]!
      const size = lengths[place]!
      let sum = counts[i] === BODY_ONCE && size < once.length ? once[size]! : 0
      if (sum === 0) {
        sum = weighFields(counts[i]!, size / averageLength)
        if (counts[i] === BODY_ONCE && size < once.length) once[size] = sum
      }
      if (met[place] === 0) {
        met[place] = 1
        places[found++] = place
      }
      sums[place]! += factor * sum
    }
  }
  return { sums, met, places: places.subarray(0, found) }
}

function weighFields(counts: number, bodyLength: number): number {
  let sum = 0
  for (let field = 0; field < NEAR; field++) {
    const times = countIn(counts, field)
    if (times > 0) sum += weigh(field, times, field === BODY ? bodyLength : 1)
  }
  return sum
}

/** The hits that, with the most that their neighbours may add, reach the worst of the `most` best without neighbours. */
function mayBeBest(
  { count, lengths, averageLength }: Timeline,
  { sums, met }: OwnSums,
  hits: Uint32Array,
  most: number,
): Uint32Array {
  const best = new Best(most, sums)
  let least = -Infinity
  for (let i = 0; i < hits.length; i++) {
    if (sums[hits[i]!]! <= least) continue
    best.offer(hits[i]!)
    least = best.least
  }
  // Additions in another order may round another way.
  const enough = least * (1 - 1e-9)
  const reach = WEIGHTS.distances.length
  const candidates = new Uint32Array(hits.length)
  let found = 0
  for (let i = 0; i < hits.length; i++) {
    const place = hits[i]!
    let sum = sums[place]!
    const last = Math.min(count - 1, place + reach)
    for (let other = Math.max(0, place - reach); other <= last; other++)
      if (met[other] === 1 && other !== place) sum += sums[other]! * mostNear(lengths[other]! / averageLength)
    if (sum >= enough) candidates[found++] = place
  }
  return candidates.subarray(0, found)
}

const BESIDE = 1
const CANDIDATE = 2

/** Adds what terms in the documents before and after say of the candidates. */
function addNear(
  timeline: Timeline,
  terms: readonly FactoredPostings[],
  usualLength: number,
  sums: Float64Array,
  candidates: Uint32Array,
): void {
  const { times, count } = timeline
  const { distances, nearSeconds } = WEIGHTS
  const reach = distances.length
  const marks = new Uint8Array(count)
  for (let i = 0; i < candidates.length; i++)
    marks.fill(BESIDE, Math.max(0, candidates[i]! - reach), candidates[i]! + reach + 1)
  for (let i = 0; i < candidates.length; i++) marks[candidates[i]!] = CANDIDATE
  /** How often the term occurs around a candidate, nearer ones counting more; 0 again once it is added. */
  const around = new Float32Array(count)
  const lengthsAround = new Float32Array(count)
  for (const { postings, factor } of terms) {
    const { docs, counts } = postings
    const { length } = docs
    for (let i = 0; i < length; i++) {
      const place = docs[i]!
      if (marks[place] === 0) continue
      const total = totalOf(counts[i]!)
      for (let d = 0; d < reach; d++) {
        const before = place - d - 1
        const after = place + d + 1
        if (marks[before] === CANDIDATE && times[place]! - times[before]! <= nearSeconds)
          around[before]! += distances[d]! * total
        if (marks[after] === CANDIDATE && times[after]! - times[place]! <= nearSeconds)
          around[after]! += distances[d]! * total
      }
    }
    for (let i = 0; i < candidates.length; i++) {
      const place = candidates[i]!
      if (around[place] === 0) continue
      if (lengthsAround[place] === 0) lengthsAround[place] = lengthAround(timeline, place)
      sums[place]! += factor * weigh(NEAR, around[place]!, lengthsAround[place]! / usualLength)
      around[place] = 0
    }
  }
}

/** Of the text around a place. */
function lengthAround({ times, lengths, count }: Timeline, place: number): number {
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
  return length
}
