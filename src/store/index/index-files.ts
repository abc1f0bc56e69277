/**
 * The files below `<common dir>/ralph/index`: immutable segments, and one small manifest per tip that names its segments.
 * Names never mean two things, and files are renamed into place, so any number of readers and writers get along.
 */
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { hashText } from '../../search/bytes.js'
import type { Segment } from '../../search/segment.js'
import { readLocalFile, writeCacheFile } from '../git/local-files.js'
import type { Oid, Repo } from '../git/repo.js'
import { closeSegmentFile, forgetSegmentFiles, holdSegment, openSegmentFile } from './segment-files.js'

export interface Part {
  file: string
  /** Documents that were edited or forgotten since the segment was written. */
  dead: number[]
}

export interface Broken {
  path: string
  why: string
}

export interface Manifest {
  format: number
  tree: Oid | undefined
  parts: Part[]
  /** Files on the line that are no memories, and why. */
  broken: Broken[]
  /** What it was made of, where that is no tree, and how to see that nothing of it has changed. */
  sources?: string[]
  stamp?: string
}

export const MANIFEST_FORMAT = 1
const KEEP = { tips: 64, history: 4 } as const
const KEEP_SEGMENTS_MS = 3_600_000
const KEEP_REPLACED_MS = 10_000
const DAY_MS = 86_400_000

/** `tips`: what a line has at a tip. `history`: what it once had, before that tip. */
export type ManifestKind = keyof typeof KEEP
const KINDS: readonly ManifestKind[] = ['tips', 'history']

const indexDir = (repo: Repo): string => join(repo.ralphDir, 'index')
const manifestsDir = (repo: Repo, kind: ManifestKind): string => join(indexDir(repo), kind)
const manifestPath = (repo: Repo, kind: ManifestKind, tip: Oid): string =>
  join(manifestsDir(repo, kind), `${tip}.json`)
const segmentsDir = (repo: Repo): string => join(indexDir(repo), 'segments')
const segmentPath = (repo: Repo, file: string): string => join(segmentsDir(repo), file)

export function openPart(repo: Repo, part: Part): Segment {
  return openSegmentFile(segmentPath(repo, part.file))
}

let segmentsWritten = 0

/** Writes a segment; where that is impossible it lives in memory, as long as this process does. */
export function writeSegment(repo: Repo, bytes: Uint8Array): Part {
  const file = `${Date.now().toString(36)}-${process.pid.toString(36)}-${segmentsWritten++}.seg`
  const path = segmentPath(repo, file)
  if (!writeCacheFile(path, bytes)) holdSegment(path, bytes)
  return { file, dead: [] }
}

/** Removes a segment that no manifest names yet. */
export function removeSegment(repo: Repo, part: Part): void {
  closeSegmentFile(segmentPath(repo, part.file))
  rmSync(segmentPath(repo, part.file), { force: true })
}

/** Indexes that are damaged and cannot be removed, with the manifests that this process has made instead, by their paths. */
const setAside = new Map<string, Map<string, Manifest>>()

export function readManifest(repo: Repo, tip: Oid, kind: ManifestKind = 'tips'): Manifest | undefined {
  const path = manifestPath(repo, kind, tip)
  const instead = setAside.get(indexDir(repo))
  if (instead) return instead.get(path)
  const manifest = parseManifest(readLocalFile(path)?.toString('utf8') ?? '')
  if (manifest) touchDaily(path)
  return manifest
}

export function writeManifest(repo: Repo, tip: Oid, manifest: Manifest, kind: ManifestKind = 'tips'): void {
  const path = manifestPath(repo, kind, tip)
  const instead = setAside.get(indexDir(repo))
  if (instead) return void instead.set(path, manifest)
  const text = JSON.stringify(manifest)
  if (writeCacheFile(path, `${hashText(text)}\n${text}`)) prune(repo)
}

/** The hash comes first: a number changed by accident would hide a memory, or bring back a forgotten one. */
function parseManifest(file: string): Manifest | undefined {
  const end = file.indexOf('\n')
  const text = file.slice(end + 1)
  if (end < 0 || file.slice(0, end) !== String(hashText(text))) return undefined
  const manifest = JSON.parse(text) as Manifest
  return manifest.format === MANIFEST_FORMAT ? manifest : undefined
}

/** Removes the segments that this manifest does not name, for an index that has no other. */
export function pruneSegments(repo: Repo, { parts }: Manifest): void {
  const named = new Set(parts.map(({ file }) => file))
  for (const file of listDir(segmentsDir(repo))) {
    const path = segmentPath(repo, file)
    // A young one may be named by a manifest that is being written right now, or read by somebody.
    if (named.has(file) || Date.now() - timeOf(path) < KEEP_REPLACED_MS) continue
    closeSegmentFile(path)
    rmSync(path, { force: true })
  }
}

/** The manifest written last, of whichever line: most of what it names serves other tips too. */
export function newestManifest(repo: Repo): Manifest | undefined {
  for (const tip of newestTips(repo, 'tips')) {
    const manifest = readManifest(repo, tip)
    if (manifest) return manifest
  }
  return undefined
}

/** The tips that have a manifest, the one written last first. */
export function newestTips(repo: Repo, kind: ManifestKind): Oid[] {
  return byAge(manifestsDir(repo, kind)).map((file) => file.slice(0, -'.json'.length))
}

/** Removes the whole index; the next reader builds it anew. Others may be writing into it: it is moved out of their way first. */
export function dropIndex(repo: Repo): void {
  forgetSegmentFiles()
  const doomed = `${indexDir(repo)}.${process.pid}.old`
  try {
    renameSync(indexDir(repo), doomed)
    setAside.delete(indexDir(repo))
    rmSync(doomed, { recursive: true, force: true })
  } catch {
    // Gone: somebody else was faster. Still there, on a disk that is read-only: what is made anew stays in memory.
    if (existsSync(indexDir(repo))) setAside.set(indexDir(repo), new Map())
  }
}

/** Manifests are pruned by age; one that is read again is young again. */
function touchDaily(path: string): void {
  const now = new Date()
  try {
    if (now.getTime() - statSync(path).mtimeMs > DAY_MS) utimesSync(path, now, now)
  } catch {
    // Pruned or read-only: it has served its purpose.
  }
}

/** Removes manifests that nobody has read for long, then segments that no manifest names. */
function prune(repo: Repo): void {
  if (KINDS.every((kind) => listDir(manifestsDir(repo, kind)).length < 2 * KEEP[kind])) return
  const named = new Set<string>()
  for (const kind of KINDS) {
    for (const [age, tip] of newestTips(repo, kind).entries()) {
      const path = manifestPath(repo, kind, tip)
      if (age >= KEEP[kind]) rmSync(path, { force: true })
      else
        for (const part of parseManifest(readLocalFile(path)?.toString('utf8') ?? '')?.parts ?? [])
          named.add(part.file)
    }
  }
  for (const file of listDir(segmentsDir(repo))) {
    const path = segmentPath(repo, file)
    // A young one may be named by a manifest that is being written right now.
    if (named.has(file) || Date.now() - timeOf(path) < KEEP_SEGMENTS_MS) continue
    closeSegmentFile(path)
    rmSync(path, { force: true })
  }
}

/** Newest first. */
function byAge(dir: string): string[] {
  return listDir(dir)
    .map((file) => ({ file, time: timeOf(join(dir, file)) }))
    .toSorted((a, b) => b.time - a.time)
    .map(({ file }) => file)
}

function timeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function listDir(dir: string): string[] {
  try {
    return readdirSync(dir).filter((file) => !file.endsWith('.tmp'))
  } catch {
    return []
  }
}
