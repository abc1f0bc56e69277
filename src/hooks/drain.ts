/** What is done after a session, when nobody waits: its observations are put away, and what was told to sessions long gone is forgotten. */
import type { Env } from '../env.js'
import { logHookFailure } from '../store/agent/hook-log.js'
import { pruneTold } from '../store/agent/told.js'
import { findPlace } from '../store/sessions/place.js'
import { drain } from '../verbs/sessions/drain.js'

export async function runDrain(env: Env): Promise<void> {
  const place = findPlace(env.cwd, env.vars)
  if (place === undefined) return
  try {
    await drain(env)
    pruneTold(place.ralphDir, env.now())
  } catch (error) {
    logHookFailure(place.ralphDir, env.now(), 'drain', error)
  }
}
