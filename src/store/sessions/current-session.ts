/** The session that runs us, where its agent tells only its own name. */
import { agentOf, sessionOf } from '../line/provenance.js'
import { parseObservations } from '../../session/parse-observation.js'
import { readLocalFile } from '../git/local-files.js'
import { listSpool } from './drain-spool.js'

export interface CurrentSession {
  session: string
  agent: string
}

const RECENT_MS = 10 * 60_000
const MOST_LOOKED_AT = 5

export function currentSession(
  ralphDir: string,
  vars: Record<string, string | undefined>,
  now: Date,
): CurrentSession | undefined {
  // Hooks call it by its short name.
  const agent = (agentOf(vars) ?? 'unknown').replace(/^claude-code$/, 'claude')
  const session = sessionOf(vars)
  if (session) return { session, agent }
  if (agent === 'unknown') return undefined
  const recent = listSpool(ralphDir)
    .filter(({ written }) => Math.abs(now.getTime() - written) < RECENT_MS)
    .toSorted((a, b) => b.written - a.written)
  for (const { path } of recent.slice(0, MOST_LOOKED_AT)) {
    const [first] = parseObservations(readLocalFile(path)?.toString('utf8') ?? '').observations
    if (first?.agent === agent) return { session: first.session, agent }
  }
  return undefined
}
