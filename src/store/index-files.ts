/**
 * The files below `<common dir>/ralph/index`: immutable segments, and one small manifest per tip that names its segments.
 * Names never mean two things, and files are renamed into place, so any number of readers and writers get along.
 */
import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import type { Segment } from '../search/segment.js'
import { readLocalJson, writeCacheFile } from './local-files.js'
import type { Oid, Repo } from './repo.js'
import { closeSegmentFile, holdSegment, openSegmentFile } from './segment-files.js'

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
}

export const MANIFEST_FORMAT = 1
const KEEP_MANIFESTS = 64
const KEEP_SEGMENTS_MS = 3_600_000
const DAY_MS = 86_400_000

const indexDir = (repo: Repo): string => join(repo.ralphDir, 'index')
const tipsDir = (repo: Repo): string => join(indexDir(repo), 'tips')
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

export function readManifest(repo: Repo, tip: Oid): Manifest | undefined {
  const path = join(tipsDir(repo), `${tip}.json`)
  const manifest = readLocalJson<Manifest>(path)
  if (manifest?.format !== MANIFEST_FORMAT || !Array.isArray(manifest.parts)) return undefined
  touchDaily(path)
  return manifest
}

export function writeManifest(repo: Repo, tip: Oid, manifest: Manifest): void {
  if (writeCacheFile(join(tipsDir(repo), `${tip}.json`), JSON.stringify(manifest))) prune(repo)
}

/** The manifest written last, of whichever line: most of what it names serves other tips too. */
export function newestManifest(repo: Repo): Manifest | undefined {
  for (const file of byAge(tipsDir(repo))) {
    const manifest = readManifest(repo, file.slice(0, -'.json'.length))
    if (manifest) return manifest
  }
  return undefined
}

/** Removes the whole index; the next reader builds it anew. */
export function dropIndex(repo: Repo): void {
  for (const file of listDir(segmentsDir(repo))) closeSegmentFile(segmentPath(repo, file))
  rmSync(indexDir(repo), { recursive: true, force: true })
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
  const files = listDir(tipsDir(repo))
  if (files.length < 2 * KEEP_MANIFESTS) return
  const ordered = byAge(tipsDir(repo))
  for (const file of ordered.slice(KEEP_MANIFESTS)) rmSync(join(tipsDir(repo), file), { force: true })
  const kept = ordered
    .slice(0, KEEP_MANIFESTS)
    .map((file) => readLocalJson<Manifest>(join(tipsDir(repo), file)))
  const named = new Set(kept.flatMap((manifest) => manifest?.parts.map((part) => part.file) ?? []))
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
