/** Revisions of the code, as a person types them. */
import { RalphError } from '../../errors.js'
import type { Oid, Repo } from './repo.js'

export async function commitOf(repo: Repo, rev: string): Promise<Oid> {
  const { code, stdout } = await repo.tryGit([
    'rev-parse',
    '--verify',
    '--quiet',
    '--end-of-options',
    `${rev}^{commit}`,
  ])
  if (code === 0) return stdout.toString('latin1').trim()
  throw new RalphError('bad-usage', `'${rev}' is no commit of the code`, {
    hint: 'git log --oneline shows the commits',
  })
}
