/** Search the journal as memories are searched. */
import type { Env } from '../env.js'
import { search, type SearchAnswer, type SearchOptions } from '../search/search.js'
import {
  type JournalRecord,
  recordsOf,
  useJournal,
  useTrustedJournal,
} from '../store/journal/journal-index.js'
import { adoptPendingNotes } from '../store/journal/merge-notes.js'
import { openRepo, type Repo } from '../store/git/repo.js'

export interface JournalHit extends JournalRecord {
  score: number
}

export interface JournalFound {
  hits: JournalHit[]
  /** How many there are without the limit. */
  total: number
}

export interface JournalSearchOptions extends Pick<SearchOptions, 'limit' | 'since' | 'until' | 'path'> {
  run?: string
}

export async function searchJournal(
  env: Env,
  question: string,
  { run, ...options }: JournalSearchOptions = {},
): Promise<JournalFound> {
  const repo = await openRepo(env)
  await adoptPendingNotes(repo)
  const searched: SearchOptions = { ...options, now: env.now(), ...(run && { tags: [run] }) }
  const answer = await useTrustedJournal(repo, ({ parts }) => search(parts, question, searched))
  const hits = answer.hits.flatMap(({ entry, score }) =>
    recordsOf([entry]).map((record) => ({ ...record, score })),
  )
  return { hits, total: answer.total }
}

/** All notes, also those in quarantine: entries under their id, and what others wrote under the id of the commit. */
export async function searchNotes(
  repo: Repo,
  question: string,
  options: SearchOptions,
): Promise<SearchAnswer & { count: number }> {
  await adoptPendingNotes(repo)
  return useJournal(repo, ({ parts, count }) => ({ ...search(parts, question, options), count }))
}
