/** The versions of a file that agents are told by: where a branch left it, in its worktree or its commits, and where both began. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RalphError } from '../../errors.js'
import { readRef } from '../git/refs.js'
import type { Repo } from '../git/repo.js'
import { listWorktrees } from '../git/worktrees.js'
import { placeInWorkTree, readUserFile } from '../user-file.js'

export interface Versions {
  /** Where both began; empty when there is no such file. */
  base: string
  theirs: string | undefined
  /** The worktree that theirs was read from; else it is the branch's last commit. */
  worktree?: string
}

/** The branches that are checked out in other worktrees, by name, and where. */
export async function otherWorktrees(repo: Repo): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const { path, branch } of await listWorktrees(repo)) {
    if (branch !== undefined && path !== repo.workTree && existsSync(join(path, '.git')))
      found.set(branch, path)
  }
  return found
}

export async function readVersions(repo: Repo, branch: string, file: string): Promise<Versions> {
  if ((await readRef(repo, `refs/heads/${branch}`)) === undefined)
    throw new RalphError('line-not-found', `there is no branch '${branch}'`, {
      hint: 'run `git branch` to see the branches',
    })
  const ref = `refs/heads/${branch}`
  const merged = await repo.tryGit(['merge-base', 'HEAD', ref])
  const base = merged.code === 0 ? merged.stdout.toString('utf8').trim() : undefined
  const worktree = (await otherWorktrees(repo)).get(branch)
  const theirs = worktree ? readUserFile(placeInWorkTree(worktree, file)) : await fileAt(repo, ref, file)
  return {
    base: (base && (await fileAt(repo, base, file))) ?? '',
    theirs,
    ...(worktree && { worktree }),
  }
}

async function fileAt(repo: Repo, commit: string, file: string): Promise<string | undefined> {
  const { code, stdout } = await repo.tryGit(['cat-file', 'blob', `${commit}:${file}`])
  return code === 0 ? stdout.toString('utf8') : undefined
}
