/** The journal as it is stored: git notes on code commits, under `refs/notes/ralph`. */
import { objectsOf } from './objects.js'
import { mayHaveRefs, readRef } from './refs.js'
import type { Oid, Repo } from './repo.js'

export const NOTES = 'refs/notes/ralph'

export interface Note {
  /** The commit it is about. */
  commit: Oid
  blob: Oid
  text: string
}

export async function readNotes(repo: Repo): Promise<Note[]> {
  if (!mayHaveRefs(repo, 'refs/notes') || (await readRef(repo, NOTES)) === undefined) return []
  const listing = await repo.git(['notes', `--ref=${NOTES}`, 'list'])
  const pairs = listing
    .split('\n')
    .filter(Boolean)
    .map((line) => line.split(' '))
  const texts = await objectsOf(repo).readBlobs(pairs.map(([blob]) => blob!))
  return pairs.flatMap(([blob, commit], i) =>
    texts[i] ? [{ commit: commit!, blob: blob!, text: texts[i].toString('utf8') }] : [],
  )
}
