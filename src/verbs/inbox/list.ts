/** What waits in the inbox, in the order in which it was proposed. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { openRepo, type Repo } from '../../store/git/repo.js'
import { listWaiting, type Waiting } from '../../store/sessions/inbox.js'
import { drainOnTheSide } from '../sessions/drain-on-the-side.js'

export type { Waiting }

export async function listInbox(env: Env): Promise<Waiting[]> {
  const repo = await openRepo(env)
  await drainOnTheSide({ repo, warnings: [] })
  return listWaiting(repo.ralphDir)
}

/** Those that are named, by their number in the list, or by the beginning of their id; `all` for all. */
export function findWaiting(repo: Repo, names: readonly string[]): Waiting[] {
  const waiting = listWaiting(repo.ralphDir)
  if (names.length === 1 && names[0] === 'all') return waiting
  return [...new Set(names.map((name) => findOne(waiting, name)))]
}

function findOne(waiting: readonly Waiting[], name: string): Waiting {
  const numbered = /^[1-9]\d{0,3}$/.test(name) ? waiting[Number(name) - 1] : undefined
  const named = waiting.filter(({ id }) => name.length >= 4 && id.startsWith(name))
  if (numbered ?? named.length === 1) return numbered ?? named[0]!
  if (named.length > 1)
    throw new RalphError('ambiguous-id', `'${name}' is the beginning of ${named.length} proposals`)
  throw new RalphError('proposal-not-found', `nothing in the inbox matches '${name}'`, {
    hint: 'run `git ralph inbox` to see what waits',
  })
}
