/** Drain: put away what hooks saw, off their way, and see what can be learnt of it. */
import type { Env } from '../../env.js'
import { candidatesOf } from '../../session/candidates.js'
import { openRepo } from '../../store/git/repo.js'
import { drainFile, isDue, listSpool } from '../../store/sessions/drain-spool.js'
import { readParts } from '../../store/sessions/session-files.js'
import { readSummaries } from '../../store/sessions/summaries.js'
import { proposeIn } from '../inbox/propose.js'

export interface DrainOptions {
  /** Also of sessions that are going on. */
  all?: boolean
}

export interface Drained {
  /** How many observations were put away, of how many sessions. */
  observations: number
  sessions: number
  /** Lines that were no observations. */
  skipped: number
  /** How many memories were proposed. */
  proposed: number
}

const NOTHING: Drained = { observations: 0, sessions: 0, skipped: 0, proposed: 0 }

export async function drain(env: Env, options: DrainOptions = {}): Promise<Drained> {
  const repo = await openRepo(env)
  const { ralphDir } = repo
  const now = env.now()
  const due = listSpool(ralphDir).filter((file) => options.all || isDue(file, now.getTime()))
  if (due.length === 0) return NOTHING
  const drained = due.flatMap((file) => drainFile(ralphDir, file, now) ?? [])
  const keys = new Set(drained.map(({ key }) => key))
  let proposed = 0
  for (const { key, parts, summary } of readSummaries(ralphDir)) {
    if (!keys.has(key) || summary.mended.length === 0) continue
    const candidates = candidatesOf(summary.session, readParts(ralphDir, parts))
    proposed += (await proposeIn(repo, candidates)).added
  }
  return {
    observations: drained.reduce((sum, { observations }) => sum + observations.length, 0),
    sessions: keys.size,
    skipped: drained.reduce((sum, { skipped }) => sum + skipped, 0),
    proposed,
  }
}
