/**
 * A segment: an immutable file with some memories and their search index. Same entries, same bytes. This room is pure: whoever
 * calls it keeps the files, and rebuilds one that turns out damaged.
 */
import type { Memory } from '../memory/memory.js'
import { MEMORY_TYPES } from '../memory/memory.js'
import { asBuffer, asWords, hashText } from './bytes.js'
import { Dictionary, type Section, type TermEntry } from './dictionary.js'
import { idKey, keysOf, termsOf, textKey, timeOf } from './fields.js'
import { DamagedSegment, Pages, type RandomAccess } from './pages.js'
import { countOnce, type Postings } from './postings.js'
import {
  compareRows,
  readHeader,
  tieOf,
  VERSION,
  writeSegment,
  type Row,
  type SectionName,
} from './segment-file.js'

export { DamagedSegment, idKey, textKey }
export type { RandomAccess }

export interface Entry {
  memory: Memory
  /** The id of the object that holds its file. */
  blob: string
}

/** One segment of a view; `dead` are the documents that were edited or forgotten since it was written. */
export interface IndexPart {
  segment: Segment
  dead: ReadonlySet<number>
}

/** Documents are numbered from the oldest to the newest. */
export interface Segment {
  count: number
  /** Of all documents together. */
  length: number
  /** Reads one record. */
  entry(n: number): Entry
  /** The same, as stored. */
  record(n: number): Uint8Array
  /** Reads them all, oldest first. */
  entries(): Iterable<Entry>
  /** The documents that have exactly this key: see idKey and textKey. */
  find(key: string): number[]
  /** One value per document. Views of the file: do not write to them. */
  times(): Uint32Array
  ties(): Uint32Array
  lengths(): Uint16Array
  types(): Uint8Array
  term(term: string): TermEntry | undefined
  termsFrom(start: string): Iterable<TermEntry>
  postings(entry: TermEntry): Postings
  /** Everything but the terms, for merging. */
  rows(): Row[]
}

const MAX_LENGTH = 0xffff
const ENCODER = new TextEncoder()
/** Records are read this many bytes at a time when all are wanted. */
const CHUNK = 1 << 18

export function encodeSegment(entries: readonly Entry[]): Uint8Array {
  const documents = entries.map((entry) => ({ indexed: termsOf(entry.memory), row: rowOf(entry) }))
  documents.sort((a, b) => compareRows(a.row, b.row))
  const terms = new Map<string, GrowingPostings>()
  documents.forEach(({ indexed, row }, document) => {
    row.length = Math.min(indexed.length, MAX_LENGTH)
    indexed.fields.forEach((found, field) => {
      for (const term of found) addOccurrence(terms, term, document, field)
    })
    for (const term of new Set(indexed.exact)) addOccurrence(terms, term, document, 2)
  })
  const sorted = [...terms.keys()].toSorted().map((term): [string, Postings] => [term, terms.get(term)!])
  return writeSegment(
    documents.map(({ row }) => row),
    sorted,
  )
}

function rowOf(entry: Entry): Row {
  const { memory } = entry
  return {
    time: timeOf(memory),
    tie: tieOf(memory.id),
    length: 0,
    type: MEMORY_TYPES.indexOf(memory.type),
    record: ENCODER.encode(JSON.stringify([entry.blob, memory])),
    keys: keysOf(memory).map(hashText),
  }
}

interface GrowingPostings {
  docs: number[]
  counts: number[]
}

function addOccurrence(
  terms: Map<string, GrowingPostings>,
  term: string,
  document: number,
  field: number,
): void {
  let postings = terms.get(term)
  if (postings === undefined) {
    postings = { docs: [], counts: [] }
    terms.set(term, postings)
  }
  const last = postings.docs.length - 1
  if (postings.docs[last] === document) {
    postings.counts[last] = countOnce(postings.counts[last]!, field)
  } else {
    postings.docs.push(document)
    postings.counts.push(countOnce(0, field))
  }
}

/** Reads the header only; the rest is read, and checked, as it is asked for. Throws DamagedSegment. */
export function openSegment(file: RandomAccess): Segment {
  return new SegmentFile(new Pages(file, VERSION))
}

