/** Merging notes: what a remote has, what was parked, and what rewritten commits had. */
import { RalphError } from '../../errors.js'
import { mergeNotes } from '../../memory/merge-notes.js'
import { isAncestor, mergeBases } from '../git/merge-base.js'
import { NOTES, NOTES_PENDING } from './notes-refs.js'
import { changeNotes, notesTip, type NotesState } from './notes.js'
import { diffNotes } from './notes-tree.js'
import { objectsOf } from '../git/objects.js'
import { deleteRef, listRefs, mayHaveRefs, moveRef } from '../git/refs.js'
import type { Oid, Repo } from '../git/repo.js'

export interface NotesMerge {
  how: 'nothing' | 'fast-forward' | 'merged'
  parked?: string
}

/** Merges the notes at `theirs` into ours. */
export async function mergeIntoNotes(
  repo: Repo,
  theirs: Oid,
  subject: string,
  options: { giveUpAfter?: number } = {},
): Promise<NotesMerge> {
  const ours = await notesTip(repo)
  if (ours !== undefined && (await isAncestor(repo, theirs, ours))) return { how: 'nothing' }
  const ahead = ours === undefined || (await isAncestor(repo, ours, theirs))
  if (ahead && (await moveRef(repo, NOTES, theirs, ours, subject))) return { how: 'fast-forward' }
  const { changed, parked } = await changeNotes(
    repo,
    async (state) => {
      if (state.tip !== undefined && (await isAncestor(repo, theirs, state.tip)))
        return { notes: new Map(), subject }
      return { notes: await changesOf(repo, state, theirs), subject, merged: theirs }
    },
    options,
  )
  return { how: changed ? 'merged' : 'nothing', ...(parked && { parked }) }
}

/** What ours must become to have theirs too. Of several merge bases one will do: it only says what was deleted. */
async function changesOf(repo: Repo, ours: NotesState, theirs: Oid): Promise<Map<Oid, string | undefined>> {
  const objects = objectsOf(repo)
  const [base] = ours.tip ? (await mergeBases(repo, ours.tip, theirs)).toSorted() : []
  const baseTree = base && (await objects.readCommit(base)).tree
  const theirTree = (await objects.readCommit(theirs)).tree
  const mine = new Map((await diffNotes(objects, baseTree, ours.tree)).map((one) => [one.object, one]))
  const changes = new Map<Oid, string | undefined>()
  for (const { object, before, after } of await diffNotes(objects, baseTree, theirTree)) {
    const own = mine.get(object) ?? { before, after: before }
    if (own.after === after) continue
    const read = async (blob: Oid | undefined): Promise<string | undefined> =>
      blob && (await objects.readBlob(blob)).toString('latin1')
    const [old, left, right] = [await read(before), await read(own.after), await read(after)]
    const text = mergeNotes(old, left ?? '', right ?? '')
    if (text !== (left ?? '')) changes.set(object, text === '' ? undefined : text)
  }
  return changes
}

/**
 * Copies the notes of commits to those that took their place, in one commit. Doing it again changes nothing. Answers how many
 * commits got something.
 */
export async function carryNotes(
  repo: Repo,
  pairs: readonly { from: Oid; to: Oid }[],
  subject: string,
): Promise<number> {
  if (pairs.length === 0 || (await notesTip(repo)) === undefined) return 0
  let carried = 0
  await changeNotes(repo, async (state) => {
    const known = await state.read(pairs.flatMap(({ from, to }) => [from, to]))
    const changes = new Map<Oid, string>()
    for (const { from, to } of pairs) {
      const [source, target] = [known.get(from), changes.get(to) ?? known.get(to) ?? '']
      const text = source === undefined ? target : mergeNotes(undefined, target, source)
      if (text !== target && text !== '') changes.set(to, text)
    }
    carried = changes.size
    return { notes: changes, subject }
  })
  return carried
}

/** Whoever comes by and adopts must not be held up for long. */
const ADOPT_WAIT_MS = 300

/** Merges every parked change; while the journal is still busy they wait on. */
export async function adoptPendingNotes(repo: Repo): Promise<void> {
  if (!mayHaveRefs(repo, NOTES_PENDING)) return
  for (const [ref, commit] of await listRefs(repo, NOTES_PENDING)) {
    try {
      await mergeIntoNotes(repo, commit, 'adopt what was parked', { giveUpAfter: ADOPT_WAIT_MS })
    } catch (error) {
      if (error instanceof RalphError && error.code === 'line-busy') return
      throw error
    }
    await deleteRef(repo, ref, commit)
  }
}
