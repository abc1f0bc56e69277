/** Dismiss: take proposals out of the inbox; they are not made again. */
import type { Env } from '../../env.js'
import { openRepo } from '../../store/git/repo.js'
import { settle, type Waiting } from '../../store/sessions/inbox.js'
import { findWaiting } from './list.js'

export async function dismiss(env: Env, names: readonly string[]): Promise<Waiting[]> {
  const repo = await openRepo(env)
  const found = findWaiting(repo, names)
  for (const waiting of found) settle(repo.ralphDir, waiting, 'dismissed')
  return found
}
