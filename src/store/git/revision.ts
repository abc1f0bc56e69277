/** Names that git resolves: of commits of the code, as a person types them, and of files at a commit. */
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

/** The blobs of these names (`<commit>:<path>`), by one git process; undefined where there is none. */
export async function blobsNamed(repo: Repo, names: readonly string[]): Promise<(Oid | undefined)[]> {
  if (names.length === 0) return []
  const answers = await repo.git(['cat-file', '--batch-check'], {
    input: names.map((name) => `${name}\n`).join(''),
  })
  const lines = answers.split('\n')
  return names.map((_, i) => {
    const [oid, type] = lines[i]!.split(' ')
    return type === 'blob' ? oid : undefined
  })
}
