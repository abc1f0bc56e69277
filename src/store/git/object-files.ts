/**
 * A few objects read from the files of the repository: starting git takes longer than reading some dozen of them. What is out of the
 * ordinary (alternates, promised objects, many packs, a file that goes away meanwhile) is left to git.
 */
import { closeSync, openSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inflateSync } from 'node:zlib'
import type { RawObject } from './cat-file.js'
import { PackFile } from './pack-file.js'
import type { Oid, Repo } from './repo.js'

/** Beyond these git is faster. */
export const MOST_OBJECTS = 64
const MOST_PACKS = 8
const MOST_BYTES = 1 << 26

/** The objects, in order, each of at most `limit` bytes; undefined for one that git should be asked for. */
export function readObjectFiles(
  repo: Repo,
  asked: readonly { oid: Oid; limit: number }[],
): (RawObject | undefined)[] {
  const dir = join(repo.commonDir, 'objects')
  const packs = new OpenPacks(join(dir, 'pack'))
  try {
    return asked.map(({ oid, limit }) => {
      const most = Math.min(limit, MOST_BYTES)
      return readLoose(dir, oid, most) ?? packs.read(oid, most)
    })
  } finally {
    packs.close()
  }
}

function readLoose(dir: string, oid: Oid, limit: number): RawObject | undefined {
  let bytes: Buffer
  try {
    bytes = inflateSync(readFileSync(join(dir, oid.slice(0, 2), oid.slice(2))), {
      maxOutputLength: limit + 64,
    })
  } catch {
    return undefined
  }
  const end = bytes.indexOf(0)
  const [type, size] = bytes.toString('latin1', 0, end).split(' ')
  const content = bytes.subarray(end + 1)
  return Number(size) === content.length && content.length <= limit ? { type: type!, content } : undefined
}

/** Opened when first needed. */
class OpenPacks {
  readonly #dir: string
  readonly #files: number[] = []
  #packs: PackFile[] | undefined

  constructor(dir: string) {
    this.#dir = dir
  }

  read(oid: Oid, limit: number): RawObject | undefined {
    try {
      this.#packs ??= this.#open()
      for (const pack of this.#packs) {
        const found = pack.read(oid, limit)
        if (found) return found
      }
    } catch {
      this.#packs = []
    }
    return undefined
  }

  #open(): PackFile[] {
    const names = readdirSync(this.#dir).filter((name) => name.endsWith('.idx'))
    if (names.length > MOST_PACKS) return []
    return names.map((name) => {
      const index = this.#file(name)
      return new PackFile(index, this.#file(`${name.slice(0, -'.idx'.length)}.pack`))
    })
  }

  #file(name: string): number {
    const file = openSync(join(this.#dir, name), 'r')
    this.#files.push(file)
    return file
  }

  close(): void {
    for (const file of this.#files) closeSync(file)
  }
}
