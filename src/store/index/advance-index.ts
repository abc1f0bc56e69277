/** The search index of one tree from that of another: only what differs between the two is read. */
import { idOfPath } from '../../memory/id.js'
import { parsePlainMemory } from '../../memory/plain-memory.js'
import { mergeSegments } from '../../search/merge-segments.js'
import { encodeSegment, type Entry, idKey } from '../../search/segment.js'
import {
  type Broken,
  type Manifest,
  MANIFEST_FORMAT,
  openPart,
  type Part,
  removeSegment,
  writeSegment,
} from './index-files.js'
import { objectsOf } from '../git/objects.js'
import { showProgress } from './progress.js'
import type { Oid, Repo } from '../git/repo.js'
import { diffTrees, type Difference } from '../git/tree.js'

/** Segments at which small ones are merged: more cost every search, fewer cost every write. */
const MERGE_AT = 8
/** Encoded at once when a whole line is read: bounds the memory that takes. */
const CHUNK = 10_000

export async function advanceIndex(repo: Repo, from: Manifest, tree: Oid): Promise<Manifest> {
  if (from.tree === tree) return from
  const differences = (await diffTrees(objectsOf(repo).raw, from.tree, tree)).filter(({ path }) =>
    path.startsWith('memories/'),
  )
  const changed = new Set(differences.map(({ path }) => path))
  const parts = bury(repo, from.parts, differences)
  const broken = from.broken.filter(({ path }) => !changed.has(path))
  for (const { path, odd } of differences) if (odd) broken.push({ path, why: 'it is not a file' })
  const added = differences.filter(({ after }) => after !== undefined)
  const written: Part[] = []
  const progress = showProgress(repo.env, 'building the search index', added.length)
  for (let i = 0; i < added.length; i += CHUNK) {
    const read = await readEntries(repo, added.slice(i, i + CHUNK), (n) => progress.reach(i + n))
    broken.push(...read.broken)
    if (read.entries.length > 0) written.push(writeSegment(repo, encodeSegment(read.entries)))
  }
  parts.push(...written)
  progress.end()
  const merged = mergeSmall(repo, parts)
  for (const part of written) if (!merged.includes(part)) removeSegment(repo, part)
  return { format: MANIFEST_FORMAT, tree, parts: merged, broken }
}

/** Marks what was changed or removed as dead. */
function bury(repo: Repo, parts: Part[], differences: Difference[]): Part[] {
  const ids = differences.flatMap(({ path, before }) => (before === undefined ? [] : (idOfPath(path) ?? [])))
  return parts.map((part) => {
    const segment = openPart(repo, part)
    const dead = new Set(part.dead)
    for (const id of ids) {
      for (const n of segment.find(idKey(id)))
        if (!dead.has(n) && segment.entry(n).memory.id === id) dead.add(n)
    }
    return { file: part.file, dead: [...dead] }
  })
}

async function readEntries(
  repo: Repo,
  added: Difference[],
  reached: (count: number) => void,
): Promise<{ entries: Entry[]; broken: Broken[] }> {
  const blobs = await objectsOf(repo).readBlobs(added.map(({ after }) => after!))
  const entries: Entry[] = []
  const broken: Broken[] = []
  for (const [i, { path, after }] of added.entries()) {
    const id = idOfPath(path)
    try {
      if (id === undefined) throw new Error('the file name is not that of a memory')
      if (blobs[i] === undefined) throw new Error('the object is missing or too large')
      const text = blobs[i].toString('utf8')
      const memory =
        parsePlainMemory(text, id) ?? (await import('../../memory/markdown.js')).parseMemory(text, id)
      entries.push({ memory, blob: after! })
    } catch (error) {
      broken.push({ path, why: (error as Error).message })
    }
    if (i % 256 === 0) reached(i)
  }
  return { entries, broken }
}

/** Merges the small segments once there are several, taking in larger ones as long as they are not much larger than the rest. */
export function mergeSmall(repo: Repo, parts: Part[]): Part[] {
  const bySize = parts
    .map((part) => ({ part, live: openPart(repo, part).count - part.dead.length }))
    .filter(({ live }) => live > 0)
    .toSorted((a, b) => a.live - b.live)
  let small = 0
  for (let sum = 0; small < bySize.length; small++) {
    if (small > 0 && bySize[small]!.live > 2 * sum + 16) break
    sum += bySize[small]!.live
  }
  const ordered = bySize.map(({ part }) => part)
  if (small < MERGE_AT) return ordered
  const merged = mergeSegments(
    ordered.slice(0, small).map((part) => ({ segment: openPart(repo, part), dead: new Set(part.dead) })),
  )
  return [...ordered.slice(small), writeSegment(repo, merged)]
}
