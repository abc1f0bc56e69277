/** The files that an iteration changed, as git tells it. */
import { MAX_FILES } from '../../memory/journal.js'
import type { Oid, Repo } from '../git/repo.js'

/**
 * With `since`: what changed from that commit until now, committed or not. Without: what is changed in the work tree, and when it is
 * clean what `commit` itself changed.
 */
export async function changedFiles(repo: Repo, commit: Oid, since?: Oid): Promise<string[]> {
  const uncommitted = repo.workTree === undefined ? [] : await workTreeFiles(repo)
  if (since !== undefined) return [...new Set([...(await diffFiles(repo, since, commit)), ...uncommitted])]
  return uncommitted.length > 0 ? uncommitted : filesOfCommit(repo, commit)
}

export async function filesOfCommit(repo: Repo, commit: Oid): Promise<string[]> {
  // Of a merge: what it changed for its first parent.
  return names(
    await repo.tryGit([
      'diff-tree',
      '--root',
      '--no-commit-id',
      '--name-only',
      '-r',
      '-z',
      '-m',
      '--first-parent',
      commit,
    ]),
  )
}

async function diffFiles(repo: Repo, from: Oid, to: Oid): Promise<string[]> {
  return names(await repo.tryGit(['diff-tree', '--name-only', '-r', '-z', from, to]))
}

async function workTreeFiles(repo: Repo): Promise<string[]> {
  const listing = await repo.tryGit(['status', '--porcelain', '--no-renames', '-uall', '-z'], {
    vars: { GIT_OPTIONAL_LOCKS: '0' },
  })
  return names(listing).map((line) => line.slice(3))
}

function names({ code, stdout }: { code: number; stdout: Buffer }): string[] {
  return code === 0 ? stdout.toString('utf8').split('\0').filter(Boolean).slice(0, MAX_FILES) : []
}
