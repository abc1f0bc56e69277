/**
 * What a line once had and has no longer: forgotten memories and earlier versions, found with git and kept as search index segments
 * of their own. A newer tip costs the commits since the one before. The first time reads every commit of the line.
 */
import { idOfPath } from '../../memory/id.js'
import { parseMemory } from '../../memory/markdown.js'
import type { MemoryId } from '../../memory/memory.js'
import { encodeSegment, type Entry, idKey, type IndexPart, type Segment } from '../../search/segment.js'
import { mergeSmall } from '../index/advance-index.js'
import {
  type Manifest,
  MANIFEST_FORMAT,
  newestTips,
  openPart,
  type Part,
  readManifest,
  writeManifest,
  writeSegment,
} from '../index/index-files.js'
import { objectsOf } from '../git/objects.js'
import { showProgress } from '../index/progress.js'
import type { Oid, Repo } from '../git/repo.js'
import { mendingIndex } from '../index/snapshot.js'

export interface PastVersion {
  state: 'forgotten' | 'earlier version'
  /** A commit that has it: `git show <commit>:<path>`. */
  commit: Oid
  path: string
}

/** One version that a commit replaced or removed. */
interface Replaced {
  id: MemoryId
  blob: Oid
  /** A parent of that commit, which still has it. */
  commit: Oid
}

const CHUNK = 10_000
const EMPTY: Manifest = { format: MANIFEST_FORMAT, tree: undefined, parts: [], broken: [] }

/** Calls `use` with what the line had before `tip`. Versions may be among them that the line has again. */
export function usePast<T>(repo: Repo, tip: Oid, use: (parts: IndexPart[]) => Promise<T>): Promise<T> {
  return mendingIndex(repo, async () => {
    const manifest = readManifest(repo, tip, 'history') ?? (await advance(repo, tip))
    return use(manifest.parts.map((part) => ({ segment: openPart(repo, part), dead: new Set(part.dead) })))
  })
}

/** In the index of the past an entry's blob is followed by a commit that has it. */
export function readPastBlob(entry: Entry): { blob: Oid; commit: Oid | undefined } {
  const [blob, commit] = entry.blob.split(' ')
  return { blob: blob!, commit }
}

async function advance(repo: Repo, tip: Oid): Promise<Manifest> {
  const from = await nearestBefore(repo, tip)
  const { parts } = from ? readManifest(repo, from, 'history')! : EMPTY
  const replaced = await readReplaced(repo, tip, from)
  const next = mergeSmall(repo, [...parts, ...(await indexAll(repo, parts, replaced))])
  const manifest: Manifest = { ...EMPTY, parts: next }
  writeManifest(repo, tip, manifest, 'history')
  return manifest
}

/** The newest tip before this one whose past is known. */
async function nearestBefore(repo: Repo, tip: Oid): Promise<Oid | undefined> {
  for (const known of newestTips(repo, 'history')) {
    if (readManifest(repo, known, 'history') === undefined) continue
    if ((await repo.tryGit(['merge-base', '--is-ancestor', known, tip])).code === 0) return known
  }
  return undefined
}

async function readReplaced(repo: Repo, tip: Oid, from: Oid | undefined): Promise<Replaced[]> {
  const commits = await repo.git(['rev-list', '--parents', tip, ...(from ? [`^${from}`] : [])])
  // Plumbing, since `git log` obeys the user's configuration. -c: of a merge, what it has from none of its parents.
  const options = ['--stdin', '-r', '-c', '--raw', '--no-renames', '--no-abbrev']
  const listing = await repo.git(['diff-tree', ...options], { input: commits })
  const parentsOf = new Map(commits.split('\n').map((line) => [line.slice(0, 40), line.slice(41).split(' ')]))
  const found: Replaced[] = []
  let parents: Oid[] = []
  for (const line of listing.split('\n')) {
    if (!line.startsWith(':')) {
      parents = parentsOf.get(line) ?? parents
      continue
    }
    const tab = line.indexOf('\t')
    const id = idOfPath(line.slice(tab + 1))
    if (id === undefined) continue
    for (const [i, blob] of blobsBefore(line.slice(0, tab)).entries()) {
      if (!/^0+$/.test(blob) && parents[i]) found.push({ id, blob, commit: parents[i] })
    }
  }
  return found
}

/** `:100644 100644 <before> <after> M`; of a merge with one more colon, mode and blob per further parent. */
function blobsBefore(line: string): Oid[] {
  const sides = /^:+/.exec(line)![0].length
  return line.split(' ').slice(sides + 1, 2 * sides + 1)
}

async function indexAll(repo: Repo, parts: readonly Part[], replaced: readonly Replaced[]): Promise<Part[]> {
  const segments = parts.map((part) => openPart(repo, part))
  const fresh = new Map<string, Replaced>()
  for (const version of replaced) {
    const key = `${version.id} ${version.blob}`
    if (!fresh.has(key) && !isIndexed(segments, version)) fresh.set(key, version)
  }
  const versions = [...fresh.values()]
  const progress = showProgress(repo.env, 'reading the history of memories', versions.length)
  const written: Part[] = []
  for (let i = 0; i < versions.length; i += CHUNK) {
    const chunk = versions.slice(i, i + CHUNK)
    const blobs = await objectsOf(repo).readBlobs(chunk.map(({ blob }) => blob))
    const entries = chunk.flatMap((version, at) => parsePast(version, blobs[at]))
    if (entries.length > 0) written.push(writeSegment(repo, encodeSegment(entries)))
    progress.reach(i + chunk.length)
  }
  progress.end()
  return written
}

function isIndexed(segments: readonly Segment[], { id, blob }: Replaced): boolean {
  return segments.some((segment) =>
    segment.find(idKey(id)).some((n) => readPastBlob(segment.entry(n)).blob === blob),
  )
}

function parsePast({ id, blob, commit }: Replaced, content: Buffer | undefined): Entry[] {
  try {
    return content ? [{ memory: parseMemory(content.toString('utf8'), id), blob: `${blob} ${commit}` }] : []
  } catch {
    // It was no memory then; the line says so of what it has now.
    return []
  }
}
