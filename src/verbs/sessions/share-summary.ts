/** Share summary: where `ralph.shareSessions` is set, what a session came to is an entry of the journal, which others pull. */
import type { Env } from '../../env.js'
import { deriveJournalId } from '../../memory/journal.js'
import { sessionKey } from '../../session/session-key.js'
import type { SessionSummary } from '../../session/summary.js'
import type { Repo } from '../../store/git/repo.js'
import { hashText } from '../../search/bytes.js'
import { journalAdd } from '../journal-add.js'

/** The same entry however often it is shared: the first end of a session counts. */
export async function shareSummary(env: Env, repo: Repo, summary: SessionSummary): Promise<void> {
  const { session, agent, start, last, end = last, commits, failing, files, text } = summary
  const run = `run-${(hashText(sessionKey(session)) >>> 0).toString(16).padStart(8, '0')}`
  const commit = await firstKnown(repo, [...commits].toReversed())
  await journalAdd(
    { ...env, now: () => new Date(end) },
    {
      id: deriveJournalId(run, 1, session),
      run,
      iteration: 1,
      outcome: failing.length > 0 ? 'failed' : 'done',
      durationSecs: Math.max(0, (Date.parse(end) - Date.parse(start)) / 1000),
      session,
      agent,
      files: files.filter((file) => !file.startsWith('/')),
      notes: text,
      ...(commit && { commit }),
    },
  )
}

/** Commits may have been amended away since. */
async function firstKnown(repo: Repo, commits: readonly string[]): Promise<string | undefined> {
  for (const commit of commits) {
    const { code } = await repo.tryGit(['merge-base', '--is-ancestor', commit, 'HEAD'])
    if (code === 0) return commit
  }
  return undefined
}
