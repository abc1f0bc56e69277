/**
 * The sorted terms of a segment, in blocks of 32 written as differences from the term before. The first term of each block is
 * kept apart, so that a lookup searches those, then reads one block.
 */
import { asBuffer, asWords, ByteReader, ByteWriter } from './bytes.js'
import type { Pages } from './pages.js'
import { readPostings, writePostings, type Postings } from './postings.js'

const BLOCK = 32

export interface Section {
  start: number
  end: number
}

export interface DictionarySections {
  /** Two words per block and one pair past the end: where its first term ends up in `heads`, where it begins in `blocks`. */
  marks: Section
  heads: Section
  blocks: Section
  postings: Section
}

export interface TermEntry {
  term: string
  /** How many documents hold it, dead ones included. */
  documents: number
  at: number
  size: number
}

/** Takes terms in ascending order. */
export class DictionaryWriter {
  readonly marks: number[] = []
  readonly heads = new ByteWriter()
  readonly blocks = new ByteWriter()
  readonly postings = new ByteWriter()
  #count = 0
  #last = ''

  add(term: string, postings: Postings): void {
    const first = this.#count++ % BLOCK === 0
    if (first) {
      this.marks.push(this.heads.length, this.blocks.length)
      this.heads.text(term)
      this.blocks.varint(this.postings.length)
    }
    const shared = first ? 0 : sharedStart(this.#last, term)
    const rest = new ByteWriter()
    rest.text(term.slice(shared))
    const before = this.postings.length
    writePostings(this.postings, postings)
    this.blocks.varint(shared)
    this.blocks.varint(rest.length)
    this.blocks.raw(rest.take())
    this.blocks.varint(postings.docs.length)
    this.blocks.varint(this.postings.length - before)
    this.#last = term
  }

  end(): void {
    this.marks.push(this.heads.length, this.blocks.length)
  }
}

/** In UTF-16 units, never within a surrogate pair: the rest must stay valid text. */
function sharedStart(a: string, b: string): number {
  let i = 0
  while (i < a.length && i < b.length && a.charCodeAt(i) === b.charCodeAt(i)) i++
  const last = b.charCodeAt(i - 1)
  return i > 0 && last >= 0xd800 && last < 0xdc00 ? i - 1 : i
}

export class Dictionary {
  readonly #pages: Pages
  readonly #sections: DictionarySections
  #marks: Uint32Array | undefined
  #heads: Buffer | undefined

  constructor(pages: Pages, sections: DictionarySections) {
    this.#pages = pages
    this.#sections = sections
  }

  /** The terms from `start` on, ascending. */
  *from(start: string): Generator<TermEntry> {
    const marks = this.#blockMarks()
    const blocks = marks.length / 2 - 1
    for (let block = Math.max(0, this.#blockOf(start)); block < blocks; block++) {
      const input = this.#block(block)
      let at = input.varint()
      let term = ''
      while (input.at < input.bytes.length) {
        const shared = input.varint()
        term = term.slice(0, shared) + input.text(input.varint())
        const documents = input.varint()
        const size = input.varint()
        if (term >= start) yield { term, documents, at, size }
        at += size
      }
    }
  }

  /** Decodes no more terms than it must: one that shares more with the term before it than that did with `term` comes before it too. */
  find(term: string): TermEntry | undefined {
    const block = this.#blockOf(term)
    if (block < 0) return undefined
    const input = this.#block(block)
    let at = input.varint()
    let same = 0
    while (input.at < input.bytes.length) {
      const shared = input.varint()
      const length = input.varint()
      if (shared < same) return undefined
      if (shared > same) input.at += length
      else {
        const rest = input.text(length)
        if (rest.length === term.length - same && term.endsWith(rest)) {
          return { term, documents: input.varint(), at, size: input.varint() }
        }
        same += sharedStart(rest, term.slice(same))
      }
      input.varint()
      at += input.varint()
    }
    return undefined
  }

  postings(entry: TermEntry): Postings {
    const bytes = this.#pages.read(this.#sections.postings.start + entry.at, entry.size)
    return readPostings(bytes, entry.documents)
  }

  /** The last block whose first term is not after `term`; -1 when all are. */
  #blockOf(term: string): number {
    const marks = this.#blockMarks()
    const { heads } = this.#sections
    this.#heads ??= asBuffer(this.#pages.read(heads.start, heads.end - heads.start))
    let low = 0
    let high = marks.length / 2 - 1
    while (low < high) {
      const middle = (low + high) >> 1
      const head = this.#heads.toString('utf8', marks[middle * 2], marks[middle * 2 + 2])
      if (head <= term) low = middle + 1
      else high = middle
    }
    return low - 1
  }

  #blockMarks(): Uint32Array {
    const { marks } = this.#sections
    this.#marks ??= asWords(this.#pages.read(marks.start, marks.end - marks.start))
    return this.#marks
  }

  #block(block: number): ByteReader {
    const marks = this.#blockMarks()
    const start = marks[block * 2 + 1]!
    return new ByteReader(
      this.#pages.read(this.#sections.blocks.start + start, marks[block * 2 + 3]! - start),
    )
  }
}
