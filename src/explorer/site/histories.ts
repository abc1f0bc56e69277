/** The history of each memory, out of the commits of all lines. Pure. */
import type { Histories } from './shapes.js'
import type { Commit } from './withhold.js'

/** By memory, newest first, without what a page does not show. */
export function historiesOf(
  commits: readonly Commit[],
  isShown: (id: string) => boolean,
): Map<string, object[]> {
  const histories = new Map<string, object[]>()
  for (const { subject: _, changes, ...commit } of commits) {
    for (const { before: __, after, ...change } of changes) {
      if (!isShown(change.id)) continue
      const told = { ...change, ...(change.what === 'added' && { after }) }
      const own = histories.get(change.id) ?? []
      histories.set(change.id, own)
      own.push({ ...commit, changes: [told] })
    }
  }
  return histories
}

/** In files of a size that is soon loaded; `firsts` has the number of each memory's first version. */
export function inBuckets(
  histories: ReadonlyMap<string, object[]>,
  firsts: ReadonlyMap<string, number>,
  bucket: number,
): Map<number, Histories> {
  const buckets = new Map<number, Histories>()
  for (const [id, commits] of histories) {
    const number = Math.floor(firsts.get(id)! / bucket)
    const own = buckets.get(number) ?? {}
    buckets.set(number, own)
    own[id] = commits
  }
  return buckets
}
