/** Reopen: proposals that were decided on wait again. The memory that an approval made is forgotten. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { openRepo } from '../../store/git/repo.js'
import { listSettled, unsettle, type Waiting } from '../../store/sessions/inbox.js'
import { forget } from '../forget.js'

export async function reopen(env: Env, names: readonly string[]): Promise<Waiting[]> {
  const repo = await openRepo(env)
  const settled = listSettled(repo.ralphDir)
  const chosen = names.map((name) => {
    const found = settled.filter(({ id }) => name.length >= 4 && id.startsWith(name))
    if (found.length === 1) return found[0]!
    if (found.length > 1)
      throw new RalphError('ambiguous-id', `'${name}' is the beginning of ${found.length} proposals`)
    throw new RalphError('proposal-not-found', `nothing that was decided on matches '${name}'`)
  })
  for (const one of chosen) {
    if (one.made && one.memory !== undefined) await forgetIfThere(env, one.memory)
    unsettle(repo.ralphDir, one)
  }
  return chosen.map(({ id, proposed, proposal }) => ({ id, proposed, proposal }))
}

async function forgetIfThere(env: Env, id: string): Promise<void> {
  try {
    await forget(env, [id])
  } catch (error) {
    if (!(error instanceof RalphError) || error.code !== 'memory-not-found') throw error
  }
}
