/** The last code commit seen on each branch: what is left of a branch that was deleted before its squash was pulled. */
import { join } from 'node:path'
import { encodeBranch } from './branch-name.js'
import { currentBranch, headCommit } from './line.js'
import { readLocalFile, writeCacheFile } from '../git/local-files.js'
import type { Oid, Repo } from '../git/repo.js'

const pathOf = (repo: Repo, branch: string): string => join(repo.ralphDir, 'code-tips', encodeBranch(branch))

export async function recordCodeTip(repo: Repo): Promise<void> {
  const [branch, head] = [await currentBranch(repo), await headCommit(repo)]
  if (branch !== undefined && head !== undefined) writeCacheFile(pathOf(repo, branch), head)
}

export function readCodeTip(repo: Repo, branch: string): Oid | undefined {
  const text = readLocalFile(pathOf(repo, branch))?.toString('utf8').trim()
  return text && /^[0-9a-f]{40}$/.test(text) ? text : undefined
}
