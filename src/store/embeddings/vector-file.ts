/**
 * The vectors of one model: a row per text that was embedded, found by the id of the memory's blob. Rows are appended and never changed; a
 * row that was cut off in the middle is dropped. Everything here can be made again.
 */
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { hashBytes, hashText } from '../../search/bytes.js'
import { quantise, type Rows } from '../../search/vectors.js'
import type { Repo } from '../git/repo.js'
import { makeLocalDir, readLocalFile, writeLocalFile } from '../git/local-files.js'

/** The cache holds something else than it should: it is dropped, and made anew. */
export class DamagedVectors extends Error {}

const MAGIC = [0x706c6152, 0x63655668] // "RalphVec"
const VERSION = 1
/** In words: magic, magic, version, dimensions, generation, model, 0, hash of these. */
const HEADER_WORDS = 8
const HEADER_BYTES = HEADER_WORDS * 4
/** Of a row: hash of the rest, scale, id of the blob, a byte per dimension. */
const SCALE_AT = 4
const BLOB_AT = 8
const BLOB_BYTES = 32
const VALUES_AT = BLOB_AT + BLOB_BYTES

export interface NewRow {
  blob: string
  vector: Float32Array
}

/** A directory of its own for each model. */
export function vectorsDir(repo: Repo, model: string): string {
  const plain = model.replace(/[^A-Za-z0-9.-]+/g, '-').slice(0, 60)
  return join(repo.ralphDir, 'vectors', `${plain}-${hashText(model).toString(16)}`)
}

export function dropVectors(repo: Repo, model: string): void {
  rmSync(vectorsDir(repo, model), { recursive: true, force: true })
}

export class VectorFile {
  readonly #path: string
  readonly #bytes: Buffer
  readonly #step: number
  readonly dimensions: number
  /** Another for each file that is begun: what refers to rows of an earlier one is void. */
  readonly generation: number
  readonly count: number

  private constructor(path: string, bytes: Buffer) {
    this.#path = path
    this.#bytes = bytes
    const header = wordsOf(bytes, 0, HEADER_WORDS)
    this.dimensions = header[3]!
    this.generation = header[4]!
    this.#step = stepOf(this.dimensions)
    this.count = Math.floor((bytes.length - HEADER_BYTES) / this.#step)
  }

  /** Undefined when there is none yet. Throws DamagedVectors. */
  static open(repo: Repo, model: string): VectorFile | undefined {
    const path = fileIn(repo, model)
    const bytes = readLocalFile(path)
    if (bytes === undefined) return undefined
    if (bytes.length < HEADER_BYTES) throw new DamagedVectors('truncated')
    const header = wordsOf(bytes, 0, HEADER_WORDS)
    const sound =
      MAGIC.every((word, i) => header[i] === word) &&
      header[2] === VERSION &&
      header[5] === hashText(model) &&
      header[7] === hashBytes(bytes.subarray(0, HEADER_BYTES - 4), VERSION)
    if (!sound) throw new DamagedVectors('bad header')
    return new VectorFile(path, bytes)
  }

  /** Begins a file without rows. */
  static create(repo: Repo, model: string, dimensions: number): VectorFile {
    const generation = hashText(`${process.pid} ${performance.timeOrigin} ${performance.now()}`)
    const header = Uint32Array.from([...MAGIC, VERSION, dimensions, generation, hashText(model), 0, 0])
    header[7] = hashBytes(new Uint8Array(header.buffer, 0, HEADER_BYTES - 4), VERSION)
    makeLocalDir(vectorsDir(repo, model))
    writeLocalFile(fileIn(repo, model), new Uint8Array(header.buffer))
    return VectorFile.open(repo, model)!
  }

  /** Adds rows in one go, so that writers at the same time do not mix theirs; answers the file as it is then. */
  append(rows: readonly NewRow[]): VectorFile {
    const bytes = Buffer.alloc(rows.length * this.#step)
    rows.forEach((row, n) => this.#encode(bytes.subarray(n * this.#step, (n + 1) * this.#step), row))
    const handle = openSync(this.#path, 'a+', 0o600)
    try {
      const { size } = fstatSync(handle)
      const whole = size - ((size - HEADER_BYTES) % this.#step)
      if (whole !== size) ftruncateSync(handle, whole)
      writeSync(handle, bytes)
    } finally {
      closeSync(handle)
    }
    return new VectorFile(this.#path, readFileSync(this.#path))
  }

  #encode(row: Buffer, { blob, vector }: NewRow): void {
    const { scale, values } = quantise(vector)
    row.writeUInt32LE(scale, SCALE_AT)
    row.write(blob, BLOB_AT, 'hex')
    row.set(new Uint8Array(values.buffer), VALUES_AT)
    row.writeUInt32LE(hashBytes(row.subarray(4), VERSION), 0)
  }

  /** The rows of these blobs; -1 for one that has none. */
  find(blobs: readonly string[]): Int32Array {
    const rows = new Int32Array(blobs.length).fill(-1)
    const wanted = new Map<number, number[]>()
    blobs.forEach((blob, i) => {
      const start = Number.parseInt(blob.slice(0, 8), 16)
      wanted.set(start, [...(wanted.get(start) ?? []), i])
    })
    for (let row = 0; row < this.count; row++) {
      const at = HEADER_BYTES + row * this.#step + BLOB_AT
      for (const i of wanted.get(this.#bytes.readUInt32BE(at)) ?? []) {
        if (this.#blobOf(row, blobs[i]!.length) === blobs[i] && this.isSound(row)) rows[i] = row
      }
    }
    return rows
  }

  #blobOf(row: number, digits: number): string {
    const at = HEADER_BYTES + row * this.#step + BLOB_AT
    return this.#bytes.toString('hex', at, at + digits / 2)
  }

  isSound(row: number): boolean {
    if (row >= this.count) return false
    const at = HEADER_BYTES + row * this.#step
    const rest = this.#bytes.subarray(at + 4, at + this.#step)
    return hashBytes(rest, VERSION) === this.#bytes.readUInt32LE(at)
  }

  /** Whether every row is as it was written. */
  isWhole(): boolean {
    for (let row = 0; row < this.count; row++) if (!this.isSound(row)) return false
    return true
  }

  rows(): Rows {
    const { buffer, byteOffset, length } = this.#bytes
    return {
      bytes: new Int8Array(buffer, byteOffset, length),
      words: new Int32Array(buffer, byteOffset, length >> 2),
      first: HEADER_BYTES + VALUES_AT,
      step: this.#step,
      firstScale: (HEADER_BYTES + SCALE_AT) / 4,
      scaleStep: this.#step / 4,
      dimensions: this.dimensions,
    }
  }
}

const fileIn = (repo: Repo, model: string): string => join(vectorsDir(repo, model), 'rows.vec')

const stepOf = (dimensions: number): number => VALUES_AT + Math.ceil(dimensions / 4) * 4

function wordsOf(bytes: Buffer, at: number, count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => bytes.readUInt32LE(at + i * 4))
}
