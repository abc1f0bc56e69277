/** Search what was observed, and what sessions came to. */
import type { Env } from '../../env.js'
import { search, type SearchOptions } from '../../search/search.js'
import { choiceTag, type FoundIn, foundIn } from '../../session/indexed.js'
import { sessionKey } from '../../session/session-key.js'
import { openRepo } from '../../store/git/repo.js'
import { useSessionIndex } from '../../store/sessions/session-index.js'
import { pickSummaries } from '../../store/sessions/summaries.js'
import { drainAllFirst } from './drain-on-the-side.js'

export interface SessionHit {
  session: string
  agent: string
  type: FoundIn['type']
  /** Of the observation. */
  id: string
  at: string
  /** What it says, as far as it is indexed. */
  text: string
  files: string[]
  score: number
}

export interface SessionsFound {
  hits: SessionHit[]
  /** How many there are without the limit. */
  total: number
}

export interface SearchSessionsOptions extends Pick<SearchOptions, 'limit' | 'since' | 'until' | 'path'> {
  type?: FoundIn['type']
  session?: string
}

export async function searchSessions(
  env: Env,
  question: string,
  { type, session, ...options }: SearchSessionsOptions = {},
): Promise<SessionsFound> {
  const repo = await openRepo(env)
  await drainAllFirst(repo)
  const key = session && sessionKey(session)
  const tag = choiceTag({ ...(type && { type }), ...(key && { key }) })
  const answer = await useSessionIndex(repo, ({ parts }) =>
    search(parts, question, { ...options, now: env.now(), ...(tag && { tags: [tag] }) }),
  )
  const keys = new Set(answer.hits.map(({ entry }) => foundIn(entry).key))
  const sessions = pickSummaries(repo.ralphDir, keys)
  const hits = answer.hits.flatMap(({ entry, score }) => {
    const found = foundIn(entry)
    const summary = sessions.get(found.key)
    if (summary === undefined || (key && found.key !== key)) return []
    const { id, created: at, body: text, anchors = [] } = entry.memory
    const files = anchors.map(({ path }) => path)
    return [{ session: summary.session, agent: summary.agent, type: found.type, id, at, text, files, score }]
  })
  return { hits, total: answer.total }
}
