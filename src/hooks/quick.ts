/** The first half of the hook door: what git's hooks mostly need, in a bundle that loads in no time. */
import type { Env } from '../env.js'
import { followQuickly } from '../verbs/follow-quickly.js'

/** Of a git hook. Answers whether nothing is left to do. */
export async function runQuickly(env: Env, name: string, args: readonly string[]): Promise<boolean> {
  try {
    if (name === 'post-commit') return await followQuickly(env, 'commit')
    if (name === 'post-rewrite' && args[0] === 'amend') return await followQuickly(env, 'amend')
    // Flag 0: single files were checked out.
    if (name === 'post-checkout') return args[2] === '0' || (await followQuickly(env, 'checkout'))
  } catch {
    // The other half meets the same, and writes it down.
  }
  return false
}
