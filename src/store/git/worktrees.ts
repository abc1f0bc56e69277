/** The work trees of a repository, as git lists them. */
import type { Repo } from './repo.js'

export interface ListedWorktree {
  path: string
  /** The branch checked out there; none when HEAD is detached or the repository bare. */
  branch?: string
}

/** Git before 2.36 cannot end lines with NUL: there a path with a line feed in it is not understood. */
export async function listWorktrees(repo: Repo): Promise<ListedWorktree[]> {
  const { code, stdout } = await repo.tryGit(['worktree', 'list', '--porcelain', '-z'])
  return code === 0
    ? parseWorktrees(stdout.toString('utf8'), '\0')
    : parseWorktrees(await repo.git(['worktree', 'list', '--porcelain']), '\n')
}

export function parseWorktrees(listing: string, end: '\0' | '\n'): ListedWorktree[] {
  const found: ListedWorktree[] = []
  for (const line of listing.split(end)) {
    if (line.startsWith('worktree ')) found.push({ path: line.slice('worktree '.length) })
    const branch = /^branch refs\/heads\/(.+)$/.exec(line)?.[1]
    if (branch !== undefined && found.length > 0) found.at(-1)!.branch = branch
  }
  return found
}
