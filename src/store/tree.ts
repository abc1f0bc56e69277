/** Trees as sets of paths: what differs between two, and a new one with some paths set. Equal subtrees are never read. */
import type { Objects, TreeEntry } from './objects.js'
import type { Oid } from './repo.js'

const DIRECTORY = '040000'
const FILE = '100644'
/** Deeper than any tree we write; a hostile one is not followed further. */
const MAX_DEPTH = 6

export interface Difference {
  path: string
  before: Oid | undefined
  after: Oid | undefined
  /** Neither file nor directory (a link, a submodule) is there now: never read, but not passed over in silence. */
  odd?: true
}

/** The files that differ between two trees (undefined: the empty one), ordered by path. */
export async function diffTrees(
  objects: Pick<Objects, 'readTree'>,
  before: Oid | undefined,
  after: Oid | undefined,
  path = '',
  depth = 0,
): Promise<Difference[]> {
  if (before === after || depth > MAX_DEPTH) return []
  const [olds, news] = await Promise.all([readByName(objects, before), readByName(objects, after)])
  const differences: Difference[] = []
  for (const name of [...new Set([...olds.keys(), ...news.keys()])].toSorted()) {
    const [old, now] = [olds.get(name), news.get(name)]
    if (old?.oid === now?.oid && old?.mode === now?.mode) continue
    const below = path + name
    const [oldDir, newDir] = [directoryOid(old), directoryOid(now)]
    if (oldDir || newDir)
      differences.push(...(await diffTrees(objects, oldDir, newDir, `${below}/`, depth + 1)))
    const [oldFile, newFile] = [fileOid(old), fileOid(now)]
    if (oldFile !== newFile || isOdd(old) || isOdd(now))
      differences.push({ path: below, before: oldFile, after: newFile, ...(isOdd(now) && { odd: true }) })
  }
  return differences
}

/** The tree with each path set to a blob, or removed where the blob is undefined. Answers undefined for an empty tree. */
export async function spliceTree(
  objects: Objects,
  tree: Oid | undefined,
  changes: ReadonlyMap<string, Oid | undefined>,
): Promise<Oid | undefined> {
  const entries = await readByName(objects, tree)
  const below = new Map<string, Map<string, Oid | undefined>>()
  for (const [path, blob] of changes) {
    const slash = path.indexOf('/')
    if (slash >= 0) {
      const name = path.slice(0, slash)
      below.set(name, (below.get(name) ?? new Map()).set(path.slice(slash + 1), blob))
    } else if (blob === undefined) entries.delete(path)
    else entries.set(path, { mode: FILE, name: path, oid: blob })
  }
  for (const [name, inner] of below) {
    const oid = await spliceTree(objects, directoryOid(entries.get(name)), inner)
    if (oid === undefined) entries.delete(name)
    else entries.set(name, { mode: DIRECTORY, name, oid })
  }
  return entries.size === 0 ? undefined : objects.writeTree([...entries.values()])
}

/** The blob at `path`, or undefined. */
export async function findInTree(objects: Objects, tree: Oid, path: string): Promise<Oid | undefined> {
  let oid: Oid | undefined = tree
  const names = path.split('/')
  for (const [depth, name] of names.entries()) {
    const entry: TreeEntry | undefined = (await objects.readTree(oid)).find((found) => found.name === name)
    oid = depth === names.length - 1 ? fileOid(entry) : directoryOid(entry)
    if (oid === undefined) return undefined
  }
  return oid
}

/** The directory at the top of `tree` that has this name. */
export async function findDirectory(objects: Objects, tree: Oid, name: string): Promise<Oid | undefined> {
  return directoryOid((await objects.readTree(tree)).find((entry) => entry.name === name))
}

async function readByName(
  objects: Pick<Objects, 'readTree'>,
  tree: Oid | undefined,
): Promise<Map<string, TreeEntry>> {
  const entries = tree === undefined ? [] : await objects.readTree(tree)
  return new Map(entries.map((entry) => [entry.name, entry]))
}

const directoryOid = (entry: TreeEntry | undefined): Oid | undefined =>
  entry?.mode === DIRECTORY ? entry.oid : undefined
const fileOid = (entry: TreeEntry | undefined): Oid | undefined =>
  entry?.mode === FILE || entry?.mode === '100755' ? entry.oid : undefined
const isOdd = (entry: TreeEntry | undefined): boolean =>
  entry !== undefined && directoryOid(entry) === undefined && fileOid(entry) === undefined
