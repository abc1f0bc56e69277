/** Recall in the journal: entries stand under their own id, what others wrote in notes under that of the commit. */
import type { SearchOptions } from '../search/search.js'
import type { Workspace } from '../store/workspace.js'
import { searchNotes } from './journal-search.js'
import type { Found } from './recall.js'

export async function searchJournal(
  { repo, warnings }: Workspace,
  question: string,
  options: SearchOptions,
): Promise<Found> {
  const { count, ...answer } = await searchNotes(repo, question, options)
  if (count === 0) warnings.push('the journal is empty: there are no notes under refs/notes/ralph')
  return answer
}
