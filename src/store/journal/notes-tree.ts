/**
 * A tree of git notes: one file per annotated object, named by its id, in directories of two digits each. How deep is git's choice
 * and may differ from branch to branch of one tree; git itself reads any depth, so do we. Files that are no notes are left alone.
 */
import { appendToNote } from '../../memory/merge-notes.js'
import type { Objects, TreeEntry } from '../git/objects.js'
import type { Oid } from '../git/repo.js'
import { diffTrees } from '../git/tree.js'

const OID_LENGTH = 40
const FILE = '100644'
const DIRECTORY = '040000'
/** Where a directory of notes is named by two digits of the id. */
const FAN = /^[0-9a-f]{2}$/
const REST = /^[0-9a-f]+$/

/** Which note each object has, of those asked for. */
export async function findNotes(
  objects: Objects,
  tree: Oid | undefined,
  wanted: Iterable<Oid>,
): Promise<Map<Oid, Oid>> {
  const found = new Map<Oid, Oid>()
  await find(objects, tree, [...new Set(wanted)], 0, found)
  return found
}

async function find(
  objects: Objects,
  tree: Oid | undefined,
  wanted: Oid[],
  depth: number,
  found: Map<Oid, Oid>,
): Promise<void> {
  if (tree === undefined || wanted.length === 0) return
  const entries = new Map((await objects.readTree(tree)).map((entry) => [entry.name, entry]))
  for (const [fan, below] of byFan(wanted, depth)) {
    const directory = entries.get(fan)
    if (directory?.mode === DIRECTORY) await find(objects, directory.oid, below, depth + 1, found)
    for (const oid of below) {
      const file = entries.get(oid.slice(2 * depth))
      if (file && isFile(file.mode)) found.set(oid, await combine(objects, found.get(oid), file.oid))
    }
  }
}

/** The tree with each note set to a blob, or removed where that is undefined. Answers undefined for an empty tree. */
export async function spliceNotes(
  objects: Objects,
  tree: Oid | undefined,
  changes: ReadonlyMap<Oid, Oid | undefined>,
  depth = 0,
): Promise<Oid | undefined> {
  const entries = new Map(
    tree === undefined ? [] : (await objects.readTree(tree)).map((entry) => [entry.name, entry]),
  )
  const nameOf = (oid: Oid): string => oid.slice(2 * depth)
  let below = new Map<Oid, Oid | undefined>()
  const wasFanned = isFanned(entries.values(), depth)
  for (const [oid, blob] of changes) {
    entries.delete(nameOf(oid))
    const fan = entries.get(oid.slice(2 * depth, 2 * depth + 2))
    if (wasFanned || fan?.mode === DIRECTORY) below.set(oid, blob)
    else if (blob !== undefined) entries.set(nameOf(oid), { mode: FILE, name: nameOf(oid), oid: blob })
  }
  if (!wasFanned && isFanned(entries.values(), depth)) {
    const prefix = [...changes.keys()][0]!.slice(0, 2 * depth)
    below = new Map([...below, ...(await takeFlat(objects, entries, prefix))])
  }
  for (const [fan, some] of byFan([...below.keys()], depth)) {
    const directory = entries.get(fan)
    const inner = new Map(some.map((oid) => [oid, below.get(oid)]))
    const oid = await spliceNotes(
      objects,
      directory?.mode === DIRECTORY ? directory.oid : undefined,
      inner,
      depth + 1,
    )
    if (oid === undefined) entries.delete(fan)
    else entries.set(fan, { mode: DIRECTORY, name: fan, oid })
  }
  return entries.size === 0 ? undefined : objects.writeTree([...entries.values()])
}

/** Git's own rule: directories once each of the sixteen first digits has two notes or more. */
function isFanned(entries: Iterable<TreeEntry>, depth: number): boolean {
  const notes = new Map<string, number>()
  for (const { mode, name } of entries) {
    const count = mode === DIRECTORY && FAN.test(name) ? 2 : isNote(mode, name, depth) ? 1 : 0
    if (count > 0) notes.set(name[0]!, (notes.get(name[0]!) ?? 0) + count)
  }
  return notes.size === 16 && [...notes.values()].every((count) => count > 1)
}

function isNote(mode: string, name: string, depth: number): boolean {
  return isFile(mode) && name.length === OID_LENGTH - 2 * depth && REST.test(name)
}

const isFile = (mode: string): boolean => mode.startsWith('100')

/** Takes the notes out of `entries`, to be put into directories; with what the directories have under the same id already. */
async function takeFlat(
  objects: Objects,
  entries: Map<string, TreeEntry>,
  prefix: string,
): Promise<Map<Oid, Oid>> {
  const depth = prefix.length / 2
  const flat = new Map<Oid, Oid>()
  for (const { mode, name, oid } of entries.values()) {
    if (!isNote(mode, name, depth)) continue
    entries.delete(name)
    const directory = entries.get(name.slice(0, 2))
    const known = new Map<Oid, Oid>()
    if (directory?.mode === DIRECTORY) await find(objects, directory.oid, [prefix + name], depth + 1, known)
    flat.set(prefix + name, await combine(objects, known.get(prefix + name), oid))
  }
  return flat
}

/** An object with two notes, in different depths, has both of them, as git says. */
async function combine(objects: Objects, a: Oid | undefined, b: Oid): Promise<Oid> {
  if (a === undefined || a === b) return b
  const [first, second] = await objects.readBlobs([a, b])
  const text = appendToNote(first?.toString('latin1') ?? '', second?.toString('latin1') ?? '')
  return objects.writeBlob(Buffer.from(text, 'latin1'))
}

function byFan(oids: readonly Oid[], depth: number): Map<string, Oid[]> {
  const fans = new Map<string, Oid[]>()
  for (const oid of oids) {
    const fan = oid.slice(2 * depth, 2 * depth + 2)
    const known = fans.get(fan)
    if (known) known.push(oid)
    else fans.set(fan, [oid])
  }
  return fans
}

export interface NoteDifference {
  object: Oid
  before: Oid | undefined
  after: Oid | undefined
}

/** The notes that differ between two trees, wherever in them they are kept. Equal subtrees are never read. */
export async function diffNotes(
  objects: Objects,
  before: Oid | undefined,
  after: Oid | undefined,
): Promise<NoteDifference[]> {
  const differences = new Map<Oid, NoteDifference>()
  for (const { path, before: old, after: now } of await diffTrees(objects, before, after)) {
    const object = objectOfPath(path)
    if (object === undefined) continue
    const known = differences.get(object) ?? { object, before: undefined, after: undefined }
    differences.set(object, {
      object,
      before: old === undefined ? known.before : await combine(objects, known.before, old),
      after: now === undefined ? known.after : await combine(objects, known.after, now),
    })
  }
  return [...differences.values()].filter((one) => one.before !== one.after)
}

/** `ab/cd/ef…` → the object that the note at this path is on. */
function objectOfPath(path: string): Oid | undefined {
  const directories = path.split('/').slice(0, -1)
  const object = path.replaceAll('/', '')
  return object.length === OID_LENGTH && REST.test(object) && directories.every((name) => FAN.test(name))
    ? object
    : undefined
}
