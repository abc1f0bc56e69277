/** Which document of the search index has which row of a model's vectors. Kept beside them for each segment, since reading all ids takes time. */
import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { hashBytes } from '../../search/bytes.js'
import type { MeaningOptions } from '../../search/meaning.js'
import type { Entry, IndexPart, Segment } from '../../search/segment.js'
import { nearness, quantise } from '../../search/vectors.js'
import type { Repo } from '../git/repo.js'
import { readLocalFile, writeCacheFile } from '../git/local-files.js'
import { nameOf } from '../index/segment-files.js'
import { DamagedVectors, dropVectors, type NewRow, VectorFile, vectorsDir } from './vector-file.js'

const VERSION = 1
/** In words: version, generation of the vectors, hash of the rest, the highest row, how many have none. */
const HEADER_WORDS = 5

/** The rows of a segment's documents, -1 for one without; and how many are without. */
interface Kept {
  rows: Int32Array
  none: number
}

/** The vectors of the living documents of a view. */
export class Vectors {
  readonly #repo: Repo
  readonly #model: string
  readonly #parts: readonly IndexPart[]
  #file: VectorFile | undefined
  /** By part. */
  readonly #kept: Kept[]
  /** Where the blobs lie that `missing` has named. */
  readonly #named = new Map<string, { part: number; document: number }>()

  constructor(repo: Repo, model: string, parts: readonly IndexPart[]) {
    this.#repo = repo
    this.#model = model
    this.#parts = parts
    this.#file = openOrDrop(repo, model)
    this.#kept = parts.map(({ segment }) => this.#readRows(segment))
  }

  get dimensions(): number | undefined {
    return this.#file?.dimensions
  }

  /** Whether all that is kept is as it was written; recall looks only at what it puts on top. */
  isWhole(): boolean {
    return this.#file?.isWhole() ?? true
  }

