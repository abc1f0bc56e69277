/** What is known of the code of a branch: its tip, here or on the remote, and the commits its memories name. */
import { lineRef } from './line.js'
import { readRef } from '../git/refs.js'
import { memoryRemote } from '../share/remote.js'
import { readConfig } from '../git/config.js'
import type { Oid, Repo } from '../git/repo.js'

/** The refs that may hold the code of `branch`, the local one first. */
export async function codeRefs(repo: Repo, branch: string): Promise<string[]> {
  const remote = memoryRemote(await readConfig(repo), repo.env.vars)
  const refs = [`refs/heads/${branch}`, ...(remote ? [`refs/remotes/${remote}/${branch}`] : [])]
  const found = await Promise.all(refs.map((ref) => readRef(repo, ref)))
  return refs.filter((_, i) => found[i] !== undefined)
}

/** The code commits that the memories of a line were made on, oldest first; those of its base left out. */
export async function codeCommitsOf(repo: Repo, branch: string, tip: Oid, base: string): Promise<Oid[]> {
  const baseTip = await readRef(repo, lineRef(base))
  const log = await repo.git([
    'log',
    '--reverse',
    '--format=%(trailers:key=Ralph-Branch,valueonly,separator=%x20)%x00%(trailers:key=Ralph-Code,valueonly,separator=%x20)',
    tip,
    ...(baseTip ? [`^${baseTip}`] : []),
  ])
  const commits = log.split('\n').flatMap((line) => {
    const [on, code] = line.split('\0')
    return on === branch && /^[0-9a-f]{40}$/.test(code ?? '') ? [code!] : []
  })
  return [...new Set(commits)]
}
