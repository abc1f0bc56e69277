/**
 * The entries of a line at one tip, parsed and indexed. Kept on disk (index-files.ts) and brought up to date by the difference of
 * two trees (advance-index.ts). All of it can be lost at any time: a damaged or missing file is made anew.
 */
import { DamagedSegment, type Entry, type IndexPart } from '../search/segment.js'
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
import { objectsOf } from './objects.js'
import type { Oid, Repo } from './repo.js'

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

const EMPTY: Manifest = { format: MANIFEST_FORMAT, tree: undefined, parts: [], broken: [] }

/** Calls `use` with the snapshot of `tip` (undefined: of an empty line), once more with a new one if a file proves damaged. */
export async function useSnapshot<T>(
  repo: Repo,
  tip: Oid | undefined,
  use: (snapshot: Snapshot) => T | Promise<T>,
): Promise<T> {
  try {
    return await use(openSnapshot(repo, await manifestOf(repo, tip)))
  } catch (error) {
    if (!isDamage(error)) throw error
    dropIndex(repo)
    return use(openSnapshot(repo, await manifestOf(repo, tip)))
  }
}

const MAX_WARNINGS = 5

/** What readers are told of entries that cannot be read. */
export function brokenWarnings(broken: readonly Broken[]): string[] {
  const shown = broken.slice(0, MAX_WARNINGS).map(({ path, why }) => `'${path}' is skipped: ${why}`)
  const more = broken.length - shown.length
  return more > 0 ? [...shown, `${more} more are skipped: run \`git ralph doctor\``] : shown
}

function isDamage(error: unknown): boolean {
  // A segment that another process has just pruned is as good as damaged.
  return error instanceof DamagedSegment || (error as NodeJS.ErrnoException).code === 'ENOENT'
}

async function manifestOf(repo: Repo, tip: Oid | undefined): Promise<Manifest> {
  if (tip === undefined) return EMPTY
  const kept = readManifest(repo, tip)
  if (kept) return kept
  const { advanceIndex } = await import('./advance-index.js')
  const { tree, parents } = await objectsOf(repo).readCommit(tip)
  const near = parents.map((parent) => readManifest(repo, parent)).find((found) => found !== undefined)
  const manifest = await advanceIndex(repo, near ?? newestManifest(repo) ?? EMPTY, tree)
  writeManifest(repo, tip, manifest)
  return manifest
}

function openSnapshot(repo: Repo, manifest: Manifest): Snapshot {
  const parts: IndexPart[] = manifest.parts.map((part) => ({
    segment: openPart(repo, part),
    dead: new Set(part.dead),
  }))
  const count = parts.reduce((sum, { segment, dead }) => sum + segment.count - dead.size, 0)
  return {
    parts,
    count,
    find: (key) =>
      parts.flatMap(({ segment, dead }) => living(segment.find(key), dead).map((n) => segment.entry(n))),
    entries: () =>
      parts.flatMap(({ segment, dead }) => [...segment.entries()].filter((_, n) => !dead.has(n))),
    newest: (n) => newest(parts, n || count),
    broken: manifest.broken,
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
