/** Clones of one line, as git has them: commits with parents, merge bases, and virtual bases when there are several. */
import { mergeEntries } from '../../src/memory/merge.js'
import type { Entries } from '../../src/memory/merge.js'

export interface CommitOf<T> {
  entries: T
  parents: CommitOf<T>[]
  /** Itself included. */
  history: ReadonlySet<CommitOf<T>>
}

export interface Clones<T> {
  createCommit(entries: T, ...parents: CommitOf<T>[]): CommitOf<T>
  /** What a clone at `ours` has after pulling `theirs`. */
  pull(ours: CommitOf<T>, theirs: CommitOf<T>): CommitOf<T>
  /** Several merge bases are merged first, as git's recursive strategy does. */
  baseOf(ours: CommitOf<T>, theirs: CommitOf<T>): CommitOf<T>
}

export function clonesOf<T>(merge: (base: T, ours: T, theirs: T) => T): Clones<T> {
  const createCommit: Clones<T>['createCommit'] = (entries, ...parents) => {
    const commit: CommitOf<T> = { entries, parents, history: new Set() }
    commit.history = new Set([commit, ...parents.flatMap((parent) => [...parent.history])])
    return commit
  }
  const mergeCommits = (ours: CommitOf<T>, theirs: CommitOf<T>): CommitOf<T> =>
    createCommit(merge(baseOf(ours, theirs).entries, ours.entries, theirs.entries), ours, theirs)
  const pull: Clones<T>['pull'] = (ours, theirs) => {
    if (ours.history.has(theirs)) return ours
    if (theirs.history.has(ours)) return theirs
    return mergeCommits(ours, theirs)
  }
  const baseOf: Clones<T>['baseOf'] = (ours, theirs) => {
    const common = [...ours.history].filter((commit) => theirs.history.has(commit))
    const best = common.filter(
      (commit) => !common.some((other) => other !== commit && other.history.has(commit)),
    )
    return best.reduce(mergeCommits)
  }
  return { createCommit, pull, baseOf }
}

export type Commit = CommitOf<Entries>
export const { createCommit, pull, baseOf } = clonesOf<Entries>(
  (base, ours, theirs) => mergeEntries(base, ours, theirs).entries,
)
