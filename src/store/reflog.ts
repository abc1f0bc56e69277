/** What git noted of a ref's moves on this machine. Gone when the branch is deleted, and absent in a fresh clone. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Oid, Repo } from './repo.js'

export interface RefMove {
  from: Oid
  to: Oid
  /** As git writes it: `commit: subject`, `merge topic: Fast-forward`, … */
  why: string
}

/** Oldest first; undefined when there is none to read. */
export function readReflog(repo: Repo, ref: string): RefMove[] | undefined {
  if (repo.refsByGit) return undefined
  let text: string
  try {
    text = readFileSync(join(repo.commonDir, 'logs', ref), 'utf8')
  } catch {
    return undefined
  }
  const moves: RefMove[] = []
  for (const line of text.split('\n')) {
    const match = /^([0-9a-f]{40}) ([0-9a-f]{40}) [^\t]*\t?(.*)$/.exec(line)
    if (match) moves.push({ from: match[1]!, to: match[2]!, why: match[3]! })
  }
  return moves.length > 0 ? moves : undefined
}

/** Whether the move put a new commit on the branch, rather than pointing it to one that was there. */
export function madeCommit({ to, why }: RefMove): boolean {
  const onto = /^(?:rebase|pull)\b.*\bonto ([0-9a-f]{40})$/.exec(why)?.[1]
  if (onto) return onto !== to
  return /^(?:commit|cherry-pick|revert|am)\b/.test(why) || /^(?:merge|pull)\b.*: Merge made/.test(why)
}

/** Where the branch was created on this machine, unless as a copy of the remote branch of the same name. */
export function createdAt(moves: RefMove[], branch: string): Oid | undefined {
  const first = moves[0]!
  if (!/^0+$/.test(first.from) || !first.why.startsWith('branch: Created from ')) return undefined
  const source = first.why.slice('branch: Created from '.length)
  return source.endsWith(`/${branch}`) ? undefined : first.to
}
