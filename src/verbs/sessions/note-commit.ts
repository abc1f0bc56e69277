/** Note commit: git's post-commit hook, run by an agent, sees whose session it is: so a commit is linked to it. */
import type { Env } from '../../env.js'
import type { Observation } from '../../session/observation.js'
import { recordCaptureFailure } from '../../store/sessions/capture-failure.js'
import { currentSession } from '../../store/sessions/current-session.js'
import { findPlace, readHead } from '../../store/sessions/place.js'
import { appendToSpool, observationId } from '../../store/sessions/spool.js'

/** Never throws: the commit is made. */
export function noteCommit(env: Env): void {
  const place = findPlace(env.cwd, env.vars)
  if (place === undefined) return
  const now = env.now()
  try {
    const found = currentSession(place.ralphDir, env.vars, now)
    const head = readHead(place)
    if (found === undefined || head.commit === undefined) return
    const loop = env.vars['RALPH_LOOP']
    const observation: Observation = {
      id: observationId(now),
      type: 'note',
      at: now.toISOString(),
      event: 'commit',
      ...found,
      ...head,
      ...(loop && { loop }),
    }
    appendToSpool(place.ralphDir, observation)
  } catch (error) {
    recordCaptureFailure(place.ralphDir, now, error)
  }
}
