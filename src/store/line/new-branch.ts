/** What git's reflogs tell of the branch checked out: from which branch it was created, and whether it was renamed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, configChanged } from '../git/config.js'
import { currentBranch, defaultBranch, lineRef } from './line.js'
import { deleteRef, moveRef, readRef } from '../git/refs.js'
import { listedRef } from '../git/spelling.js'
import type { Repo } from '../git/repo.js'

/**
 * Records the base of a branch that was just created from another one than the default branch, which is the base of all others.
 * Answers the base it recorded.
 */
export async function recordBase(repo: Repo): Promise<string | undefined> {
  const branch = await currentBranch(repo)
  if (branch === undefined) return undefined
  if ((await readConfig(repo)).git[`branch.${branch}.ralphbase`] !== undefined) return undefined
  const created = readLines(join(repo.commonDir, 'logs/refs/heads', branch))
  const from = /\tbranch: Created from (.+)$/.exec(created.length === 1 ? created[0]! : '')?.[1]
  if (from === undefined) return undefined
  const base = await branchNamed(repo, from === 'HEAD' ? (leftFor(repo, branch) ?? beside(repo)) : from)
  if (base === undefined || base === branch || base === (await defaultBranch(repo))) return undefined
  await repo.git(['config', '--local', `branch.${branch}.ralphBase`, base])
  configChanged(repo)
  return base
}

/** The branch that was left when `branch` was checked out first. */
function leftFor(repo: Repo, branch: string): string | undefined {
  const moves = readLines(join(repo.gitDir, 'logs/HEAD')).map((line) =>
    /\tcheckout: moving from (.+) to (.+)$/.exec(line),
  )
  return moves.findLast((move) => move?.[2] === branch)?.[1]
}

/** `git worktree add -b` leaves no branch: it is typed where another one is checked out, most likely in the main worktree. */
function beside(repo: Repo): string | undefined {
  if (repo.gitDir === repo.commonDir) return undefined
  return /^ref: (refs\/heads\/.+)$/.exec(readLines(join(repo.commonDir, 'HEAD'))[0] ?? '')?.[1]
}

async function branchNamed(repo: Repo, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined
  const local = listedRef(repo, `refs/heads/${name.replace(/^refs\/heads\//, '')}`)
  if (await readRef(repo, local)) return local.slice('refs/heads/'.length)
  const remote = /^(?:refs\/remotes\/)?([^/]+)\/(.+)$/.exec(name)
  return remote && (await readRef(repo, `refs/remotes/${remote[1]}/${remote[2]}`)) ? remote[2] : undefined
}

/**
 * Renames the line of a branch that `git branch -m` renamed, perhaps several times: git takes a branch's reflog along, so it knows
 * all earlier names. Answers the old name.
 */
export async function followRename(repo: Repo): Promise<string | undefined> {
  const branch = await currentBranch(repo)
  if (branch === undefined || (await readRef(repo, lineRef(branch)))) return undefined
  const renames = readLines(join(repo.commonDir, 'logs/refs/heads', branch)).flatMap(
    (line) => /\tBranch: renamed refs\/heads\/(.+) to refs\/heads\/.+$/.exec(line)?.[1] ?? [],
  )
  for (const old of renames.toReversed()) {
    const tip = await readRef(repo, lineRef(old))
    if (!tip || (await readRef(repo, `refs/heads/${old}`))) continue
    if (!(await moveRef(repo, lineRef(branch), tip, undefined, `renamed from ${old}`))) return undefined
    await deleteRef(repo, lineRef(old), tip)
    await renameBase(repo, old, branch)
    return old
  }
  return undefined
}

/** Branches that were created from the renamed one are told its new name. */
async function renameBase(repo: Repo, old: string, name: string): Promise<void> {
  for (const [key, base] of Object.entries((await readConfig(repo)).git)) {
    const child = /^branch\.(.+)\.ralphbase$/.exec(key)?.[1]
    if (child === undefined || base !== old) continue
    await repo.git(['config', '--local', `branch.${child}.ralphBase`, name])
    configChanged(repo)
  }
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n')
  } catch {
    return []
  }
}
