/**
 * Three-way merge of the trees of two lines. Only what differs is read; memories and articles are merged entry by entry
 * (memory/merge.ts, memory/merge-knowledge.ts), the files of tasks by their formats (memory/merge-task.ts), others as a whole. Trees come from other people: whatever is not a plain,
 * small file at a place we know is left out.
 */
import { idOfPath, pathOf } from '../../memory/id.js'
import { parseMemory, renderMemory } from '../../memory/markdown.js'
import { type MergedEntries, mergeEntries, sameMemory } from '../../memory/merge.js'
import type { Memory, MemoryId } from '../../memory/memory.js'
import { mergeArticleFiles } from '../knowledge/merge-articles.js'
import { mergeTaskFiles } from '../task/merge-task-files.js'
import { parsePlainMemory } from '../../memory/plain-memory.js'
import type { Objects } from '../git/objects.js'
import type { Oid } from '../git/repo.js'
import { type Difference, diffTrees, findInTree, spliceTree } from '../git/tree.js'

export interface MergedTree {
  tree: Oid | undefined
  /** Memories whose text lost against another's and was kept as a variant; articles as `knowledge/<slug>`. */
  conflicts: { id: MemoryId; variant: MemoryId }[]
  folded: { id: MemoryId; into: MemoryId }[]
  /** Files of the other side that were not taken over, and why. */
  refused: { path: string; why: string }[]
}

export interface Sides {
  base: Oid | undefined
  ours: Oid | undefined
  theirs: Oid | undefined
}

/** The memories of our side that say the same as one of `bodies`; most are found in the search index. */
export type FindSame = (bodies: string[]) => Promise<Memory[]>

/** More changes than anybody makes between two merges: a tree made to exhaust us. */
const MAX_DIFFERENCES = 500_000

type Blobs = Record<keyof Sides, Oid | undefined>

export async function mergeTrees(
  objects: Objects,
  { base, ours, theirs }: Sides,
  findSame: FindSame,
): Promise<MergedTree> {
  const [byUs, byThem] = await Promise.all([ours, theirs].map((side) => diffTrees(objects, base, side)))
  const { wanted, refused } = inspect(byThem!)
  const paths = collectBlobs(byUs!, wanted)
  const memories = await readMemories(objects, paths)
  const files = new Map<string, Oid | undefined>()
  for (const [path, blobs] of paths) if (!memories.has(path)) files.set(path, mergeBlobs(blobs))
  const isTaken = async (id: MemoryId): Promise<boolean> =>
    paths.has(pathOf(id)) ||
    (ours !== undefined && (await findInTree(objects, ours, pathOf(id))) !== undefined)
  const outcome = await mergeMemories(objects, memories, findSame, isTaken)
  const articles = await mergeArticleFiles(objects, paths, ours)
  const tasks = await mergeTaskFiles(objects, paths)
  for (const [path, blob] of [...outcome.files, ...articles.files, ...tasks]) files.set(path, blob)
  for (const [path, blobs] of paths) if (files.get(path) === blobs.ours) files.delete(path)
  return {
    tree: await spliceTree(objects, ours, files),
    conflicts: [...outcome.conflicts, ...articles.conflicts],
    folded: outcome.folded,
    refused,
  }
}

/** What of `theirs` would not be taken over. */
export async function refusedOf(
  objects: Objects,
  base: Oid | undefined,
  theirs: Oid,
): Promise<MergedTree['refused']> {
  return inspect(await diffTrees(objects, base, theirs)).refused
}

/** Names that git would refuse to check out, or that belong to nobody, do not enter our trees. */
function inspect(differences: Difference[]): { wanted: Difference[]; refused: MergedTree['refused'] } {
  if (differences.length > MAX_DIFFERENCES) {
    return { wanted: [], refused: [{ path: '', why: `more than ${MAX_DIFFERENCES} changes` }] }
  }
  const refused: MergedTree['refused'] = []
  const wanted = differences.filter(({ path, after }) => {
    if (after === undefined || KNOWN_PLACE.test(path)) return true
    refused.push({ path, why: 'not a place where memories are kept' })
    return false
  })
  return { wanted, refused }
}

const KNOWN_PLACE = /^(?:memories|knowledge|tasks)(?:\/[\p{L}\p{N}_][\p{L}\p{N}\p{M}_. -]*)+$/u

function collectBlobs(byUs: Difference[], byThem: Difference[]): Map<string, Blobs> {
  const paths = new Map<string, Blobs>()
  for (const { path, before, after } of byUs) paths.set(path, { base: before, ours: after, theirs: before })
  for (const { path, before, after } of byThem) {
    const known = paths.get(path)
    if (known) known.theirs = after
    else paths.set(path, { base: before, ours: before, theirs: after })
  }
  return paths
}

