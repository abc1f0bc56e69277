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
  objects: Pick<Objects, 'compareTrees'>,
  before: Oid | undefined,
  after: Oid | undefined,
): Promise<Difference[]> {
  const differences: Difference[] = []
  let level = before === after ? [] : [{ path: '', before, after }]
  // Level by level, so that all trees of one can be read at once.
  for (let depth = 0; level.length > 0 && depth <= MAX_DEPTH; depth++) {
    const pairs = await objects.compareTrees(level)
    const below: Difference[] = []
    for (const [i, { path }] of level.entries()) compareEntries(path, pairs[i]!, differences, below)
    level = below
  }
  return differences.toSorted((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0))
}

/** The files that differ between the trees of two commits (undefined: the empty one). */
export async function diffCommits(
  objects: Pick<Objects, 'compareTrees' | 'readCommit'>,
  before: Oid | undefined,
  after: Oid | undefined,
): Promise<Difference[]> {
  const treeOf = async (commit: Oid | undefined): Promise<Oid | undefined> =>
    commit && (await objects.readCommit(commit)).tree
  return diffTrees(objects, await treeOf(before), await treeOf(after))
}

function compareEntries(
  path: string,
  [before, after]: [TreeEntry[], TreeEntry[]],
  differences: Difference[],
  below: Difference[],
): void {
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

/** A directory that changes. */
interface Splice {
  name: string
  tree: Oid | undefined
  changes: Map<string, Oid | undefined>
  entries: Map<string, TreeEntry>
  above: Splice | undefined
}

/** The tree with each path set to a blob, or removed where the blob is undefined. Answers undefined for an empty tree. */
export async function spliceTree(
  objects: Objects,
  tree: Oid | undefined,
  changes: ReadonlyMap<string, Oid | undefined>,
): Promise<Oid | undefined> {
  const top = spliceAt(undefined, '', tree)
  for (const [path, blob] of changes) top.changes.set(path, blob)
  const levels: Splice[][] = []
  // Level by level, so that all trees of one are read at once, and then written at once from the bottom up.
  for (let level = [top]; level.length > 0; level = level.flatMap(changeFiles)) {
    await readEntries(objects, level)
    levels.push(level)
  }
  for (const level of levels.toReversed()) await writeLevel(objects, level)
  return top.tree
}

const spliceAt = (above: Splice | undefined, name: string, tree: Oid | undefined): Splice => ({
  name,
  tree,
  changes: new Map(),
  entries: new Map(),
  above,
})

async function readEntries(objects: Pick<Objects, 'readTrees'>, level: Splice[]): Promise<void> {
  const present = level.filter(({ tree }) => tree !== undefined)
  const read = await objects.readTrees(present.map(({ tree }) => tree!))
  for (const [i, splice] of present.entries()) splice.entries = byName(read[i]!)
}

/** Sets the files of a directory, and answers with the directories below it that change. */
function changeFiles(splice: Splice): Splice[] {
  const below = new Map<string, Map<string, Oid | undefined>>()
  for (const [path, blob] of splice.changes) {
    const slash = path.indexOf('/')
    if (slash >= 0) {
      const name = path.slice(0, slash)
      if (!below.has(name)) below.set(name, new Map())
      below.get(name)!.set(path.slice(slash + 1), blob)
    } else if (blob === undefined) splice.entries.delete(path)
    else splice.entries.set(path, { mode: FILE, name: path, oid: blob })
  }
  return [...below].map(([name, changes]) => ({
    ...spliceAt(splice, name, directoryOid(splice.entries.get(name))),
    changes,
  }))
}

async function writeLevel(objects: Objects, level: Splice[]): Promise<void> {
  const full = level.filter(({ entries }) => entries.size > 0)
  const written = await objects.writeTrees(full.map(({ entries }) => [...entries.values()]))
  const oids = new Map(full.map((splice, i) => [splice, written[i]]))
  for (const splice of level) {
    const { above, name } = splice
    const oid = (splice.tree = oids.get(splice))
    if (oid === undefined) above?.entries.delete(name)
    else above?.entries.set(name, { mode: DIRECTORY, name, oid })
  }
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

const byName = (entries: readonly TreeEntry[]): Map<string, TreeEntry> =>
  new Map(entries.map((entry) => [entry.name, entry]))

const directoryOid = (entry: TreeEntry | undefined): Oid | undefined =>
  entry?.mode === DIRECTORY ? entry.oid : undefined
const fileOid = (entry: TreeEntry | undefined): Oid | undefined =>
  entry?.mode === FILE || entry?.mode === '100755' ? entry.oid : undefined
const isOdd = (entry: TreeEntry | undefined): boolean =>
  entry !== undefined && directoryOid(entry) === undefined && fileOid(entry) === undefined
