/** Note commit: git's post-commit hook, run by an agent, sees the agent's session: so a commit is linked to it. */
import type { Env } from '../../env.js'
import { agentOf, sessionOf } from '../../store/line/provenance.js'
import type { Observation } from '../../session/observation.js'
import { findPlace, readHead } from '../../store/sessions/place.js'
import { appendToSpool, observationId } from '../../store/sessions/spool.js'

export function noteCommit(env: Env): void {
  const session = sessionOf(env.vars)
  const place = session === undefined ? undefined : findPlace(env.cwd, env.vars)
  if (session === undefined || place === undefined) return
  const head = readHead(place)
  if (head.commit === undefined) return
  const now = env.now()
  const loop = env.vars['RALPH_LOOP']
  const observation: Observation = {
    id: observationId(now),
    type: 'note',
    at: now.toISOString(),
    event: 'commit',
    session,
    agent: agentOf(env.vars) ?? 'unknown',
    ...head,
    ...(loop && { loop }),
  }
  appendToSpool(place.ralphDir, observation)
}