/** A file that is no memory: changed on one side → that side; on both → the same choice on every clone. */
function mergeBlobs({ base, ours, theirs }: Blobs): Oid | undefined {
  if (ours === theirs || base === theirs) return ours
  if (base === ours) return theirs
  return (ours ?? '') > (theirs ?? '') ? ours : theirs
}

type Versions = Record<keyof Sides, Memory | undefined> & { blobs: Blobs }

/** The paths whose versions can all be read as memories. */
async function readMemories(
  objects: Objects,
  paths: ReadonlyMap<string, Blobs>,
): Promise<Map<string, Versions>> {
  const wanted = [...paths].filter(([path]) => idOfPath(path) !== undefined)
  const oids = [...new Set(wanted.flatMap(([, { base, ours, theirs }]) => [base, ours, theirs]))].filter(
    (oid) => oid !== undefined,
  )
  const blobs = await objects.readBlobs(oids)
  const texts = new Map(oids.map((oid, i) => [oid, blobs[i]]))
  const found = new Map<string, Versions>()
  for (const [path, sides] of wanted) {
    const parse = (oid: Oid | undefined): Memory | undefined =>
      oid === undefined ? undefined : readMemory(texts.get(oid)?.toString('utf8') ?? '', idOfPath(path)!)
    try {
      const base = parse(sides.base)
      const ours = sides.ours === sides.base ? base : parse(sides.ours)
      const theirs = sides.theirs === sides.base ? base : parse(sides.theirs)
      found.set(path, { base, ours, theirs, blobs: sides })
    } catch {
      // One version is broken: the file is merged as a whole, so that nothing of it is lost.
    }
  }
  return found
}

function readMemory(text: string, id: MemoryId): Memory {
  return parsePlainMemory(text, id) ?? parseMemory(text, id)
}

async function mergeMemories(
  objects: Objects,
  memories: ReadonlyMap<string, Versions>,
  findSame: FindSame,
  isTaken: (id: MemoryId) => Promise<boolean>,
): Promise<Pick<MergedTree, 'conflicts' | 'folded'> & { files: Map<string, Oid | undefined> }> {
  const sides = {
    base: new Map<MemoryId, Memory>(),
    ours: new Map<MemoryId, Memory>(),
    theirs: new Map<MemoryId, Memory>(),
  }
  for (const versions of memories.values()) {
    for (const side of ['base', 'ours', 'theirs'] as const) {
      const memory = versions[side]
      if (memory) sides[side].set(memory.id, memory)
    }
  }
  const bodies = [...sides.ours.values(), ...sides.theirs.values()].map(({ body }) => body)
  for (const same of await findSame([...new Set(bodies)])) {
    if (memories.has(pathOf(same.id))) continue
    for (const side of Object.values(sides)) side.set(same.id, same)
  }
  const { entries, conflicts, folded } = await mergeBesideOthers(sides, isTaken)
  const files = new Map<string, Oid | undefined>()
  const rendered = new Map<string, Buffer>()
  for (const id of new Set([
    ...sides.base.keys(),
    ...sides.ours.keys(),
    ...sides.theirs.keys(),
    ...entries.keys(),
  ])) {
    const versions = memories.get(pathOf(id))
    const merged = entries.get(id)
    if (versions === undefined && merged === sides.ours.get(id)) continue
    const kept = versions && merged && blobOf(versions, merged)
    if (merged !== undefined && kept === undefined)
      rendered.set(pathOf(id), Buffer.from(renderMemory(merged)))
    else files.set(pathOf(id), kept)
  }
  const written = await objects.writeBlobs([...rendered.values()])
  for (const [i, path] of [...rendered.keys()].entries()) files.set(path, written[i])
  return { files, conflicts, folded }
}

/** An entry that the merge makes must not take the id of one that had no part in it. */
async function mergeBesideOthers(
  { base, ours, theirs }: Record<keyof Sides, Map<MemoryId, Memory>>,
  isTaken: (id: MemoryId) => Promise<boolean>,
): Promise<MergedEntries> {
  const taken = new Set<MemoryId>()
  for (;;) {
    const merged = mergeEntries(base, ours, theirs, (id) => taken.has(id))
    const made = [...merged.entries.keys()].filter((id) => !base.has(id) && !ours.has(id) && !theirs.has(id))
    const answers = await Promise.all(made.map(isTaken))
    if (!answers.includes(true)) return merged
    for (const [i, id] of made.entries()) if (answers[i]) taken.add(id)
  }
}

/** A version that won as a whole keeps its bytes; equal memories of different bytes are written anew, alike on every clone. */
function blobOf({ ours, theirs, blobs }: Versions, merged: Memory): Oid | undefined {
  const [isOurs, isTheirs] = [sameMemory(merged, ours), sameMemory(merged, theirs)]
  if (isOurs && isTheirs) return blobs.ours === blobs.theirs ? blobs.ours : undefined
  return isOurs ? blobs.ours : isTheirs ? blobs.theirs : undefined
}
