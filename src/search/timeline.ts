/**
 * The living documents of all segments in one order, oldest first. Everything after this works with places in that order, so
 * no result can depend on how documents were put into segments.
 */
import type { Postings } from './postings.js'
import type { Entry, IndexPart } from './segment.js'

export class Timeline {
  readonly #parts: readonly IndexPart[]
  readonly #partOf: Uint16Array
  readonly #documentOf: Uint32Array
  /** By part and document: its place, or -1 when dead. */
  readonly #places: Int32Array[]
  readonly count: number
  readonly times: Uint32Array
  readonly lengths: Uint16Array
  readonly types: Uint8Array
  readonly averageLength: number

  constructor(parts: readonly IndexPart[]) {
    this.#parts = parts
    this.count = parts.reduce((sum, { segment, dead }) => sum + segment.count - dead.size, 0)
    this.#partOf = new Uint16Array(this.count)
    this.#documentOf = new Uint32Array(this.count)
    this.#places = parts.map(({ segment }) => new Int32Array(segment.count).fill(-1))
    this.times = new Uint32Array(this.count)
    this.lengths = new Uint16Array(this.count)
    this.types = new Uint8Array(this.count)
    let place = 0
    let words = 0
    for (const { part, from, to } of runs(parts)) {
      const { segment, dead } = parts[part]!
      const [times, lengths, types] = [segment.times(), segment.lengths(), segment.types()]
      for (let document = from; document < to; document++) {
        if (dead.has(document)) continue
        this.#partOf[place] = part
        this.#documentOf[place] = document
        this.#places[part]![document] = place
        this.times[place] = times[document]!
        this.lengths[place] = lengths[document]!
        this.types[place] = types[document]!
        words += lengths[document]!
        place++
      }
    }
    this.averageLength = words / this.count || 1
  }

  entry(place: number): Entry {
    return this.#parts[this.#partOf[place]!]!.segment.entry(this.#documentOf[place]!)
  }

  /** Where a term occurs, by place; nothing when no living document has it. */
  postings(term: string): Postings | undefined {
    const found: Postings = { docs: [], counts: [] }
    this.#parts.forEach(({ segment }, part) => {
      const entry = segment.term(term)
      if (entry === undefined) return
      const { docs, counts } = segment.postings(entry)
      const places = this.#places[part]!
      for (let i = 0; i < docs.length; i++) {
        const place = places[docs[i]!]!
        if (place < 0) continue
        found.docs.push(place)
        found.counts.push(counts[i]!)
      }
    })
    return found.docs.length === 0 ? undefined : found
  }

  /** All terms that begin so, of living and dead documents, each once. */
  termsWith(start: string): Set<string> {
    const terms = new Set<string>()
    for (const { segment } of this.#parts) {
      for (const { term } of segment.termsFrom(start)) {
        if (!term.startsWith(start)) break
        terms.add(term)
      }
    }
    return terms
  }
}

interface Run {
  part: number
  from: number
  to: number
}

/** Documents of one part that precede all that is left of the others. */
function* runs(parts: readonly IndexPart[]): Generator<Run> {
  const next = parts.map(() => 0)
  const before = (a: number, b: number): boolean => compare(parts, a, next[a]!, b, next[b]!) < 0
  for (;;) {
    let least = -1
    let second = -1
    for (let part = 0; part < parts.length; part++) {
      if (next[part] === parts[part]!.segment.count) continue
      if (least < 0 || before(part, least)) {
        second = least
        least = part
      } else if (second < 0 || before(part, second)) second = part
    }
    if (least < 0) return
    const from = next[least]!
    const { count } = parts[least]!.segment
    let to = second < 0 ? count : from + 1
    while (to < count && compare(parts, least, to, second, next[second]!) < 0) to++
    next[least] = to
    yield { part: least, from, to }
  }
}

/** As compareRows, for documents of different parts. */
function compare(parts: readonly IndexPart[], a: number, m: number, b: number, n: number): number {
  const [left, right] = [parts[a]!.segment, parts[b]!.segment]
  return (
    left.times()[m]! - right.times()[n]! ||
    left.ties()[m]! - right.ties()[n]! ||
    Buffer.compare(left.record(m), right.record(n))
  )
}
