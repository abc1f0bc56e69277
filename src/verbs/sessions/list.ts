/** Sessions, the newest first. */
import type { Env } from '../../env.js'
import type { SessionSummary } from '../../session/summary.js'
import { openRepo } from '../../store/git/repo.js'
import { commitOf } from '../../store/git/revision.js'
import { type CaptureState, captureStateOf } from '../../store/sessions/capture-state.js'
import { readSummaries } from '../../store/sessions/summaries.js'
import { drainAllFirst } from './drain-on-the-side.js'

export interface ListSessionsOptions {
  branch?: string
  agent?: string
  /** Only those that made this code commit. */
  commit?: string
  limit?: number
}

export interface ListedSessions {
  sessions: SessionSummary[]
  /** How many there are without the limit. */
  total: number
  capture: CaptureState
}

export async function listSessions(env: Env, options: ListSessionsOptions = {}): Promise<ListedSessions> {
  const repo = await openRepo(env)
  await drainAllFirst(repo)
  const commit = options.commit === undefined ? undefined : await commitOf(repo, options.commit)
  const sessions = readSummaries(repo.ralphDir)
    .map(({ summary }) => summary)
    .filter(({ commits }) => commit === undefined || commits.includes(commit))
    .filter(
      ({ branch, agent }) => (options.branch ?? branch) === branch && (options.agent ?? agent) === agent,
    )
    .toReversed()
  return {
    sessions: sessions.slice(0, options.limit),
    total: sessions.length,
    capture: captureStateOf(repo.ralphDir, env.now()),
  }
}
