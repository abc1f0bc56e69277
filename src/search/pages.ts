/**
 * A file whose bytes are checked as they are read. It begins with a header and a table with one hash per page; both are
 * verified when the file is opened, a page when it is first touched. So a query pays for checking what it reads, never for
 * the whole file.
 */
import { asWords, hashBytes } from './bytes.js'

/** Synchronous reads at any place of a file, each into an array of its own. */
export interface RandomAccess {
  size: number
  read(offset: number, length: number): Uint8Array
}

/** The file is truncated, altered, of another version or not ours: rebuild it from the memories. */
export class DamagedSegment extends Error {
  constructor(message: string) {
    super(`search index segment: ${message}`)
    this.name = 'DamagedSegment'
  }
}

const PAGE = 4096
const MAGIC = [0x52, 0x61, 0x6c, 0x70, 0x68, 0x49, 0x64, 0x78] // "RalphIdx"
/** Runs up to this many pages are kept: the next lookup often falls on the same ones. Longer runs are columns, kept by their reader. */
const KEPT_RUN = 4

// The header in words: magic, magic, version, size of the file, number of caller's words, hash of the table; then the
// caller's words; then the hash of all that.
const FIXED_WORDS = 6

/** Puts header and table before `data`. */
export function writePages(version: number, words: readonly number[], data: Uint8Array): Uint8Array {
  const pages = Math.ceil(data.length / PAGE)
  const headerBytes = (FIXED_WORDS + words.length + 1) * 4
  const start = headerBytes + pages * 4
  const file = new Uint8Array(start + data.length)
  file.set(data, start)
  const table = new Uint32Array(file.buffer, headerBytes, pages)
  for (let page = 0; page < pages; page++) {
    table[page] = hashBytes(data.slice(page * PAGE, (page + 1) * PAGE), page)
  }
  const header = new Uint32Array(file.buffer, 0, headerBytes / 4)
  file.set(MAGIC)
  header.set([version, file.length, words.length, hashBytes(file.subarray(headerBytes, start), version)], 2)
  header.set(words, FIXED_WORDS)
  header[header.length - 1] = hashBytes(file.subarray(0, headerBytes - 4), version)
  return file
}

export class Pages {
  readonly #file: RandomAccess
  readonly #start: number
  readonly #table: Uint32Array
  readonly #kept = new Map<number, Uint8Array>()
  /** The caller's words, as written. */
  readonly words: Uint32Array

  constructor(file: RandomAccess, version: number) {
    this.#file = file
    const first = this.#readFile(0, Math.min(file.size, PAGE))
    if (first.length < (FIXED_WORDS + 1) * 4 || MAGIC.some((byte, i) => first[i] !== byte)) {
      throw new DamagedSegment('not a segment')
    }
    const fixed = asWords(first.slice(0, FIXED_WORDS * 4))
    if (fixed[2] !== version) throw new DamagedSegment('another version')
    if (fixed[3] !== file.size) throw new DamagedSegment('wrong size')
    const headerBytes = (FIXED_WORDS + fixed[4]! + 1) * 4
    if (headerBytes > first.length) throw new DamagedSegment('bad header')
    const header = asWords(first.slice(0, headerBytes))
    if (hashBytes(first.slice(0, headerBytes - 4), version) !== header[header.length - 1]) {
      throw new DamagedSegment('bad header')
    }
    const pages = Math.ceil((file.size - headerBytes) / (PAGE + 4))
    this.#start = headerBytes + pages * 4
    const table =
      this.#start <= first.length
        ? first.slice(headerBytes, this.#start)
        : this.#readFile(headerBytes, pages * 4).slice()
    if (hashBytes(table, version) !== fixed[5]) throw new DamagedSegment('bad page table')
    this.#table = asWords(table)
    this.words = header.subarray(FIXED_WORDS, header.length - 1)
  }

  /** Bytes of the data area, checked. The array may be shared: do not write to it. */
  read(offset: number, length: number): Uint8Array {
    if (length === 0) return new Uint8Array(0)
    const first = Math.floor(offset / PAGE)
    const last = Math.floor((offset + length - 1) / PAGE)
    const from = offset - first * PAGE
    if (last - first >= KEPT_RUN) return this.#readRun(first, last).subarray(from, from + length)
    if (first === last) return this.#page(first).subarray(from, from + length)
    const run = this.#readRun(first, last)
    for (let page = first; page <= last; page++) {
      this.#kept.set(page, run.subarray((page - first) * PAGE, (page - first + 1) * PAGE))
    }
    return run.subarray(from, from + length)
  }

  #page(page: number): Uint8Array {
    let bytes = this.#kept.get(page)
    if (bytes === undefined) {
      bytes = this.#readRun(page, page)
      this.#kept.set(page, bytes)
    }
    return bytes
  }

  #readRun(first: number, last: number): Uint8Array {
    const start = this.#start + first * PAGE
    const end = Math.min(this.#start + (last + 1) * PAGE, this.#file.size)
    const read = this.#readFile(start, end - start)
    const bytes = read.byteOffset % 4 === 0 ? read : read.slice()
    for (let page = first; page <= last; page++) {
      const at = (page - first) * PAGE
      if (hashBytes(bytes.subarray(at, at + PAGE), page) !== this.#table[page]) {
        throw new DamagedSegment(`bad page ${page}`)
      }
    }
    return bytes
  }

  #readFile(offset: number, length: number): Uint8Array {
    const bytes = this.#file.read(offset, length)
    if (bytes.length !== length) throw new DamagedSegment('truncated')
    return bytes
  }
}