class SegmentFile implements Segment {
  readonly #pages: Pages
  readonly #sections: Record<SectionName, Section>
  readonly #dictionary: Dictionary
  #times: Uint32Array | undefined
  #ties: Uint32Array | undefined
  #lengths: Uint16Array | undefined
  #types: Uint8Array | undefined
  readonly count: number
  readonly length: number

  constructor(pages: Pages) {
    this.#pages = pages
    const { count, length, sections } = readHeader(pages.words)
    this.count = count
    this.length = length
    this.#sections = sections
    this.#dictionary = new Dictionary(pages, sections)
  }

  #column(name: SectionName): Uint8Array {
    const { start, end } = this.#sections[name]
    return this.#pages.read(start, end - start)
  }

  times(): Uint32Array {
    return (this.#times ??= asWords(this.#column('times')))
  }

  ties(): Uint32Array {
    return (this.#ties ??= asWords(this.#column('ties')))
  }

  lengths(): Uint16Array {
    if (this.#lengths === undefined) {
      const column = this.#column('lengths')
      const aligned = column.byteOffset % 2 === 0 ? column : column.slice()
      this.#lengths = new Uint16Array(aligned.buffer, aligned.byteOffset, this.count)
    }
    return this.#lengths
  }

  types(): Uint8Array {
    return (this.#types ??= this.#column('types'))
  }

  entry(n: number): Entry {
    return parseRecord(this.record(n))
  }

  record(n: number): Uint8Array {
    const offsets = asWords(this.#pages.read(this.#sections.offsets.start + n * 4, 8))
    const { start } = this.#sections.records
    return this.#pages.read(start + offsets[0]!, offsets[1]! - offsets[0]!)
  }

  *entries(): Generator<Entry> {
    for (const record of this.#records()) yield parseRecord(record)
  }

  *#records(): Generator<Uint8Array> {
    const offsets = asWords(this.#column('offsets'))
    const { start } = this.#sections.records
    for (let first = 0; first < this.count;) {
      let last = first + 1
      while (last < this.count && offsets[last + 1]! - offsets[first]! <= CHUNK) last++
      const from = offsets[first]!
      const chunk = this.#pages.read(start + from, offsets[last]! - from)
      for (; first < last; first++) {
        yield chunk.subarray(offsets[first]! - from, offsets[first + 1]! - from)
      }
    }
  }

  rows(): Row[] {
    const [times, ties, lengths, types] = [this.times(), this.ties(), this.lengths(), this.types()]
    const rows = Array.from(this.#records(), (record, n): Row => {
      return { time: times[n]!, tie: ties[n]!, length: lengths[n]!, type: types[n]!, record, keys: [] }
    })
    const keys = asWords(this.#column('keys'))
    for (let i = 0; i < keys.length; i += 2) rows[keys[i + 1]!]!.keys.push(keys[i]!)
    return rows
  }

  find(key: string): number[] {
    const { start, end } = this.#sections.keys
    const pair = (n: number): Uint32Array => asWords(this.#pages.read(start + n * 8, 8))
    const hash = hashText(key)
    const pairs = (end - start) / 8
    let low = 0
    let high = pairs
    while (low < high) {
      const middle = (low + high) >> 1
      if (pair(middle)[0]! < hash) low = middle + 1
      else high = middle
    }
    const found: number[] = []
    for (; low < pairs && pair(low)[0] === hash; low++) {
      const document = pair(low)[1]!
      if (keysOf(this.entry(document).memory).includes(key)) found.push(document)
    }
    return found
  }

  term(term: string): TermEntry | undefined {
    return this.#dictionary.find(term)
  }

  termsFrom(start: string): Iterable<TermEntry> {
    return this.#dictionary.from(start)
  }

  postings(entry: TermEntry): Postings {
    return this.#dictionary.postings(entry)
  }
}

function parseRecord(bytes: Uint8Array): Entry {
  const [blob, memory] = JSON.parse(asBuffer(bytes).toString('utf8')) as [string, Memory]
  return { blob, memory }
}
