/**
 * The journal, parsed and indexed: the same segments and manifests as those of lines, in `<common dir>/ralph/journal`, one manifest
 * per tip of the notes, brought up to date by the notes that differ. All of it can be lost at any time.
 */
import { join } from 'node:path'
import type { JournalEntry } from '../../memory/journal.js'
import { parseNote } from '../../memory/journal-note.js'
import { encodeSegment, type Entry, idKey } from '../../search/segment.js'
import { mergeSmall } from '../index/advance-index.js'
import {
  type Manifest,
  MANIFEST_FORMAT,
  newestManifest,
  openPart,
  type Part,
  readManifest,
  writeManifest,
  writeSegment,
} from '../index/index-files.js'
import { diffNotes, type NoteDifference } from './notes-tree.js'
import { notesTip } from './notes.js'
import { objectsOf } from '../git/objects.js'
import type { Oid, Repo } from '../git/repo.js'
import { EMPTY, mendingIndex, openManifest, type Snapshot } from '../index/snapshot.js'
import { withoutHeld } from '../trust/review.js'

/** What is indexed: an entry, or what others wrote on a commit, under the id of the commit. */
type Said = { entry: JournalEntry } | { foreign: string }
type Document = Said & { commits: Oid[] }

/** An entry, and the commits whose notes have it: one, and after a rewrite or a squash the new one too, which comes last. */
export interface JournalRecord {
  entry: JournalEntry
  commits: Oid[]
}

/** Calls `use` with the journal as it is now, again with a new index if a file of it proves damaged. */
export async function useJournal<T>(repo: Repo, use: (journal: Snapshot) => T): Promise<T> {
  const place: Repo = { ...repo, ralphDir: join(repo.ralphDir, 'journal') }
  return mendingIndex(place, async () => use(openManifest(place, await manifestOf(place))))
}

/** The same without what is in quarantine. */
export function useTrustedJournal<T>(repo: Repo, use: (journal: Snapshot) => T): Promise<T> {
  return useJournal(repo, (journal) => use(withoutHeld(repo, journal)))
}

async function manifestOf(place: Repo): Promise<Manifest> {
  const tip = await notesTip(place)
  if (tip === undefined) return EMPTY
  const kept = readManifest(place, tip)
  if (kept) return kept
  const { tree } = await objectsOf(place).readCommit(tip)
  const manifest = await advance(place, newestManifest(place) ?? EMPTY, tree)
  writeManifest(place, tip, manifest)
  return manifest
}

async function advance(place: Repo, from: Manifest, tree: Oid): Promise<Manifest> {
  const differences = await diffNotes(objectsOf(place), from.tree, tree)
  const news = await readDocuments(place, differences)
  const parts = from.parts.map((part) => ({ ...part, dead: new Set(part.dead) }))
  const kept = openManifest(place, from)
  const changed = new Set(differences.map(({ object }) => object))
  const ids = new Set(news.keys())
  for (const { object, before } of differences) {
    if (before !== undefined) for (const { memory } of kept.find(idKey(object))) ids.add(memory.id)
  }
  const documents: Document[] = []
  for (const id of ids) {
    const old = kept.find(idKey(id)).find(({ memory }) => memory.id === id)
    const known = old && documentOf(old)
    const next = joinDocuments(known, news.get(id), changed)
    if (known && next && isSame(known, next)) continue
    if (known) bury(place, parts, id)
    if (next) documents.push(next)
  }
  const living: Part[] = parts.map(({ file, dead }) => ({ file, dead: [...dead] }))
  if (documents.length > 0) living.push(writeSegment(place, encodeSegment(documents.map(indexed))))
  return { format: MANIFEST_FORMAT, tree, parts: mergeSmall(place, living), broken: [] }
}

/** What the notes that differ say now, by entry id or commit. */
async function readDocuments(place: Repo, differences: NoteDifference[]): Promise<Map<string, Document>> {
  const present = differences.filter(({ after }) => after !== undefined)
  const blobs = await objectsOf(place).readBlobs(present.map(({ after }) => after!))
  const documents = new Map<string, Document>()
  for (const [i, { object }] of present.entries()) {
    const note = parseNote(blobs[i]?.toString('utf8') ?? '')
    if (note.foreign !== '') documents.set(object, { foreign: note.foreign, commits: [object] })
    for (const entry of note.entries) {
      const commits = [...(documents.get(entry.id)?.commits ?? []), object]
      documents.set(entry.id, { entry, commits })
    }
  }
  return documents
}

/** Of what is known only the commits whose notes did not change are still believed. */
function joinDocuments(
  known: Document | undefined,
  news: Document | undefined,
  changed: ReadonlySet<Oid>,
): Document | undefined {
  const still =
    known?.commits.filter((commit) => !changed.has(commit) || news?.commits.includes(commit)) ?? []
  const commits = [...new Set([...still, ...(news?.commits ?? [])])]
  const said = news ?? known
  return said && commits.length > 0 ? { ...said, commits } : undefined
}

function isSame(a: Document, b: Document): boolean {
  return JSON.stringify(indexed(a)) === JSON.stringify(indexed(b))
}

function bury(place: Repo, parts: { file: string; dead: Set<number> }[], id: string): void {
  for (const { file, dead } of parts) {
    const segment = openPart(place, { file, dead: [] })
    for (const n of segment.find(idKey(id))) if (segment.entry(n).memory.id === id) dead.add(n)
  }
}

/**
 * As the search room takes it: found by its words, files and ids, and under the commits that carry it. Run, task, feature and
 * outcome are tags, so that they can be asked for exactly.
 */
function indexed(document: Document): Entry {
  const { commits } = document
  const blob = commits.at(-1)!
  if ('foreign' in document) {
    const body = document.foreign
    return { blob, memory: { id: blob, type: 'context', tags: [], created: '', body, aliases: commits } }
  }
  const { entry } = document
  const { id, run, task, feature, outcome, model, files, notes, createdAt } = entry
  return {
    blob,
    memory: {
      id,
      type: 'context',
      tags: [run, task, feature, outcome, model].filter((tag) => tag !== undefined),
      created: createdAt,
      body: notes ?? '',
      aliases: commits,
      anchors: files.map((path) => ({ path })),
      extra: { entry },
    },
  }
}

function documentOf({ memory }: Entry): Document {
  const commits = memory.aliases!
  return memory.extra
    ? { entry: memory.extra['entry'] as JournalEntry, commits }
    : { foreign: memory.body, commits }
}

/** The entries among what was found. */
export function recordsOf(found: readonly Entry[]): JournalRecord[] {
  return found.map(documentOf).filter((document) => 'entry' in document)
}
