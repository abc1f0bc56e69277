/**
 * The merge base of two commits that parted not long ago, found by reading the commits through the `git cat-file` that a merge needs
 * anyway. It paints as git does: what each side reaches gets its colour, the newest commit first, and what has both is common; the
 * ancestors of what is common are of no further interest.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { objectsOf } from './objects.js'
import type { Tip } from './raw-objects.js'
import type { Oid, Repo } from './repo.js'

/** Each takes a question and an answer: from here on git itself is quicker. */
const MAX_COMMITS = 24

const [OURS, THEIRS, STALE] = [1, 2, 4]
const COMMON = OURS | THEIRS

interface Painted {
  oid: Oid
  tip: Tip
  paint: number
}

/** The merge base, or null when there is none; undefined when only git can tell. */
export async function nearBase(repo: Repo, ours: Oid, theirs: Oid): Promise<Oid | null | undefined> {
  // Parents that a shallow clone or a graft hides are still named in the commits.
  if (['shallow', 'info/grafts'].some((file) => exists(join(repo.commonDir, file)))) return undefined
  try {
    return await paintDown(repo, ours, theirs)
  } catch {
    return undefined
  }
}

async function paintDown(repo: Repo, ours: Oid, theirs: Oid): Promise<Oid | null | undefined> {
  const { readTip } = objectsOf(repo).raw
  const known = new Map<Oid, Painted>()
  const queue = new Set<Painted>()
  const paint = (oid: Oid, tip: Tip, colour: number): void => {
    const commit = known.get(oid) ?? { oid, tip, paint: 0 }
    if ((commit.paint & colour) === colour) return
    known.set(oid, commit)
    commit.paint |= colour
    queue.add(commit)
  }
  const [ourTip, theirTip] = await Promise.all([readTip(ours), readTip(theirs)])
  paint(ours, ourTip, OURS)
  paint(theirs, theirTip, THEIRS)
  const common = new Set<Painted>()
  while ([...queue].some((commit) => !(commit.paint & STALE))) {
    if (known.size > MAX_COMMITS) return undefined
    const newest = [...queue].reduce((a, b) => (b.tip.time > a.tip.time ? b : a))
    queue.delete(newest)
    let colour = newest.paint
    if ((colour & COMMON) === COMMON) {
      if (!(colour & STALE)) common.add(newest)
      colour |= STALE
    }
    const { parents } = newest.tip
    const tips = await Promise.all(parents.map(readTip))
    for (const [i, parent] of parents.entries()) paint(parent, tips[i]!, colour)
  }
  const best = [...common].filter((commit) => !(commit.paint & STALE))
  // Of several, some may be ancestors of others.
  return best.length > 1 ? undefined : (best[0]?.oid ?? null)
}

function exists(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false }) !== undefined
}
