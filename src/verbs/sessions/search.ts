/** Search what was observed, and what sessions came to. */
import type { Env } from '../../env.js'
import { search, type SearchOptions } from '../../search/search.js'
import { choiceTag, type FoundIn } from '../../session/indexed.js'
import { sessionKey } from '../../session/session-key.js'
import { openRepo } from '../../store/git/repo.js'
import { useSessionIndex } from '../../store/sessions/session-index.js'
import { drainRepo } from './drain.js'

export interface SessionHit extends FoundIn {
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
  await drainRepo(repo, { all: true, quick: true })
  const tag = choiceTag({ ...(type && { type }), ...(session && { key: sessionKey(session) }) })
  const answer = await useSessionIndex(repo, ({ parts }) =>
    search(parts, question, { ...options, now: env.now(), ...(tag && { tags: [tag] }) }),
  )
  const hits = answer.hits.map(({ entry: { memory }, score }) => ({
    ...(memory.extra!['found'] as FoundIn),
    id: memory.id,
    at: memory.created,
    text: memory.body,
    files: (memory.anchors ?? []).map(({ path }) => path),
    score,
  }))
  return { hits, total: answer.total }
}
