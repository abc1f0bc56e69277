/** Show what the journal says of one commit, or one entry by its id. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { isJournalId } from '../memory/journal.js'
import { parseJournal } from '../memory/journal-note.js'
import { idKey } from '../search/segment.js'
import { type JournalRecord, recordsOf, useJournal } from '../store/journal/journal-index.js'
import { adoptPendingNotes } from '../store/journal/merge-notes.js'
import { annotated, notesTip, openNotes } from '../store/journal/notes.js'
import { openRepo } from '../store/git/repo.js'

export interface JournalShown {
  records: JournalRecord[]
  /** The note as it is stored, when a commit was asked for. */
  note?: string
}

/** `what` is an entry's id or a revision. @default the commit checked out */
export async function journalShow(env: Env, what?: string): Promise<JournalShown> {
  const repo = await openRepo(env)
  await adoptPendingNotes(repo)
  if (what !== undefined && isJournalId(what)) {
    const found = await useJournal(repo, (journal) => recordsOf(journal.find(idKey(what))))
    if (found.length === 0) throw notFound(`no journal entry '${what}'`)
    return { records: found }
  }
  const commit = await annotated(repo, what)
  const notes = await (await openNotes(repo, await notesTip(repo))).read([commit])
  const bytes = notes.get(commit)
  if (bytes === undefined) throw notFound(`the journal says nothing of ${what ?? 'the commit checked out'}`)
  const note = Buffer.from(bytes, 'latin1').toString('utf8')
  return { records: parseJournal(note).map((entry) => ({ entry, commits: [commit] })), note }
}

function notFound(message: string): RalphError {
  return new RalphError('memory-not-found', message, { hint: 'git ralph journal list --last 10' })
}
