/** What git's reflogs tell of the branch checked out: from which branch it was created, and whether it was renamed. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig, configChanged } from './config.js'
import { currentBranch, defaultBranch, lineRef } from './line.js'
import { deleteRef, moveRef, readRef } from './refs.js'
import type { Repo } from './repo.js'

/**
 * Records the base of a branch that was just created from another one than the default branch, which is the base of all others.
 * Answers the base it recorded.
 */
export async function recordBase(repo: Repo): Promise<string | undefined> {
  const branch = await currentBranch(repo)
  if (branch === undefined) return undefined
  const known = (await readConfig(repo)).git[`branch.${branch}.ralphbase`]
  const created = readLines(join(repo.commonDir, 'logs/refs/heads', branch))
  const from = /\tbranch: Created from (.+)$/.exec(created.length === 1 ? created[0]! : '')?.[1]
  if (known !== undefined || from === undefined) return undefined
  const base = await branchNamed(repo, from === 'HEAD' ? leftFor(repo, branch) : from)
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

async function branchNamed(repo: Repo, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) return undefined
  const short = name.replace(/^refs\/heads\//, '')
  if (await readRef(repo, `refs/heads/${short}`)) return short
  const remote = /^(?:refs\/remotes\/)?([^/]+)\/(.+)$/.exec(name)
  return remote && (await readRef(repo, `refs/remotes/${remote[1]}/${remote[2]}`)) ? remote[2] : undefined
}

/** Renames the line of a branch that `git branch -m` renamed. Answers the old name. */
export async function followRename(repo: Repo): Promise<string | undefined> {
  const branch = await currentBranch(repo)
  if (branch === undefined || (await readRef(repo, lineRef(branch)))) return undefined
  const renames = readLines(join(repo.gitDir, 'logs/HEAD')).map((line) =>
    /\tBranch: renamed refs\/heads\/(.+) to refs\/heads\/(.+)$/.exec(line),
  )
  const old = renames.findLast((rename) => rename?.[2] === branch)?.[1]
  const tip = old && (await readRef(repo, lineRef(old)))
  if (!old || !tip || (await readRef(repo, `refs/heads/${old}`))) return undefined
  if (!(await moveRef(repo, lineRef(branch), tip, undefined, `renamed from ${old}`))) return undefined
  await deleteRef(repo, lineRef(old), tip)
  return old
}

const TAIL_LINES = 50

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trimEnd().split('\n').slice(-TAIL_LINES)
  } catch {
    return []
  }
}
