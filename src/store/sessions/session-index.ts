/**
 * The search index of sessions: the same segments as those of lines, in `<common dir>/ralph/sessions/index`, with one manifest that
 * names the parts and summaries it was made of. Brought up to date by what differs; all of it can be lost at any time.
 */
import { hashText } from '../../search/bytes.js'
import { tagTerm } from '../../search/fields.js'
import { encodeSegment, type Entry, idKey } from '../../search/segment.js'
import { choiceTag, indexedObservation, indexedSummary } from '../../session/indexed.js'
import { mergeSmall } from '../index/advance-index.js'
import {
  type Manifest,
  MANIFEST_FORMAT,
  openPart,
  type Part,
  pruneSegments,
  readManifest,
  writeManifest,
  writeSegment,
} from '../index/index-files.js'
import { EMPTY, mendingIndex, openManifest, type Snapshot } from '../index/snapshot.js'
import type { Repo } from '../git/repo.js'
import { readPart, sessionsDir } from './session-files.js'
import { type KeptSummary, readSummaries } from './summaries.js'

const TIP = 'sessions'
/** Documents encoded at once: bounds the memory that takes. */
const CHUNK = 5000

/** Calls `use` with the index as it is now, again with a new one if a file of it proves damaged. */
export async function useSessionIndex<T>(repo: Repo, use: (found: Snapshot) => T): Promise<T> {
  const place: Repo = { ...repo, ralphDir: sessionsDir(repo.ralphDir) }
  return mendingIndex(place, async () => use(openManifest(place, bringUpToDate(repo, place))))
}

function bringUpToDate(repo: Repo, place: Repo): Manifest {
  const kept = readManifest(place, TIP) ?? EMPTY
  const sources = new Map<string, () => Entry[]>()
  for (const one of readSummaries(repo.ralphDir)) {
    for (const part of one.parts)
      sources.set(part, () =>
        readPart(repo.ralphDir, part).flatMap((found) => indexedObservation(found, part) ?? []),
      )
    sources.set(sourceOf(one), () => [indexedSummary(one.summary, one.key, sourceOf(one))])
  }
  const before = new Set(kept.sources)
  const added = [...sources].filter(([name]) => !before.has(name))
  const gone = new Set([...before].filter((name) => !sources.has(name)))
  if (added.length === 0 && gone.size === 0) return kept
  let parts = gone.size === 0 ? kept.parts : kept.parts.map((part) => bury(place, part, gone))
  for (const entries of chunks(added.map(([, read]) => read))) {
    const news = withoutKnown(place, parts, entries)
    if (news.length > 0) parts = mergeSmall(place, [...parts, writeSegment(place, encodeSegment(news))])
  }
  const manifest: Manifest = {
    format: MANIFEST_FORMAT,
    tree: undefined,
    parts: parts.filter((part) => openPart(place, part).count > part.dead.length),
    broken: [],
    sources: [...sources.keys()],
  }
  writeManifest(place, TIP, manifest)
  pruneSegments(place, manifest)
  return manifest
}

/** A summary that has changed is another source. */
const sourceOf = ({ key, summary }: KeptSummary): string => `${key} ${hashText(JSON.stringify(summary))}`

const keyOfSource = (source: string): string => /^[^. ]+/.exec(source)?.[0] ?? source

function* chunks(readers: (() => Entry[])[]): Iterable<Entry[]> {
  let chunk: Entry[] = []
  for (const read of readers) {
    chunk.push(...read())
    if (chunk.length < CHUNK) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

/** Marks what came of sources that are gone as dead: found by the sessions they belonged to, since reading all takes long. */
function bury(place: Repo, part: Part, gone: ReadonlySet<string>): Part {
  const segment = openPart(place, part)
  const dead = new Set(part.dead)
  for (const key of new Set([...gone].map(keyOfSource))) {
    const entry = segment.term(tagTerm(choiceTag({ key })!))
    for (const n of entry ? Array.from(segment.postings(entry).docs) : [])
      if (!dead.has(n) && gone.has(segment.entry(n).blob)) dead.add(n)
  }
  return { file: part.file, dead: [...dead] }
}

/** An observation may be in two parts: see drain-spool.ts. */
function withoutKnown(place: Repo, parts: readonly Part[], entries: readonly Entry[]): Entry[] {
  const opened = parts.map((part) => ({ segment: openPart(place, part), dead: new Set(part.dead) }))
  const byId = new Map(entries.map((entry) => [entry.memory.id, entry]))
  return [...byId.values()].filter(
    ({ memory: { id } }) =>
      !opened.some(({ segment, dead }) => segment.find(idKey(id)).some((n) => !dead.has(n))),
  )
}
