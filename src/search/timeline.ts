/**
 * The living documents of all segments in one order, oldest first. Everything after this works with places in that order, so
 * no result can depend on how documents were put into segments.
 */
import type { Postings } from './postings.js'
import type { Entry, IndexPart, Segment } from './segment.js'

export class Timeline {
  readonly #parts: readonly IndexPart[]
  /** Undefined while places are the document numbers of the one part. */
  readonly #order: Order | undefined
  readonly count: number
  #times: Uint32Array | undefined
  #lengths: Uint16Array | undefined
  #averageLength: number | undefined

  constructor(parts: readonly IndexPart[]) {
    this.#parts = parts
    this.count = parts.reduce((sum, { segment, dead }) => sum + segment.count - dead.size, 0)
    if (parts.length !== 1 || parts[0]!.dead.size > 0) this.#order = orderOf(parts)
  }

  get times(): Uint32Array {
    return (this.#times ??= this.#order
      ? this.#gather(new Uint32Array(this.count), (segment) => segment.times())
      : this.#parts[0]!.segment.times())
  }

  get lengths(): Uint16Array {
    return (this.#lengths ??= this.#order
      ? this.#gather(new Uint16Array(this.count), (segment) => segment.lengths())
      : this.#parts[0]!.segment.lengths())
  }

  get averageLength(): number {
    return (this.#averageLength ??= averageOf(this.#parts, this.count))
  }

  #gather<T extends Uint8Array | Uint16Array | Uint32Array | Int32Array>(
    values: T,
    columnOf: (segment: Segment, part: number) => T,
  ): T {
    const columns = this.#parts.map(({ segment }, part) => columnOf(segment, part))
    for (const { part, from, to, place } of this.#order!.runs)
      values.set(columns[part]!.subarray(from, to), place)
    return values
  }

  /** A value per document of each part → a value per place. */
  gather(columns: readonly Int32Array[]): Int32Array {
    if (this.#order === undefined) return columns[0]!
    return this.#gather(new Int32Array(this.count), (_, part) => columns[part]!)
  }

  types(): Uint8Array {
    if (this.#order === undefined) return this.#parts[0]!.segment.types()
    return this.#gather(new Uint8Array(this.count), (segment) => segment.types())
  }

  entry(place: number): Entry {
    if (this.#order === undefined) return this.#parts[0]!.segment.entry(place)
    const run = runAt(this.#order.runs, place)
    return this.#parts[run.part]!.segment.entry(run.from + place - run.place)
  }

  /** Where a term occurs, by place; nothing when no living document has it. */
  postings(term: string): Postings | undefined {
    const lists = this.#parts.map(({ segment }) => {
      const entry = segment.term(term)
      return entry === undefined ? undefined : segment.postings(entry)
    })
    if (this.#order === undefined) return lists[0]
    const length = lists.reduce((sum, list) => sum + (list?.docs.length ?? 0), 0)
    const docs = new Uint32Array(length)
    const counts = new Uint32Array(length)
    let living = 0
    lists.forEach((list, part) => {
      if (list === undefined) return
      const places = this.#order!.places[part]!
      const { length } = list.docs
      if (places === undefined) {
        docs.set(list.docs, living)
        counts.set(list.counts, living)
        living += length
        return
      }
      for (let i = 0; i < length; i++) {
        const place = places[list.docs[i]!]!
        if (place < 0) continue
        docs[living] = place
        counts[living++] = list.counts[i]!
      }
    })
    return living === 0 ? undefined : { docs: docs.subarray(0, living), counts: counts.subarray(0, living) }
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

function averageOf(parts: readonly IndexPart[], count: number): number {
  let length = 0
  for (const { segment, dead } of parts) {
    length += segment.length
    for (const document of dead) length -= segment.lengths()[document]!
  }
  return length / count || 1
}

interface Order {
  /** By place. */
  runs: Run[]
  /** By part and document: its place, or -1 when dead; undefined where places are the documents' numbers. */
  places: (Int32Array | undefined)[]
}

/** Living documents of one part, one after the other, that precede all that is left of the other parts. */
interface Run {
  part: number
  from: number
  to: number
  /** Of the first one. */
  place: number
}

function orderOf(parts: readonly IndexPart[]): Order {
  const places: (Int32Array | undefined)[] = parts.map(() => undefined)
  const found: Run[] = []
  const dead = parts.map((part) => [...part.dead].toSorted((a, b) => a - b))
  const nextDead = parts.map(() => 0)
  let place = 0
  for (const { part, from, to } of runs(parts)) {
    for (let start = from; start < to;) {
      const gap = dead[part]![nextDead[part]!] ?? to
      const end = Math.min(gap, to)
      if (end > start) found.push({ part, from: start, to: end, place })
      if (end - start < parts[part]!.segment.count || place > 0) {
        const placesOfPart = (places[part] ??= new Int32Array(parts[part]!.segment.count).fill(-1))
        for (let document = start; document < end; document++)
          placesOfPart[document] = place + document - start
      }
      place += end - start
      if (gap < to) nextDead[part]!++
      start = gap < to ? gap + 1 : to
    }
  }
  return { runs: found, places }
}

function runAt(ordered: readonly Run[], place: number): Run {
  let low = 0
  let high = ordered.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (ordered[middle]!.place <= place) low = middle
    else high = middle
  }
  return ordered[low]!
}

/** Documents of one part, dead ones too, that precede all that is left of the others. */
function* runs(parts: readonly IndexPart[]): Generator<Omit<Run, 'place'>> {
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
    const to = second < 0 ? parts[least]!.segment.count : endOfRun(parts, least, from, second, next[second]!)
    next[least] = to
    yield { part: least, from, to }
  }
}

/** The first document after `from` that does not precede another part's next one: in doubling steps, since runs are long or short. */
function endOfRun(
  parts: readonly IndexPart[],
  part: number,
  from: number,
  other: number,
  next: number,
): number {
  const { count } = parts[part]!.segment
  const precedes = (document: number): boolean => compare(parts, part, document, other, next) < 0
  let low = from
  let step = 1
  while (low + step < count && precedes(low + step)) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, count)
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (precedes(middle)) low = middle
    else high = middle
  }
  return high
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
