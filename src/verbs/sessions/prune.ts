/** Prune: remove sessions that are too old or take too much room, or those that are named. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import type { SessionSummary } from '../../session/summary.js'
import { readConfig } from '../../store/git/config.js'
import { openRepo } from '../../store/git/repo.js'
import { findDoomed, removeSessions, sizeOf } from '../../store/sessions/retention.js'
import { useSessionIndex } from '../../store/sessions/session-index.js'
import { readSummaries } from '../../store/sessions/summaries.js'
import { resolveSettings } from '../../store/settings/settings.js'
import { drainAllFirst } from './drain-on-the-side.js'
import { findSession } from './find-session.js'

export interface PruneSessionsOptions {
  /** Only these, as typed, whatever their age. */
  sessions?: string[]
  /** Instead of what the settings say. */
  days?: number
  megabytes?: number
  dryRun?: boolean
}

export interface PrunedSession {
  session: SessionSummary
  bytes: number
  why: 'age' | 'size' | 'named'
}

export interface PrunedSessions {
  pruned: PrunedSession[]
  /** How many stay. */
  left: number
  dryRun: boolean
}

export async function pruneSessions(env: Env, options: PruneSessionsOptions = {}): Promise<PrunedSessions> {
  const repo = await openRepo(env)
  const { sessions = [], dryRun = false } = options
  if (sessions.length > 0 && (options.days ?? options.megabytes) !== undefined)
    throw new RalphError('bad-usage', 'name sessions, or say how much to keep, not both')
  await drainAllFirst(repo)
  const settings = resolveSettings(await readConfig(repo), env.vars)
  const retention = {
    days: options.days ?? settings.sessionRetention,
    megabytes: options.megabytes ?? settings.sessionLimit,
  }
  const summaries = readSummaries(repo.ralphDir)
  const doomed =
    sessions.length > 0
      ? [...new Set(sessions.map((id) => findSession(summaries, id)))].map((one) => ({
          ...one,
          bytes: sizeOf(repo.ralphDir, one),
          why: 'named' as const,
        }))
      : findDoomed(repo.ralphDir, summaries, retention, env.now())
  if (!dryRun && doomed.length > 0) {
    removeSessions(repo.ralphDir, doomed)
    // What was searched for is gone from the index too.
    await useSessionIndex(repo, () => undefined)
  }
  return {
    pruned: doomed.map(({ summary, bytes, why }) => ({ session: summary, bytes, why })),
    left: summaries.length - doomed.length,
    dryRun,
  }
}
