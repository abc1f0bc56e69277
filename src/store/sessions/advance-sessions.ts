/** The search index of sessions from an earlier one: only parts and summaries that are new are read. */
import { tagTerm } from '../../search/fields.js'
import { encodeSegment, type Entry, idKey } from '../../search/segment.js'
import { choiceTag, indexedObservation, indexedSummary, keyOfSource } from '../../session/indexed.js'
import { mergeSmall } from '../index/advance-index.js'
import {
  type Manifest,
  MANIFEST_FORMAT,
  openPart,
  type Part,
  pruneSegments,
  removeSegment,
  writeManifest,
  writeSegment,
} from '../index/index-files.js'
import type { Repo } from '../git/repo.js'
import { readPart } from './session-files.js'
import { TIP } from './session-index.js'
import { readSummaries } from './summaries.js'

/** Documents encoded at once: bounds the memory that takes. */
const CHUNK = 5000

export function advanceSessions(repo: Repo, place: Repo, kept: Manifest, stamp: string): Manifest {
  const sources = new Map<string, () => Entry[]>()
  for (const one of readSummaries(repo.ralphDir)) {
    for (const part of one.parts)
      sources.set(part, () =>
        readPart(repo.ralphDir, part).flatMap((found) => indexedObservation(found, part) ?? []),
      )
    sources.set(one.source, () => [indexedSummary(one.summary, one.key, one.source)])
  }
  const before = new Set(kept.sources)
  const added = [...sources].filter(([name]) => !before.has(name))
  const gone = new Set([...before].filter((name) => !sources.has(name)))
  let parts = gone.size === 0 ? kept.parts : kept.parts.map((part) => bury(place, part, gone))
  for (const entries of chunks(added.map(([, read]) => read))) {
    const news = withoutKnown(place, parts, entries)
    if (news.length === 0) continue
    const written = writeSegment(place, encodeSegment(news))
    const merged = mergeSmall(place, [...parts, written])
    for (const part of [...parts, written].filter((one) => !merged.includes(one)))
      if (!kept.parts.some(({ file }) => file === part.file)) removeSegment(place, part)
    parts = merged
  }
  const manifest: Manifest = {
    format: MANIFEST_FORMAT,
    tree: undefined,
    parts: parts.filter((part) => openPart(place, part).count > part.dead.length),
    broken: [],
    sources: [...sources.keys()],
    stamp,
  }
  writeManifest(place, TIP, manifest)
  pruneSegments(place, manifest)
  return manifest
}

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
