/** Sessions, the newest first. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import type { SessionSummary } from '../../session/summary.js'
import { type Oid, openRepo, type Repo } from '../../store/git/repo.js'
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
  const commit = options.commit === undefined ? undefined : await resolveCommit(repo, options.commit)
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

async function resolveCommit(repo: Repo, rev: string): Promise<Oid> {
  const { code, stdout } = await repo.tryGit([
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${rev}^{commit}`,
  ])
  if (code === 0) return stdout.toString('utf8').trim()
  throw new RalphError('bad-usage', `'${rev}' is not a commit`)
}
