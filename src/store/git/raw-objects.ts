/**
 * Commits, trees and blobs without isomorphic-git, for those who read or write many: asked of the one `git cat-file`, parsed, encoded
 * and written here. Loading isomorphic-git takes longer than all the rest of bringing the search index up to date, and its way to one
 * object, which checks the hash of each by a thread and waits a dozen times, made up most of a merge.
 */
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { RalphError } from '../../errors.js'
import { isLoose, loosePath, writeLoose } from './loose-objects.js'
import type { ObjectReader } from './object-reader.js'
import type { TreeEntry } from './objects.js'
import type { Oid, Repo } from './repo.js'
import { differingEntries, encodeTree, parseTree } from './tree-bytes.js'

export interface Tip {
  tree: Oid
  parents: Oid[]
  /** When it was committed, in seconds since 1970. */
  time: number
}

export interface TreePair {
  before: Oid | undefined
  after: Oid | undefined
}

export interface RawObjects {
  readTip(oid: Oid): Promise<Tip>
  readTrees(oids: Oid[]): Promise<TreeEntry[][]>
  /** Of each two trees (undefined: the empty one) the entries in which they differ, and perhaps some others. */
  compareTrees(pairs: TreePair[]): Promise<[TreeEntry[], TreeEntry[]][]>
  writeTrees(trees: TreeEntry[][]): Promise<Oid[]>
  writeBlobs(contents: Uint8Array[]): Promise<Oid[]>
  /** As git stores them, headers and all. */
  writeCommits(contents: Uint8Array[]): Promise<Oid[]>
}

export function rawObjects(repo: Repo, reader: ObjectReader): RawObjects {
  const read = async (oid: Oid, type: string): Promise<Buffer> => {
    const object = await reader.read(oid)
    if (object?.type === type) return object.content
    throw new RalphError('git-failed', `cannot read ${type} ${oid}: it is ${object?.type ?? 'missing'}`, {
      hint: 'run `git fsck` to see what the repository has lost',
    })
  }
  const readTip = keeping(async (oid) => parseTip(await read(oid, 'commit')))
  // What a tree calls a directory may be no tree, if somebody made it by hand: there is nothing in it.
  const readBytes = keeping(async (oid) => {
    const object = await reader.read(oid)
    return object && object.type !== 'tree' ? EMPTY : (object?.content ?? read(oid, 'tree'))
  })
  const readTree = keeping(async (oid) => parseTree(await readBytes(oid)))
  const write = async (type: string, contents: Uint8Array[]): Promise<Oid[]> => {
    const { createHash } = await import('node:crypto')
    const objectsDir = join(repo.commonDir, 'objects')
    return contents.map((content) => {
      const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`, 'latin1'), content])
      const oid = createHash('sha1').update(object).digest('hex')
      const path = loosePath(objectsDir, oid)
      if (!isLoose(path)) writeLoose(objectsDir, path, deflateSync(object, { level: LOOSE_LEVEL }))
      return oid
    })
  }
  return {
    readTip,
    readTrees: (oids) => Promise.all(oids.map(readTree)),
    compareTrees: (pairs) =>
      Promise.all(
        pairs.map(async ({ before, after }) => {
          const trees = [before, after].map((oid) => (oid ? readBytes(oid) : Promise.resolve(EMPTY)))
          const [old, now] = await Promise.all(trees)
          return differingEntries(old!, now!)
        }),
      ),
    writeTrees: (entries) => write('tree', entries.map(encodeTree)),
    writeBlobs: (contents) => write('blob', contents),
    writeCommits: (contents) => write('commit', contents),
  }
}

const EMPTY = Buffer.alloc(0)

/** Git's own choice for loose objects. */
const LOOSE_LEVEL = 1

const KEPT = 2_000

/** An object never changes: who asks again is told what was read, or is being read. */
function keeping<T>(read: (oid: Oid) => Promise<T>): (oid: Oid) => Promise<T> {
  const kept = new Map<Oid, Promise<T>>()
  return (oid) => {
    let reading = kept.get(oid)
    if (!reading) {
      if (kept.size > KEPT) kept.clear()
      kept.set(oid, (reading = read(oid)))
      reading.catch(() => kept.delete(oid))
    }
    return reading
  }
}

function parseTip(commit: Buffer): Tip {
  const [head] = commit.toString('latin1').split('\n\n', 1)
  const named = (name: string): Oid[] =>
    [...head!.matchAll(new RegExp(`^${name} ([0-9a-f]{40})$`, 'gm'))].map(([, found]) => found!)
  const time = Number(/^committer .*> (\d+) [+-]\d+$/m.exec(head!)?.[1] ?? 0)
  return { tree: named('tree')[0]!, parents: named('parent'), time }
}
