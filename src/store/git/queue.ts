/**
 * The waiting line of writers: an advisory lock file per line, so that many writers take turns instead of starving each other.
 * It is a hint. Safety rests on the compare-and-swap of the ref alone, so a lock that cannot be had is done without.
 */
import { mkdirSync, openSync, readFileSync, rmSync, statSync, writeSync, closeSync } from 'node:fs'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Repo } from './repo.js'

export interface Turn {
  /** The writer before us died in the middle of its work. */
  afterCrash: boolean
  /** Whether the lock is ours; without it we go on all the same. */
  held: boolean
  release(): void
}

interface Holder {
  pid: number
  host: string
}

/** A writer that holds its turn for longer is asleep or gone. */
const MAX_TURN_MS = 30_000

export async function takeTurn(repo: Repo, name: string, waitMs: number): Promise<Turn> {
  const path = join(repo.ralphDir, 'locks', name)
  const deadline = Date.now() + waitMs
  let afterCrash = false
  for (;;) {
    const outcome = tryLock(path)
    if (outcome === 'locked') return { afterCrash, held: true, release: () => void removeLock(path) }
    if (outcome === 'impossible' || Date.now() > deadline)
      return { afterCrash, held: false, release: () => {} }
    if (breakIfStale(path)) afterCrash = true
    else await sleep(1 + (repo.env.random(1)[0]! % 7))
  }
}

function tryLock(path: string): 'locked' | 'busy' | 'impossible' {
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
    const file = openSync(path, 'wx', 0o600)
    const holder: Holder = { pid: process.pid, host: hostname() }
    writeSync(file, JSON.stringify(holder))
    closeSync(file)
    return 'locked'
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST' ? 'busy' : 'impossible'
  }
}

/** Whether the lock at `path` belongs to a process that is no more. */
export function isStaleTurn(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  return stat !== undefined && isStale(path, Date.now() - stat.mtimeMs)
}

/** Removes the lock of a process that is no more. Answers whether it did. */
function breakIfStale(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat || !isStale(path, Date.now() - stat.mtimeMs)) return false
  // Of several who see it, only the one that removes this very file has broken it; a lock taken since then has another inode.
  if (statSync(path, { throwIfNoEntry: false })?.ino !== stat.ino) return false
  return removeLock(path)
}

/** The file system may have become read-only since: what was written is written, and the lock is found to be stale by the next. */
function removeLock(path: string): boolean {
  try {
    rmSync(path, { force: true })
    return true
  } catch {
    return false
  }
}

function isStale(path: string, age: number): boolean {
  if (age > MAX_TURN_MS) return true
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Holder
    return holder.host === hostname() && !isAlive(holder.pid)
  } catch {
    // Not written yet, or its writer died right after making it.
    return age > 2_000
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
