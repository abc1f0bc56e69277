/** A work tree of its own for a loop, on a branch of its own, beside the one it was started from. */
import { basename, dirname, join } from 'node:path'
import { existsSync } from 'node:fs'
import { RalphError } from '../../errors.js'
import { configChanged } from '../git/config.js'
import { headCommit, currentBranch, defaultBranch } from '../line/line.js'
import type { Repo } from '../git/repo.js'

export interface MadeWorkTree {
  path: string
  branch: string
}

export async function makeWorkTree(repo: Repo, loop: string, goal: string): Promise<MadeWorkTree> {
  if ((await headCommit(repo)) === undefined)
    throw new RalphError('bad-usage', 'a work tree of its own needs a commit to start from', {
      hint: 'git commit --allow-empty -m first',
    })
  const top = repo.workTree ?? repo.commonDir
  const short = loop.slice('run-'.length)
  const path = join(dirname(top), `${basename(top).replace(/\.git$/, '')}-loop-${short}`)
  if (existsSync(path)) throw new RalphError('bad-usage', `'${path}' is there already`)
  const branch = `ralph/${[slugOf(goal), short].filter(Boolean).join('-')}`
  const base = await currentBranch(repo)
  await repo.git(['worktree', 'add', '-q', '-b', branch, path])
  // Where its memory lands. The default branch is the base of all that have none.
  if (base !== undefined && base !== (await defaultBranch(repo))) {
    await repo.git(['config', '--local', `branch.${branch}.ralphBase`, base])
    configChanged(repo)
  }
  return { path, branch }
}

function slugOf(goal: string): string {
  return goal
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 40)
    .replace(/^-+|-+$/g, '')
}
