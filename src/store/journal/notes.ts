/**
 * The journal as it is stored: git notes on code commits, under `refs/notes/ralph`. Written by splice and compare-and-swap, since
 * `git notes` itself loses what is written at the same time. Texts are bytes read as latin1, so that what others wrote stays as it is.
 */
import { RalphError } from '../../errors.js'
import { readConfig } from '../git/config.js'
import { readIdentity } from '../git/identity.js'
import { headCommit } from '../line/line.js'
import { NOTES, NOTES_PENDING } from './notes-refs.js'
import { findNotes, spliceNotes } from './notes-tree.js'
import { objectsOf } from '../git/objects.js'
import { moveRef, readRef } from '../git/refs.js'
import { commitOf } from '../git/revision.js'
import type { Oid, Repo } from '../git/repo.js'
import { resolveSettings } from '../settings/settings.js'
import { swapRef } from '../git/swap-ref.js'

/** Before the first commit there is nothing else to put a note on; git has this object built in. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

export interface NotesState {
  tip: Oid | undefined
  tree: Oid | undefined
  /** The notes that these objects have. */
  read(objects: Iterable<Oid>): Promise<Map<Oid, string>>
}

export interface NotesChange {
  /** By object; undefined removes its note. */
  notes: ReadonlyMap<Oid, string | undefined>
  /** First line of the commit message. */
  subject: string
  /** Another tip that is merged in. */
  merged?: Oid
}

export interface NotesChanged {
  tip: Oid | undefined
  changed: boolean
  /** Set when the journal was busy for too long: the change waits on this ref. */
  parked?: string
}

export async function openNotes(repo: Repo, tip: Oid | undefined): Promise<NotesState> {
  const objects = objectsOf(repo)
  const tree = tip && (await objects.readCommit(tip)).tree
  return {
    tip,
    tree,
    async read(wanted) {
      const found = [...(await findNotes(objects, tree, wanted))]
      const texts = await objects.readBlobs(found.map(([, blob]) => blob))
      return new Map(
        found.flatMap(([object], i) => (texts[i] ? [[object, texts[i].toString('latin1')]] : [])),
      )
    },
  }
}

/** Changes notes as `decide` says; it may be called several times, each time on newer notes. */
export async function changeNotes(
  repo: Repo,
  decide: (notes: NotesState) => Promise<NotesChange>,
  options: { giveUpAfter?: number } = {},
): Promise<NotesChanged> {
  const { writeTimeout } = resolveSettings(await readConfig(repo), repo.env.vars)
  const timeout = Math.min(writeTimeout, options.giveUpAfter ?? writeTimeout)
  let seen: Oid | undefined
  const plan = { ref: NOTES, queue: 'journal', timeout, packed: 'journal' } as const
  const swapped = await swapRef(repo, plan, async (tip) => {
    seen = tip
    const state = await openNotes(repo, tip)
    const change = await decide(state)
    return change.notes.size === 0 && !change.merged ? undefined : writeNotes(repo, state, change)
  })
  if (swapped.outcome === 'unchanged') return { tip: seen, changed: false }
  const { commit: tip } = swapped
  if (swapped.outcome === 'moved') return { tip, changed: true }
  if (options.giveUpAfter !== undefined) throw new RalphError('line-busy', 'the journal is busy')
  return { tip, changed: true, parked: await park(repo, tip) }
}

async function writeNotes(repo: Repo, { tip, tree }: NotesState, { notes, subject, merged }: NotesChange) {
  const objects = objectsOf(repo)
  const blobs = new Map<Oid, Oid | undefined>()
  for (const [object, text] of notes)
    blobs.set(object, text === undefined ? undefined : await objects.writeBlob(Buffer.from(text, 'latin1')))
  const commit = await objects.writeCommit({
    tree: (await spliceNotes(objects, tree, blobs)) ?? (await objects.writeTree([])),
    parents: [tip, merged].filter((parent) => parent !== undefined),
    message: `${subject}\n`,
    ...(await readIdentity(repo)),
  })
  return { commit, parent: tip, written: 3 + 2 * blobs.size, why: subject }
}

async function park(repo: Repo, commit: Oid): Promise<string> {
  const ref = `${NOTES_PENDING}/${commit.slice(0, 16)}`
  if (await moveRef(repo, ref, commit, undefined, 'parked: the journal was busy')) return ref
  throw new RalphError('line-busy', 'the journal is busy, and the entry could not be parked either', {
    hint: 'nothing was stored; run the same command again, and `git ralph doctor` if it stays busy',
  })
}

/** The commit that `rev` names, or the one checked out. */
export async function annotated(repo: Repo, rev: string | undefined): Promise<Oid> {
  if (rev === undefined) return (await headCommit(repo)) ?? EMPTY_TREE
  return commitOf(repo, rev)
}

export function notesTip(repo: Repo): Promise<Oid | undefined> {
  return readRef(repo, NOTES)
}
