/**
 * The entries of a line at one tip, parsed and indexed. Kept on disk (index-files.ts) and brought up to date by the difference of
 * two trees (advance-index.ts). All of it can be lost at any time: a damaged or missing file is made anew.
 */
import { DamagedSegment, type Entry, type IndexPart } from '../../search/segment.js'
import {
  type Broken,
  dropIndex,
  type Manifest,
  MANIFEST_FORMAT,
  newestManifest,
  openPart,
  readManifest,
  writeManifest,
} from './index-files.js'
import { objectsOf } from '../git/objects.js'
import type { Oid, Repo } from '../git/repo.js'

export interface Snapshot {
  /** For the search room. */
  parts: IndexPart[]
  count: number
  /** The entries that carry this key: see `idKey` and `textKey`. */
  find(key: string): Entry[]
  entries(): Entry[]
  /** The newest `n` entries, oldest first; 0 for all. */
  newest(n: number): Entry[]
  broken: Broken[]
}

export const EMPTY: Manifest = { format: MANIFEST_FORMAT, tree: undefined, parts: [], broken: [] }

/** Calls `use` with the snapshot of `tip` (undefined: of an empty line), again with a new one if a file proves damaged. */
export async function useSnapshot<T>(
  repo: Repo,
  tip: Oid | undefined,
  use: (snapshot: Snapshot) => T | Promise<T>,
): Promise<T> {
  return mendingIndex(repo, async () => use(openManifest(repo, await manifestOf(repo, tip))))
}

const MOST_ATTEMPTS = 8

/** Works with the index; where a file of it is damaged or gone, once more with an index made anew. */
export async function mendingIndex<T>(repo: Repo, work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      if (!isDamage(error) || attempt === MOST_ATTEMPTS) throw error
      // A segment that is gone was pruned or dropped by another process, which left no manifest naming it: look again first.
      if (error instanceof DamagedSegment || attempt > 1) dropIndex(repo)
    }
  }
}

const MAX_WARNINGS = 5

/** What readers are told of entries that cannot be read. */
export function brokenWarnings(broken: readonly Broken[]): string[] {
  const shown = broken.slice(0, MAX_WARNINGS).map(({ path, why }) => `'${path}' is skipped: ${why}`)
  const more = broken.length - shown.length
  return more > 0 ? [...shown, `${more} more are skipped: run \`git ralph doctor\``] : shown
}

/** The snapshot of `tip` if there is one on disk: costs no process and builds nothing. */
export function openIfKept(repo: Repo, tip: Oid): Snapshot | undefined {
  const kept = readManifest(repo, tip)
  return kept && openManifest(repo, kept)
}

export function isDamage(error: unknown): boolean {
  return error instanceof DamagedSegment || (error as NodeJS.ErrnoException).code === 'ENOENT'
}

async function manifestOf(repo: Repo, tip: Oid | undefined): Promise<Manifest> {
  if (tip === undefined) return EMPTY
  const kept = readManifest(repo, tip)
  if (kept) return kept
  const { advanceIndex } = await import('./advance-index.js')
  const { tree, parents } = await objectsOf(repo).raw.readTip(tip)
  const near = parents.map((parent) => readManifest(repo, parent)).find((found) => found !== undefined)
  const manifest = await advanceIndex(repo, near ?? newestManifest(repo) ?? EMPTY, tree)
  writeManifest(repo, tip, manifest)
  return manifest
}

export function openManifest(repo: Repo, manifest: Manifest): Snapshot {
  const parts = manifest.parts.map((part) => ({ segment: openPart(repo, part), dead: new Set(part.dead) }))
  return openSnapshot(parts, manifest.broken)
}

export function openSnapshot(parts: IndexPart[], broken: Broken[]): Snapshot {
  const count = parts.reduce((sum, { segment, dead }) => sum + segment.count - dead.size, 0)
  return {
    parts,
    count,
    find: (key) =>
      parts.flatMap(({ segment, dead }) => living(segment.find(key), dead).map((n) => segment.entry(n))),
    entries: () =>
      parts.flatMap(({ segment, dead }) => [...segment.entries()].filter((_, n) => !dead.has(n))),
    newest: (n) => newest(parts, n || count),
    broken,
  }
}

const living = (documents: number[], dead: ReadonlySet<number>): number[] =>
  documents.filter((n) => !dead.has(n))

/** Documents are numbered by age within each segment, so the newest `n` are among the last of each. */
function newest(parts: IndexPart[], n: number): Entry[] {
  const candidates = parts.flatMap(({ segment, dead }) => {
    const [times, ties] = [segment.times(), segment.ties()]
    const found = []
    for (let document = segment.count - 1; document >= 0 && found.length < n; document--) {
      if (!dead.has(document)) found.push({ segment, document, time: times[document]!, tie: ties[document]! })
    }
    return found
  })
  return candidates
    .toSorted((a, b) => a.time - b.time || a.tie - b.tie)
    .slice(-n)
    .map(({ segment, document }) => segment.entry(document))
}
