/**
 * Observe: keep what an agent's hook reported. On the way of every tool the agent uses: files only, no process, a few milliseconds, and
 * whatever goes wrong is written down for `git ralph status` instead of thrown.
 */
import type { Env } from '../../env.js'
import type { AgentEvent } from '../../session/agent-event.js'
import { observed } from '../../session/observed.js'
import { dropCaptureFailure, recordCaptureFailure } from '../../store/sessions/capture-failure.js'
import { isCapturing } from '../../store/sessions/capturing.js'
import { findPlace, type Place, readHead } from '../../store/sessions/place.js'
import { readCurrentTask } from '../../store/task/current-task.js'
import { appendToSpool, observationId } from '../../store/sessions/spool.js'

export function observe(env: Env, event: AgentEvent): void {
  let place: Place | undefined
  try {
    place = findPlace(event.cwd, env.vars) ?? findPlace(env.cwd, env.vars)
    if (place === undefined || !isCapturing(place, env.vars)) return
    const now = env.now()
    const observation = observed(event, {
      ...readHead(place),
      id: observationId(now),
      at: now.toISOString(),
      loop: env.vars['RALPH_LOOP'],
      task: env.vars['RALPH_TASK'] || readCurrentTask(place),
      workTree: place.workTree && `${place.workTree}/`,
    })
    if (observation === undefined) return
    appendToSpool(place.ralphDir, observation)
    dropCaptureFailure(place.ralphDir)
  } catch (error) {
    if (place) recordCaptureFailure(place.ralphDir, env.now(), error)
  }
}
