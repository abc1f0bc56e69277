/**
 * The parsed entries and search index of a line at one tip, kept below `<common dir>/ralph/index` as immutable segments and one
 * small manifest per tip. A new tip costs the difference of two trees. Everything here can be lost at any time: a damaged or
 * missing file is made anew.
 */
import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { idOfPath } from '../memory/id.js'
import { parseMemory } from '../memory/markdown.js'
import {
  DamagedSegment,
  encodeSegment,
  type Entry,
  idKey,
  type IndexPart,
  mergeSegments,
} from '../search/segment.js'
import { readLocalJson, writeCacheFile, writeLocalFile } from './local-files.js'
import { objectsOf } from './objects.js'
import type { Oid, Repo } from './repo.js'
import { closeSegmentFile, openSegmentFile } from './segment-files.js'
import { diffTrees, type Difference } from './tree.js'

export interface Snapshot {
  /** For the search room. */
  parts: IndexPart[]
  count: number
  /** The entries that carry this key: see `idKey` and `textKey`. */
  find(key: string): Entry[]
  entries(): Entry[]
  /** Files on the line that are no memories, and why. */
  broken: Broken[]
}

export interface Broken {
  path: string
  why: string
}

interface Part {
  file: string
  dead: number[]
}

interface Manifest {
  format: number
  tree: Oid | undefined
  parts: Part[]
  broken: Broken[]
}

const FORMAT = 1
/** Segments at which small ones are merged: more cost every search, fewer cost every write. */
const MERGE_AT = 8
const KEEP_MANIFESTS = 64
const KEEP_SEGMENTS_MS = 3_600_000
const EMPTY: Manifest = { format: FORMAT, tree: undefined, parts: [], broken: [] }

const indexDir = (repo: Repo): string => join(repo.ralphDir, 'index', `v${FORMAT}`)
const manifestPath = (repo: Repo, tip: Oid): string => join(indexDir(repo), 'tips', `${tip}.json`)
const segmentPath = (repo: Repo, file: string): string => join(indexDir(repo), 'segments', file)

/** Calls `use` with the snapshot of `tip` (undefined: of an empty line), once more with a new one if a file proves damaged. */
export async function useSnapshot<T>(
  repo: Repo,
  tip: Oid | undefined,
  use: (snapshot: Snapshot) => T | Promise<T>,
): Promise<T> {
  try {
    return await use(open(repo, await readManifest(repo, tip)))
  } catch (error) {
    if (!isDamage(error)) throw error
    dropIndex(repo)
    return use(open(repo, await readManifest(repo, tip)))
  }
}

/** Removes the whole index; the next reader builds it anew. */
export function dropIndex(repo: Repo): void {
  for (const file of listDir(join(indexDir(repo), 'segments'))) closeSegmentFile(segmentPath(repo, file))
  rmSync(join(repo.ralphDir, 'index'), { recursive: true, force: true })
}

function isDamage(error: unknown): boolean {
  // A segment that another process has just pruned is as good as damaged.
  return error instanceof DamagedSegment || (error as NodeJS.ErrnoException).code === 'ENOENT'
}

function open(repo: Repo, manifest: Manifest): Snapshot {
  const parts: IndexPart[] = manifest.parts.map(({ file, dead }) => ({
    segment: openSegmentFile(segmentPath(repo, file)),
    dead: new Set(dead),
  }))
  return {
    parts,
    count: parts.reduce((sum, { segment, dead }) => sum + segment.count - dead.size, 0),
    find: (key) =>
      parts.flatMap(({ segment, dead }) =>
        segment
          .find(key)
          .filter((n) => !dead.has(n))
          .map((n) => segment.entry(n)),
      ),
    entries: () =>
      parts.flatMap(({ segment, dead }) => [...segment.entries()].filter((_, n) => !dead.has(n))),
    broken: manifest.broken,
  }
}

async function readManifest(repo: Repo, tip: Oid | undefined): Promise<Manifest> {
  if (tip === undefined) return EMPTY
  const kept = loadManifest(repo, tip)
  if (kept) return kept
  const { tree, parents } = await objectsOf(repo).readCommit(tip)
  const nearest =
    parents.map((parent) => loadManifest(repo, parent)).find((found) => found !== undefined) ??
    newestManifest(repo) ??
    EMPTY
  const manifest = await advance(repo, nearest, tree)
  writeCacheFile(manifestPath(repo, tip), JSON.stringify(manifest))
  prune(repo)
  return manifest
}

function loadManifest(repo: Repo, tip: Oid): Manifest | undefined {
  const path = manifestPath(repo, tip)
  const manifest = readLocalJson<Manifest>(path)
  if (manifest?.format !== FORMAT || !Array.isArray(manifest.parts)) return undefined
  touchDaily(path)
  return manifest
}

/** Manifests are pruned by age; one that is read again is young again. */
function touchDaily(path: string): void {
  const now = new Date()
  try {
    if (now.getTime() - statSync(path).mtimeMs > 86_400_000) utimesSync(path, now, now)
  } catch {
    // Pruned or read-only: it has served its purpose.
  }
}

