/** The layout of a segment file: columns with one value per document, the dictionary, the postings, the records. */
import { ByteWriter, hashText } from './bytes.js'
import { DictionaryWriter, type Section } from './dictionary.js'
import { writePages } from './pages.js'
import type { Postings } from './postings.js'
import { TOKENS_VERSION } from './tokens.js'

/** Files of another version are rebuilt: they are derived from the memories. */
export const VERSION = (4 << 8) | TOKENS_VERSION

const WORD = 2 ** 32

/** In the order of the file. The first ones are arrays of 32-bit words, and begin on a word boundary. */
export const SECTIONS = [
  'times',
  'ties',
  'offsets',
  'keys',
  'marks',
  'lengths',
  'types',
  'heads',
  'blocks',
  'postings',
  'records',
] as const
export type SectionName = (typeof SECTIONS)[number]

/** All that is stored of one document apart from its terms. */
export interface Row {
  time: number
  /** Orders documents of the same second, alike in every segment. */
  tie: number
  length: number
  type: number
  record: Uint8Array
  keys: number[]
}

export function tieOf(id: string): number {
  return hashText(id)
}

/** Oldest first. The record decides last, so that the order never depends on how documents were put into segments. */
export function compareRows(a: Row, b: Row): number {
  return a.time - b.time || a.tie - b.tie || Buffer.compare(a.record, b.record)
}

/** Rows in order of time and tie, terms in ascending order. */
export function writeSegment(rows: readonly Row[], terms: Iterable<[string, Postings]>): Uint8Array {
  const dictionary = new DictionaryWriter()
  for (const [term, postings] of terms) dictionary.add(term, postings)
  dictionary.end()
  const records = new ByteWriter()
  const offsets = [0]
  for (const row of rows) {
    records.raw(row.record)
    offsets.push(records.length)
  }
  const sections: Record<SectionName, Uint8Array> = {
    times: words(rows.map((row) => row.time)),
    ties: words(rows.map((row) => row.tie)),
    offsets: words(offsets),
    keys: words(sortedKeys(rows)),
    marks: words(dictionary.marks),
    lengths: new Uint8Array(Uint16Array.from(rows, (row) => row.length).buffer),
    types: Uint8Array.from(rows, (row) => row.type),
    heads: dictionary.heads.take(),
    blocks: dictionary.blocks.take(),
    postings: dictionary.postings.take(),
    records: records.take(),
  }
  const length = rows.reduce((sum, row) => sum + row.length, 0)
  const header = [rows.length, length % WORD, Math.floor(length / WORD)]
  const before = header.length
  let size = 0
  for (const name of SECTIONS) {
    header.push(size)
    size += sections[name].length
  }
  header.push(size)
  const data = new Uint8Array(size)
  SECTIONS.forEach((name, i) => data.set(sections[name], header[before + i]))
  return writePages(VERSION, header, data)
}

/** What the header says: how many documents, their lengths together, where each section begins and the last one ends. */
export function readHeader(words: Uint32Array): {
  count: number
  length: number
  sections: Record<SectionName, Section>
} {
  const [count, low, high, ...starts] = words
  const sections = SECTIONS.map((name, i) => [name, { start: starts[i]!, end: starts[i + 1]! }] as const)
  return {
    count: count!,
    length: high! * WORD + low!,
    sections: Object.fromEntries(sections) as Record<SectionName, Section>,
  }
}

function words(values: number[]): Uint8Array {
  return new Uint8Array(Uint32Array.from(values).buffer)
}

/** Pairs of hash and document, by hash, then document. */
function sortedKeys(rows: readonly Row[]): number[] {
  const pairs = rows.flatMap((row, document) => row.keys.map((hash) => [hash, document] as const))
  return pairs.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]).flat()
}
