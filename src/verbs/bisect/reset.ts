/** Bisect, reset: end a search. */
import type { Env } from '../../env.js'
import { dropBisection } from '../../store/bisect/bisection.js'
import { openRepo } from '../../store/git/repo.js'

/** Answers whether one was under way. */
export async function bisectReset(env: Env): Promise<boolean> {
  return dropBisection(await openRepo(env))
}
