/**
 * Notices what any process changes. The system tells that something has changed, seldom what, and sometimes nothing at all: so its word
 * only makes us look sooner, and what has changed is found by comparing.
 */
import { type FSWatcher, lstatSync, readdirSync, type Stats, watch } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Watched, WatchedPlaces } from '../verbs/watched-places.js'

const SETTLE_MS = 40
const SLOW_LOOK_MS = 2000
const DEEPEST = 8
const MOST_FILES = 5000

export interface Watch {
  /** Looks now: after a write of our own. */
  look(): void
  close(): void
}

export function watchPlaces(places: WatchedPlaces, changed: (parts: Watched[]) => void): Watch {
  const watchers = new Map<string, FSWatcher>()
  let seen = new Map<Watched, string>()
  let soon: NodeJS.Timeout | undefined
  const look = (): void => {
    clearTimeout(soon)
    soon = undefined
    const dirs = new Set<string>()
    const now = new Map(
      (Object.entries(places) as [Watched, string[]][]).map(([part, paths]) => [part, lookAt(paths, dirs)]),
    )
    const news = [...now].filter(([part, state]) => seen.get(part) !== state).map(([part]) => part)
    const first = seen.size === 0
    seen = now
    follow(watchers, dirs, () => (soon ??= setTimeout(look, SETTLE_MS)))
    if (news.length > 0 && !first) changed(news)
  }
  look()
  const slow = setInterval(look, SLOW_LOOK_MS)
  slow.unref()
  return {
    look,
    close() {
      clearInterval(slow)
      clearTimeout(soon)
      for (const watcher of watchers.values()) watcher.close()
    },
  }
}

/** What is there, as far as names, sizes and times tell; adds the directories that would tell of a change. */
function lookAt(paths: readonly string[], dirs: Set<string>): string {
  const found: string[] = []
  const visit = (path: string, depth: number): void => {
    const stat = statOf(path)
    if (!stat || found.length > MOST_FILES) return
    found.push(`${path} ${stat.ino} ${stat.size} ${stat.mtimeMs}`)
    if (!stat.isDirectory() || depth > DEEPEST) return
    dirs.add(path)
    for (const name of namesIn(path)) if (!name.endsWith('.lock')) visit(join(path, name), depth + 1)
  }
  for (const path of paths) {
    dirs.add(nearest(path))
    visit(path, 0)
  }
  return found.join('\n')
}

/** The directory in which it is, or would be. */
function nearest(path: string): string {
  const dir = dirname(path)
  return dir === path || statOf(dir) ? dir : nearest(dir)
}

/** Locks make the time of a directory change, and tell nothing: a directory counts by what is in it. */
function statOf(path: string): Stats | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  if (stat?.isDirectory()) Object.assign(stat, { mtimeMs: 0, size: 0 })
  return stat
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir).toSorted()
  } catch {
    return []
  }
}

function follow(watchers: Map<string, FSWatcher>, dirs: ReadonlySet<string>, wake: () => void): void {
  for (const [dir, watcher] of watchers) {
    if (dirs.has(dir)) continue
    watcher.close()
    watchers.delete(dir)
  }
  for (const dir of dirs) {
    if (watchers.has(dir)) continue
    try {
      const watcher = watch(dir, { persistent: false }, wake)
      watcher.on('error', () => {
        watcher.close()
        watchers.delete(dir)
      })
      watchers.set(dir, watcher)
    } catch {
      // No watches are left, or it is gone again: the slow look sees it.
    }
  }
}
