/** A worktree for a task: `.worktrees/<id>`, on a branch of its own. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RalphError } from '../../errors.js'
import { configChanged, readConfig } from '../git/config.js'
import { readRef } from '../git/refs.js'
import type { Repo } from '../git/repo.js'
import { defaultBranch } from '../line/line.js'
import { addExclude } from '../rendered/exclude.js'
import { placeInWorkTree } from '../user-file.js'

const DIRECTORY = '.worktrees'

/** Answers where it is; one that is there already is taken. `base` is the branch that a new branch is made from. */
export async function addWorktree(repo: Repo, id: string, branch: string, base: string): Promise<string> {
  if (repo.workTree === undefined)
    throw new RalphError('bad-usage', 'a bare repository has no place for a worktree', {
      hint: 'start the task without --worktree',
    })
  const path = placeInWorkTree(repo.workTree, join(DIRECTORY, id))
  if (existsSync(join(path, '.git'))) return path
  const there = await readRef(repo, `refs/heads/${branch}`)
  await repo.git(['worktree', 'add', '--quiet', ...(there ? [path, branch] : ['-b', branch, path])])
  addExclude(repo, DIRECTORY)
  const recorded = (await readConfig(repo)).git[`branch.${branch}.ralphbase`]
  if (!there && recorded === undefined && base !== (await defaultBranch(repo))) {
    await repo.git(['config', '--local', `branch.${branch}.ralphBase`, base])
    configChanged(repo)
  }
  return path
}
