/** Recall in the journal: the notes on code commits, searched like memories. Each stands under the id of its commit. */
import { encodeSegment, openSegment } from '../search/segment.js'
import { search, type SearchOptions } from '../search/search.js'
import { readNotes } from '../store/notes.js'
import type { Workspace } from '../store/workspace.js'
import type { Found } from './recall.js'

export async function searchJournal(
  { repo, warnings }: Workspace,
  question: string,
  options: SearchOptions,
): Promise<Found> {
  const notes = await readNotes(repo)
  if (notes.length === 0) warnings.push('the journal is empty: there are no notes under refs/notes/ralph')
  const bytes = encodeSegment(
    notes.map(({ commit, blob, text }) => ({
      blob,
      memory: { id: commit, type: 'context', tags: [], created: '', body: text.trim() },
    })),
  )
  const read = (offset: number, length: number): Uint8Array => bytes.slice(offset, offset + length)
  return search([{ segment: openSegment({ size: bytes.length, read }), dead: new Set() }], question, options)
}
