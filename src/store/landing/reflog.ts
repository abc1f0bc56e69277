/** What git noted of a ref's moves on this machine. Gone when the branch is deleted, and absent in a fresh clone. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Oid, Repo } from '../git/repo.js'

export interface RefMove {
  from: Oid
  to: Oid
  /** As git writes it: `commit: subject`, `merge topic: Fast-forward`, … */
  why: string
  /** Seconds since 1970. */
  at: number
}

/** Oldest first; undefined when there is none to read. */
export function readReflog(repo: Repo, ref: string, gitDir = repo.commonDir): RefMove[] | undefined {
  if (repo.refsByGit) return undefined
  let text: string
  try {
    text = readFileSync(join(gitDir, 'logs', ref), 'utf8')
  } catch {
    return undefined
  }
  const moves: RefMove[] = []
  for (const line of text.split('\n')) {
    const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) [^\t]*> (\d+) [^\t]*\t?(.*)$/.exec(line)
    if (match) moves.push({ from: match[1]!, to: match[2]!, at: Number(match[3]), why: match[4]! })
  }
  return moves.length > 0 ? moves : undefined
}

/** Whether the move put a new commit on the branch, rather than pointing it to one that was there. */
export function madeCommit({ to, why }: RefMove): boolean {
  const onto = /^(?:rebase|pull)\b.*\bonto ([0-9a-f]{40})$/.exec(why)?.[1]
  if (onto) return onto !== to
  return (
    /^(?:commit|cherry-pick|revert|am|rebase \((?:pick|reword|edit|squash|fixup|continue)\))/.test(why) ||
    /^(?:merge|pull)\b.*: Merge made/.test(why)
  )
}

/** Where the branch was created on this machine, unless as a copy of the remote branch of the same name. */
export function createdAt(moves: RefMove[], branch: string): Oid | undefined {
  const first = moves[0]!
  if (!/^0+$/.test(first.from) || !first.why.startsWith('branch: Created from ')) return undefined
  const source = first.why.slice('branch: Created from '.length)
  return source.endsWith(`/${branch}`) ? undefined : first.to
}

/**
 * The moves of a branch that is deleted, as far as the HEADs of the worktrees saw them while they were on it; the last one is
 * where it was left.
 */
export function readDeletedBranchMoves(repo: Repo, branch: string): RefMove[] | undefined {
  const moves = headDirs(repo).flatMap((dir) => movesOnBranch(readReflog(repo, 'HEAD', dir) ?? [], branch))
  return moves.length > 0 ? moves.toSorted((a, b) => a.at - b.at) : undefined
}

function movesOnBranch(head: RefMove[], branch: string): RefMove[] {
  const found: RefMove[] = []
  let stay: RefMove[] = []
  let on: string | undefined
  for (const move of head) {
    const [, left, entered] = /^checkout: moving from (\S+) to (\S+)$/.exec(move.why) ?? []
    if (left === undefined) stay.push(move)
    else {
      if (left === branch && (on ?? left) === left) found.push(...stay, { ...move, to: move.from })
      stay = []
      on = entered
    }
  }
  return found
}

function headDirs(repo: Repo): string[] {
  const worktrees = join(repo.commonDir, 'worktrees')
  try {
    return [repo.commonDir, ...readdirSync(worktrees).map((name) => join(worktrees, name))]
  } catch {
    return [repo.commonDir]
  }
}