  /** How many living documents have no vector. */
  countMissing(): number {
    return this.#parts.reduce((sum, { dead }, part) => {
      const { rows, none } = this.#kept[part]!
      if (none === 0) return sum
      const deadOnes = [...dead].filter((document) => rows[document]! < 0).length
      return sum + none - deadOnes
    }, 0)
  }

  /** Of these at most so many, the newest of each segment first. */
  missing(most: number): Entry[] {
    const found: Entry[] = []
    for (const [part, { segment, dead }] of [...this.#parts.entries()].toReversed()) {
      const { rows, none } = this.#kept[part]!
      for (
        let document = none === 0 ? -1 : rows.length - 1;
        document >= 0 && found.length < most;
        document--
      ) {
        if (rows[document]! >= 0 || dead.has(document)) continue
        const entry = segment.entry(document)
        this.#named.set(entry.blob, { part, document })
        found.push(entry)
      }
    }
    return found
  }

  /** Keeps the vectors of what `missing` has named. */
  add(made: readonly NewRow[]): void {
    if (made.length === 0) return
    const dimensions = made[0]!.vector.length
    this.#file = (this.#file ?? VectorFile.create(this.#repo, this.#model, dimensions)).append(made)
    const found = this.#file.find(made.map(({ blob }) => blob))
    const changed = new Set<number>()
    made.forEach(({ blob }, i) => {
      const { part, document } = this.#named.get(blob)!
      const kept = this.#kept[part]!
      if (kept.rows[document]! < 0) kept.none--
      kept.rows[document] = found[i]!
      changed.add(part)
    })
    for (const part of changed) this.#keep(this.#parts[part]!.segment, this.#kept[part]!)
    this.#prune()
  }

  /** How near each living document is to the query, by part. Throws DamagedVectors, and drops the cache. */
  nearTo(query: Float32Array): Omit<MeaningOptions, 'weight'> | undefined {
    const file = this.#file
    if (file === undefined) return undefined
    const [quantised, layout] = [quantise(query), file.rows()]
    const found = this.#parts.map(({ dead }, part) => {
      const { rows } = this.#kept[part]!
      const near = nearness(layout, dead.size > 0 ? without(rows, dead) : rows, quantised)
      // A damaged row must not put a memory on top.
      if (near.nearest < 0 || file.isSound(rows[near.nearest]!)) return near
      dropVectors(this.#repo, this.#model)
      throw new DamagedVectors('a row is not as it was written')
    })
    return {
      near: found.map(({ near }) => near),
      unit: found[0]!.unit,
      least: Math.min(...found.map(({ least }) => least)),
      most: Math.max(...found.map(({ most }) => most)),
    }
  }

  /** As kept beside the vectors; where that is missing or of others, worked out again. */
  #readRows(segment: Segment): Kept {
    if (this.#file === undefined) return { rows: new Int32Array(segment.count).fill(-1), none: segment.count }
    const name = nameOf(segment)
    const kept = name === undefined ? undefined : readLocalFile(this.#mapPath(name))
    return (kept && parseMap(kept, segment.count, this.#file)) ?? this.#find(segment, this.#file)
  }

  /** As the vectors themselves tell. */
  #find(segment: Segment, file: VectorFile): Kept {
    const rows = file.find(Array.from(segment.entries(), ({ blob }) => blob))
    const kept = { rows, none: countNone(rows) }
    this.#keep(segment, kept)
    return kept
  }

  #keep(segment: Segment, { rows }: Kept): void {
    const name = nameOf(segment)
    if (name !== undefined) writeCacheFile(this.#mapPath(name), renderMap(rows, this.#file!.generation))
  }

  #mapPath(segment: string): string {
    return join(vectorsDir(this.#repo, this.#model), `${segment}.rows`)
  }

  /** Removes what was kept for segments that are gone. */
  #prune(): void {
    const dir = vectorsDir(this.#repo, this.#model)
    const segments = new Set(this.#parts.map(({ segment }) => nameOf(segment)))
    for (const file of listDir(join(this.#repo.ralphDir, 'index', 'segments'))) segments.add(file)
    for (const file of listDir(dir))
      if (file.endsWith('.rows') && !segments.has(file.slice(0, -'.rows'.length)))
        rmSync(join(dir, file), { force: true })
  }
}

function without(rows: Int32Array, dead: ReadonlySet<number>): Int32Array {
  const living = rows.slice()
  for (const document of dead) living[document] = -1
  return living
}

function listDir(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}

function openOrDrop(repo: Repo, model: string): VectorFile | undefined {
  try {
    return VectorFile.open(repo, model)
  } catch (error) {
    if (!(error instanceof DamagedVectors)) throw error
    dropVectors(repo, model)
    return undefined
  }
}

function renderMap(rows: Int32Array, generation: number): Uint8Array {
  const words = new Int32Array(HEADER_WORDS + rows.length)
  words.set(rows, HEADER_WORDS)
  words.set([VERSION, generation, 0, rows.reduce((most, row) => Math.max(most, row), -1), countNone(rows)])
  const bytes = new Uint8Array(words.buffer)
  words[2] = hashBytes(bytes.subarray(HASHED_FROM), VERSION)
  return bytes
}

/** What follows the hash. */
const HASHED_FROM = 3 * 4

function parseMap(file: Buffer, count: number, { generation, count: most }: VectorFile): Kept | undefined {
  if (file.length !== (HEADER_WORDS + count) * 4) return undefined
  const own = new Uint8Array(file) // on a word boundary
  const words = new Uint32Array(own.buffer, 0, HEADER_WORDS)
  if (words[0] !== VERSION || words[1] !== generation) return undefined
  if (words[2] !== hashBytes(own.subarray(HASHED_FROM), VERSION)) return undefined
  const highest = words[3]! | 0
  return highest < most ? { rows: new Int32Array(own.buffer, HEADER_WORDS * 4), none: words[4]! } : undefined
}

function countNone(rows: Int32Array): number {
  return rows.reduce((sum, row) => (row < 0 ? sum + 1 : sum), 0)
}
