/** Where the answers of `git config` are kept. One file per worktree, or two that are used in turns would drive each other's out. */
import { basename, join } from 'node:path'
import type { Repo } from './repo.js'

export function keptConfigPath(place: Pick<Repo, 'gitDir' | 'commonDir' | 'ralphDir'>): string {
  const name = place.gitDir === place.commonDir ? 'main' : `worktree-${basename(place.gitDir)}`
  return join(place.ralphDir, 'cache', `config-${name}.json`)
}