function newestManifest(repo: Repo): Manifest | undefined {
  const dir = join(indexDir(repo), 'tips')
  const byAge = listDir(dir)
    .map((file) => ({
      tip: file.slice(0, 40),
      time: statSync(join(dir, file), { throwIfNoEntry: false })?.mtimeMs ?? 0,
    }))
    .toSorted((a, b) => b.time - a.time)
  for (const { tip } of byAge) {
    const manifest = loadManifest(repo, tip)
    if (manifest) return manifest
  }
  return undefined
}

/** The manifest for `tree`, from one for another tree and what differs between the two. */
async function advance(repo: Repo, from: Manifest, tree: Oid): Promise<Manifest> {
  if (from.tree === tree) return from
  const differences = (await diffTrees(objectsOf(repo), from.tree, tree)).filter(({ path }) =>
    path.startsWith('memories/'),
  )
  const paths = new Set(differences.map(({ path }) => path))
  const parts = bury(repo, from.parts, differences)
  const { entries, broken } = await readEntries(repo, differences)
  const next: Manifest = {
    format: FORMAT,
    tree,
    parts,
    broken: [...from.broken.filter(({ path }) => !paths.has(path)), ...broken],
  }
  if (entries.length > 0) next.parts.push({ file: writeSegment(repo, encodeSegment(entries)), dead: [] })
  return { ...next, parts: mergeSmall(repo, next.parts) }
}

/** Marks what was changed or removed as dead. */
function bury(repo: Repo, parts: Part[], differences: Difference[]): Part[] {
  const ids = differences.flatMap(({ path, before }) => (before === undefined ? [] : (idOfPath(path) ?? [])))
  return parts.map(({ file, dead }) => {
    const segment = openSegmentFile(segmentPath(repo, file))
    const all = new Set(dead)
    for (const id of ids) {
      for (const n of segment.find(idKey(id)))
        if (!all.has(n) && segment.entry(n).memory.id === id) all.add(n)
    }
    return { file, dead: [...all] }
  })
}

async function readEntries(
  repo: Repo,
  differences: Difference[],
): Promise<{ entries: Entry[]; broken: Broken[] }> {
  const added = differences.filter(({ after }) => after !== undefined)
  const blobs = await objectsOf(repo).readBlobs(added.map(({ after }) => after!))
  const entries: Entry[] = []
  const broken: Broken[] = []
  for (const [i, { path, after }] of added.entries()) {
    const id = idOfPath(path)
    try {
      if (id === undefined) throw new Error('the file name is not that of a memory')
      if (blobs[i] === undefined) throw new Error('the object is missing')
      entries.push({ memory: parseMemory(blobs[i].toString('utf8'), id), blob: after! })
    } catch (error) {
      broken.push({ path, why: (error as Error).message })
    }
  }
  return { entries, broken }
}

/** Merges the small segments once there are several, taking in larger ones as long as they are not much larger than the rest. */
function mergeSmall(repo: Repo, parts: Part[]): Part[] {
  const bySize = parts
    .map((part) => ({ part, live: openSegmentFile(segmentPath(repo, part.file)).count - part.dead.length }))
    .filter(({ live }) => live > 0)
    .toSorted((a, b) => a.live - b.live)
  const small = []
  let sum = 0
  for (const item of bySize) {
    if (item.live > 2 * sum + 16) break
    small.push(item.part)
    sum += item.live
  }
  if (small.length < MERGE_AT) return bySize.map(({ part }) => part)
  const merged = mergeSegments(
    small.map(({ file, dead }) => ({
      segment: openSegmentFile(segmentPath(repo, file)),
      dead: new Set(dead),
    })),
  )
  const rest = bySize.map(({ part }) => part).filter((part) => !small.includes(part))
  return [...rest, { file: writeSegment(repo, merged), dead: [] }]
}

let segmentsWritten = 0

function writeSegment(repo: Repo, bytes: Uint8Array): string {
  const file = `${Date.now().toString(36)}-${process.pid.toString(36)}-${segmentsWritten++}.seg`
  writeLocalFile(segmentPath(repo, file), bytes)
  return file
}

/** Removes manifests that nobody has read for long, then segments that no manifest names. */
function prune(repo: Repo): void {
  const dir = join(indexDir(repo), 'tips')
  const tips = listDir(dir)
  if (tips.length < 2 * KEEP_MANIFESTS) return
  const byAge = tips
    .map((file) => ({ file, time: statSync(join(dir, file), { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .toSorted((a, b) => b.time - a.time)
  for (const { file } of byAge.slice(KEEP_MANIFESTS)) rmSync(join(dir, file), { force: true })
  const named = new Set(
    byAge
      .slice(0, KEEP_MANIFESTS)
      .flatMap(({ file }) => readLocalJson<Manifest>(join(dir, file))?.parts.map((part) => part.file) ?? []),
  )
  for (const file of listDir(join(indexDir(repo), 'segments'))) {
    const path = segmentPath(repo, file)
    const age = Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now())
    if (named.has(file) || age < KEEP_SEGMENTS_MS) continue
    closeSegmentFile(path)
    rmSync(path, { force: true })
  }
}

function listDir(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}
