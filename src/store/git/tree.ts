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
  objects: Pick<Objects, 'readTrees'>,
  before: Oid | undefined,
  after: Oid | undefined,
): Promise<Difference[]> {
  const differences: Difference[] = []
  let level = before === after ? [] : [{ path: '', before, after }]
  // Level by level, so that all trees of one can be read at once.
  for (let depth = 0; level.length > 0 && depth <= MAX_DEPTH; depth++) {
    const oids = [...new Set(level.flatMap((pair) => [pair.before ?? [], pair.after ?? []].flat()))]
    const read = await objects.readTrees(oids)
    const trees = new Map(oids.map((oid, i) => [oid, read[i]!]))
    const below: Difference[] = []
    for (const pair of level) compareTrees(trees, pair, differences, below)
    level = below
  }
  return differences.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

function compareTrees(
  trees: ReadonlyMap<Oid, TreeEntry[]>,
  { path, before, after }: Difference,
  differences: Difference[],
  below: Difference[],
): void {
  const byName = (tree: Oid | undefined): Map<string, TreeEntry> =>
    new Map((tree === undefined ? [] : trees.get(tree)!).map((entry) => [entry.name, entry]))
  const [olds, news] = [byName(before), byName(after)]
  for (const name of new Set([...olds.keys(), ...news.keys()])) {
    const [old, now] = [olds.get(name), news.get(name)]
    if (old?.oid === now?.oid && old?.mode === now?.mode) continue
    const [oldDir, newDir] = [directoryOid(old), directoryOid(now)]
    if (oldDir !== newDir) below.push({ path: `${path}${name}/`, before: oldDir, after: newDir })
    const [oldFile, newFile] = [fileOid(old), fileOid(now)]
    if (oldFile !== newFile || isOdd(old) || isOdd(now))
      differences.push({
        path: path + name,
        before: oldFile,
        after: newFile,
        ...(isOdd(now) && { odd: true }),
      })
  }
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
  const spliced = await Promise.all(
    [...below].map(async ([name, inner]) => ({
      name,
      oid: await spliceTree(objects, directoryOid(entries.get(name)), inner),
    })),
  )
  for (const { name, oid } of spliced) {
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
