/**
 * Commits, trees and blobs without isomorphic-git, for those who read or write many: asked of the one `git cat-file`, parsed, encoded
 * and written here. Loading isomorphic-git takes longer than all the rest of bringing the search index up to date, and its way to one
 * object, which checks the hash of each by a thread and waits a dozen times, made up most of a merge.
 */
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { RalphError } from '../../errors.js'
import type { CatFile } from './cat-file.js'
import { findLoose, loosePath, writeLoose } from './loose-objects.js'
import type { TreeEntry } from './objects.js'
import type { Oid, Repo } from './repo.js'

export interface Tip {
  tree: Oid
  parents: Oid[]
  /** When it was committed, in seconds since 1970. */
  time: number
}

export interface RawObjects {
  readTip(oid: Oid): Promise<Tip>
  readTrees(oids: Oid[]): Promise<TreeEntry[][]>
  writeTrees(trees: TreeEntry[][]): Promise<Oid[]>
  writeBlobs(contents: Uint8Array[]): Promise<Oid[]>
}

const KEEP_TREES = 2_000

export function rawObjects(repo: Repo, catFile: CatFile): RawObjects {
  const trees = new Map<Oid, Promise<TreeEntry[]>>()
  const read = async (oid: Oid, type: string): Promise<Buffer> => {
    const object = await catFile.read(oid)
    if (object?.type === type) return object.content
    throw new RalphError('git-failed', `cannot read ${type} ${oid}: it is ${object?.type ?? 'missing'}`, {
      hint: 'run `git fsck` to see what the repository has lost',
    })
  }
  const write = async (type: string, contents: Uint8Array[]): Promise<Oid[]> => {
    const { createHash } = await import('node:crypto')
    const objectsDir = join(repo.commonDir, 'objects')
    return contents.map((content) => {
      const object = Buffer.concat([Buffer.from(`${type} ${content.length}\0`, 'latin1'), content])
      const oid = createHash('sha1').update(object).digest('hex')
      const path = loosePath(objectsDir, oid)
      if (!findLoose(path)) writeLoose(objectsDir, path, deflateSync(object, { level: LOOSE_LEVEL }))
      return oid
    })
  }
  return {
    async readTip(oid) {
      const [head] = (await read(oid, 'commit')).toString('latin1').split('\n\n', 1)
      const named = (name: string): Oid[] =>
        [...head!.matchAll(new RegExp(`^${name} ([0-9a-f]{40})$`, 'gm'))].map(([, found]) => found!)
      const time = Number(/^committer .*> (\d+) [+-]\d+$/m.exec(head!)?.[1] ?? 0)
      return { tree: named('tree')[0]!, parents: named('parent'), time }
    },
    readTrees(oids) {
      if (trees.size > KEEP_TREES) trees.clear()
      return Promise.all(
        oids.map((oid) => {
          let entries = trees.get(oid)
          if (!entries) {
            trees.set(oid, (entries = read(oid, 'tree').then(parseTree)))
            entries.catch(() => trees.delete(oid))
          }
          return entries
        }),
      )
    },
    writeTrees: (entries) => write('tree', entries.map(encodeTree)),
    writeBlobs: (contents) => write('blob', contents),
  }
}

/** Git's own choice for loose objects. */
const LOOSE_LEVEL = 1

/** No name of ours: such entries are as good as absent, and are gone with the next write. */
const UNSAFE_NAME = /^(?:\.|\.\.|\.git)$|[/\\]/i

/** `<mode> <name>\0<20 bytes>`, again and again. */
function parseTree(bytes: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = []
  // Cut from two long strings: a merge reads hundreds of trees, and each call into a Buffer costs more than a cut.
  const [text, hex] = [bytes.toString('latin1'), bytes.toString('hex')]
  for (let at = 0; at < text.length;) {
    const space = text.indexOf(' ', at)
    const end = text.indexOf('\0', space)
    if (space < 0 || end < 0 || end + 21 > text.length)
      throw new RalphError('git-failed', 'a tree is cut off')
    const cut = text.slice(space + 1, end)
    const name = ASCII.test(cut) ? cut : bytes.toString('utf8', space + 1, end)
    // git writes 40000; everybody else says 040000.
    const mode = text.slice(at, space).padStart(6, '0')
    if (!UNSAFE_NAME.test(name)) entries.push({ mode, name, oid: hex.slice(2 * end + 2, 2 * end + 42) })
    at = end + 21
  }
  return entries
}

// oxlint-disable-next-line no-control-regex
const ASCII = /^[\x00-\x7f]*$/

/** In git's order: by bytes, and a directory's name counts as if it ended in a slash. */
function encodeTree(entries: TreeEntry[]): Buffer {
  const rows = entries.map(({ mode, name, oid }) => {
    const written = writtenMode(mode)
    return { head: `${written} ${name}\0`, place: written === '40000' ? `${name}/` : name, oid }
  })
  rows.sort(rows.every(({ place }) => ASCII.test(place)) ? byUnits : byBytes)
  const tree = Buffer.allocUnsafe(rows.reduce((sum, { head }) => sum + Buffer.byteLength(head) + 20, 0))
  let at = 0
  for (const { head, oid } of rows) {
    at += tree.write(head, at)
    at += tree.write(oid, at, 'hex')
  }
  return tree
}

const byUnits = (a: { place: string }, b: { place: string }): number =>
  a.place < b.place ? -1 : a.place > b.place ? 1 : 0
const byBytes = (a: { place: string }, b: { place: string }): number =>
  Buffer.compare(Buffer.from(a.place), Buffer.from(b.place))

/** The modes that git writes; other people's trees may have others, 100664 for instance. */
function writtenMode(mode: string): string {
  const kind = WRITTEN_MODES.find(([given]) => mode.startsWith(given))
  if (kind === undefined) throw new RalphError('internal', `cannot write a tree entry of mode ${mode}`)
  return kind[1]
}

const WRITTEN_MODES = [
  ['04', '40000'],
  ['1006', '100644'],
  ['1007', '100755'],
  ['120', '120000'],
  ['160', '160000'],
] as const
