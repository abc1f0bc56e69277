/**
 * Drain: put away what hooks saw, off their way, and see what can be learnt of it. Called by the child that the end of a session leaves
 * behind, by the MCP server, and by commands that are not in a hurry.
 */
import type { Env } from '../../env.js'
import { readConfig } from '../../store/git/config.js'
import { takeTurn } from '../../store/git/queue.js'
import { openRepo, type Repo } from '../../store/git/repo.js'
import { compactSession } from '../../store/sessions/compact.js'
import { type DrainedFile, drainFile, isDue, listSpool } from '../../store/sessions/drain-spool.js'
import { findDoomed, removeSessions } from '../../store/sessions/retention.js'
import { useSessionIndex } from '../../store/sessions/session-index.js'
import { observationId } from '../../store/sessions/spool.js'
import { readSummaries } from '../../store/sessions/summaries.js'
import { resolveSettings } from '../../store/settings/settings.js'
import { learnFromSessions } from './learn.js'

export interface DrainOptions {
  /** Also of sessions that are going on. */
  all?: boolean
  /** Somebody waits: run no summarizer. */
  quick?: boolean
}

export interface Drained {
  /** How many observations were put away, of how many sessions. */
  observations: number
  sessions: number
  /** Lines that were no observations. */
  skipped: number
  /** How many memories were proposed. */
  proposed: number
  /** How many sessions were too old, or too much. */
  pruned: number
}

/** Others only wait so that no work is done twice; somebody who waits for us waits less. */
const WAIT_MS = 2_000
const QUICK_WAIT_MS = 200

export async function drain(env: Env, options: DrainOptions = {}): Promise<Drained> {
  return drainRepo(await openRepo(env), options)
}

export async function drainRepo(repo: Repo, options: DrainOptions = {}): Promise<Drained> {
  const now = repo.env.now()
  const due = (): ReturnType<typeof listSpool> =>
    listSpool(repo.ralphDir).filter((file) => options.all || isDue(file, now.getTime()))
  if (due().length === 0) return { observations: 0, sessions: 0, skipped: 0, proposed: 0, pruned: 0 }
  const turn = await takeTurn(repo, 'sessions', options.quick ? QUICK_WAIT_MS : WAIT_MS)
  try {
    const drained = due().flatMap((file) => drainFile(repo.ralphDir, file, now) ?? [])
    return await putInOrder(repo, drained, options)
  } finally {
    turn.release()
  }
}

async function putInOrder(repo: Repo, drained: DrainedFile[], options: DrainOptions): Promise<Drained> {
  const settings = resolveSettings(await readConfig(repo), repo.env.vars)
  const keys = new Set(drained.map(({ key }) => key))
  const now = repo.env.now()
  for (const { key, parts, summary } of readSummaries(repo.ralphDir))
    if (keys.has(key) && summary.end !== undefined)
      compactSession(repo.ralphDir, key, parts, observationId(now))
  const proposed = await learnFromSessions(repo, settings, { quick: options.quick ?? false })
  const retention = { days: settings.sessionRetention, megabytes: settings.sessionLimit }
  const doomed = findDoomed(repo.ralphDir, readSummaries(repo.ralphDir), retention, now)
  removeSessions(repo.ralphDir, doomed)
  await useSessionIndex(repo, () => undefined)
  return {
    observations: drained.reduce((sum, { observations }) => sum + observations.length, 0),
    sessions: keys.size,
    skipped: drained.reduce((sum, { skipped }) => sum + skipped, 0),
    proposed,
    pruned: doomed.length,
  }
}
