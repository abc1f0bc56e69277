/**
 * `<ref>.lock`, left behind by a git process that was killed while it moved one of our refs. Git never removes such a file and
 * would refuse the ref for ever. Ours is to tell a dead lock from a living one: git holds these for milliseconds.
 */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Repo } from './repo.js'

/** With evidence that a writer died, and without. */
const DEAD_AFTER_CRASH_MS = 2_000
const DEAD_MS = 60_000

export interface RefLock {
  path: string
  ageMs: number
}

export function findRefLock(repo: Repo, ref: string): RefLock | undefined {
  const path = join(repo.commonDir, `${ref}.lock`)
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat && { path, ageMs: Date.now() - stat.mtimeMs }
}

/** Removes the lock on `ref` if it must be a dead one. Answers whether it did. */
export function clearStaleLock(repo: Repo, ref: string, afterCrash: boolean): boolean {
  const lock = findRefLock(repo, ref)
  if (!lock || lock.ageMs < (afterCrash ? DEAD_AFTER_CRASH_MS : DEAD_MS)) return false
  rmSync(lock.path, { force: true })
  return true
}
