/**
 * Vectors of texts from a table of word pieces: the mean of what its pieces mean. No model runs, so a question takes microseconds. The
 * file is made by scripts/word-vectors.py, which describes it.
 */
import { asBuffer, asWords, hashBytes } from './bytes.js'
import type { RandomAccess } from './pages.js'
import { normalised } from './vectors.js'

const MAGIC = 'RalphWrd'
const VERSION = 1
const HEADER_BYTES = 28
/** A row is read by itself as long as few are wanted. */
const FEW = 256
const LONGEST_WORD = 48
/** Letters a piece, on average. */
const LEAST_PIECE = 2.2
const MOST_PIECES = 2_000

export class WordVectors {
  readonly #file: RandomAccess
  readonly dimensions: number
  readonly #count: number
  readonly #names: Buffer
  /** Where each name begins, and the last one ends. */
  readonly #starts: Uint32Array
  readonly #scales: Float32Array
  readonly #rowsAt: number
  readonly #known = new Map<string, number[]>()
  #rows: Int8Array | undefined
  #read = 0

  /** Throws when the file is not what it should be. */
  constructor(file: RandomAccess) {
    this.#file = file
    const header = file.read(0, HEADER_BYTES)
    const [version, count, dimensions, bytes] = asWords(header.slice(8))
    if (asBuffer(header).toString('latin1', 0, 8) !== MAGIC || version !== VERSION) throw damaged()
    this.dimensions = dimensions!
    this.#count = count!
    const tables = (count! * 2 + 1) * 4
    this.#rowsAt = HEADER_BYTES + tables + bytes!
    if (file.size !== this.#rowsAt + count! * dimensions!) throw damaged()
    const head = file.read(HEADER_BYTES, tables + bytes!)
    const words = asWords(head.subarray(0, tables))
    this.#starts = words.subarray(0, count! + 1)
    this.#scales = new Float32Array(words.buffer, words.byteOffset + (count! + 1) * 4, count)
    this.#names = asBuffer(head.subarray(tables))
  }

  /** Whether every byte is as it was made. */
  isSound(): boolean {
    const [, , , , hash] = asWords(this.#file.read(8, HEADER_BYTES - 8))
    return hashBytes(this.#file.read(HEADER_BYTES, this.#file.size - HEADER_BYTES), VERSION) === hash
  }

  /** Of length 1; all zeros when no piece of the text is known. */
  embed(text: string): Float32Array {
    const sum = new Float32Array(this.dimensions)
    for (const piece of this.#piecesOf(text)) {
      const row = this.#row(piece)
      const scale = this.#scales[piece]!
      for (let i = 0; i < sum.length; i++) sum[i]! += row[i]! * scale
    }
    return normalised(sum)
  }

  #row(piece: number): Int8Array {
    const { dimensions } = this
    if (this.#rows === undefined && this.#read++ < FEW) {
      const row = this.#file.read(this.#rowsAt + piece * dimensions, dimensions)
      return new Int8Array(row.buffer, row.byteOffset, dimensions)
    }
    if (this.#rows === undefined) {
      const rows = this.#file.read(this.#rowsAt, this.#count * dimensions)
      this.#rows = new Int8Array(rows.buffer, rows.byteOffset, rows.length)
    }
    return this.#rows.subarray(piece * dimensions, (piece + 1) * dimensions)
  }

  #piecesOf(text: string): number[] {
    const pieces: number[] = []
    const folded = fold(text)
    for (const [word] of folded.matchAll(/[a-z]+|[0-9]+/g)) {
      if (word.length > LONGEST_WORD || pieces.length >= MOST_PIECES) continue
      let known = this.#known.get(word)
      if (known === undefined) this.#known.set(word, (known = this.#split(word)))
      pieces.push(...known)
    }
    return pieces
  }

  /** The longest piece that begins the word, then the longest that goes on, as the model's own tokenizer does. */
  #split(word: string): number[] {
    const pieces: number[] = []
    for (let from = 0; from < word.length;) {
      let to = word.length
      let piece = -1
      for (; to > from; to--) {
        piece = this.#find(`${from === 0 ? '' : '#'}${word.slice(from, to)}`)
        if (piece >= 0) break
      }
      if (piece >= 0) pieces.push(piece)
      from = Math.max(to, from + 1)
    }
    // What falls into crumbs is no word: zzqx, a hash, base64.
    return pieces.length > 1 && word.length / pieces.length < LEAST_PIECE ? [] : pieces
  }

  #find(name: string): number {
    let low = 0
    let high = this.#count
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#name(middle) < name) low = middle + 1
      else high = middle
    }
    return low < this.#count && this.#name(low) === name ? low : -1
  }

  #name(n: number): string {
    return this.#names.toString('latin1', this.#starts[n], this.#starts[n + 1])
  }
}

/** In lower case, names out of code in their parts; nothing of a text in another script. */
function fold(text: string): string {
  const parts = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  // Unicode's classes take a millisecond when they are first used.
  if (!/[^\u0000-\u007f]/.test(parts)) return parts // oxlint-disable-line no-control-regex
  const folded = parts.normalize('NFKD').replace(/\p{M}+/gu, '')
  // Of a sentence in another script the few Latin words and numbers are not what it means.
  const [known, all] = [folded.match(/[a-z0-9]/g), folded.match(/[\p{L}\p{N}]/gu)]
  return 2 * (known?.length ?? 0) < (all?.length ?? 0) ? '' : folded
}

const damaged = (): Error => new Error('the table of word vectors is damaged')
