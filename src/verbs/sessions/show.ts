/** One session with all that was observed. */
import type { Env } from '../../env.js'
import type { Observation } from '../../session/observation.js'
import type { SessionSummary } from '../../session/summary.js'
import { openRepo } from '../../store/git/repo.js'
import { readParts } from '../../store/sessions/session-files.js'
import { readSummaries } from '../../store/sessions/summaries.js'
import { drainAllFirst } from './drain-on-the-side.js'
import { findSession } from './find-session.js'

export interface ShownSession {
  session: SessionSummary
  observations: Observation[]
}

/** Without an id, the newest. */
export async function showSession(env: Env, id?: string): Promise<ShownSession | undefined> {
  const repo = await openRepo(env)
  await drainAllFirst(repo)
  const summaries = readSummaries(repo.ralphDir)
  const found = id === undefined ? summaries.at(-1) : findSession(summaries, id)
  return found && { session: found.summary, observations: readParts(repo.ralphDir, found.parts) }
}
