/** Add to the journal: what happened in one iteration, as a note on the code commit at hand. */
import type { Env } from '../env.js'
import { admitText, type SecretPolicy } from '../memory/admit.js'
import { checkEntry, drawJournalId, type JournalEntry, type JournalId } from '../memory/journal.js'
import { renderEntry, splitNote } from '../memory/journal-note.js'
import { appendToNote } from '../memory/merge-notes.js'
import { renderTime } from '../memory/text.js'
import { changedFiles, filesOfCommit } from '../store/journal/changed-files.js'
import { adoptPendingNotes } from '../store/journal/merge-notes.js'
import { annotated, changeNotes } from '../store/journal/notes.js'
import { agentOf, sessionOf } from '../store/line/provenance.js'
import { openRepo, type Repo } from '../store/git/repo.js'

export interface JournalAddOptions
  extends
    Partial<Omit<JournalEntry, 'id' | 'run' | 'iteration' | 'createdAt'>>,
    Pick<SecretPolicy, 'redact'> {
  run: string
  iteration: number
  /** For an entry that may be added twice: the second time changes nothing. @default a new one */
  id?: JournalId
  /** The commit to put it on. @default the one checked out */
  commit?: string
  /** Where the iteration began: the files are what changed since. */
  since?: string
}

export interface JournalAdded {
  entry: JournalEntry
  /** The commit that carries it; before the first commit, git's empty tree. */
  commit: string
  /** Set when the journal was busy: the entry is safe on this ref and joins it with the next command. */
  parked?: string
}

export async function journalAdd(env: Env, options: JournalAddOptions): Promise<JournalAdded> {
  const repo = await openRepo(env)
  const now = env.now()
  const { commit: rev, since, files, id = drawJournalId(now, env.random), redact = false, ...rest } = options
  const given = { ...rest, ...(rest.notes !== undefined && { notes: admitText(rest.notes, { redact }) }) }
  const entry = checkEntry({
    outcome: 'done',
    durationSecs: 0,
    costUsd: 0,
    ...origin(env),
    ...given,
    id,
    files: files ?? [],
    createdAt: renderTime(now),
  })
  await adoptPendingNotes(repo)
  const commit = await annotated(repo, rev)
  const whole = files ? entry : checkEntry({ ...entry, files: await filesOf(repo, commit, rev, since) })
  const added = Buffer.from(renderEntry(whole)).toString('latin1')
  const { parked } = await changeNotes(repo, async (notes) => {
    const before = (await notes.read([commit])).get(commit) ?? ''
    const isThere = splitNote(before).blocks.some((block) => block.id === id)
    const text = isThere ? before : appendToNote(before, added)
    return {
      notes: text === before ? new Map() : new Map([[commit, text]]),
      subject: `journal ${whole.run} iteration ${whole.iteration} [${whole.outcome}]`,
    }
  })
  return { entry: whole, commit, ...(parked && { parked }) }
}

function origin({ vars }: Env): Pick<JournalEntry, 'agent' | 'session'> {
  const [agent, session] = [agentOf(vars), sessionOf(vars)]
  return { ...(agent && { agent }), ...(session && { session }) }
}

/** A commit that was named speaks for itself; the one checked out may have uncommitted work on it. */
async function filesOf(
  repo: Repo,
  commit: string,
  rev: string | undefined,
  since: string | undefined,
): Promise<string[]> {
  if (rev !== undefined && since === undefined) return filesOfCommit(repo, commit)
  return changedFiles(repo, commit, since === undefined ? undefined : await annotated(repo, since))
}
