/** Clones of one line, as git has them: commits with parents, merge bases, and virtual bases when there are several. */
import { mergeEntries } from '../../src/memory/merge.js'
import type { Entries } from '../../src/memory/merge.js'

export interface Commit {
  entries: Entries
  parents: Commit[]
  /** Itself included. */
  history: ReadonlySet<Commit>
}

export function createCommit(entries: Entries, ...parents: Commit[]): Commit {
  const commit: Commit = { entries, parents, history: new Set() }
  commit.history = new Set([commit, ...parents.flatMap((parent) => [...parent.history])])
  return commit
}

/** What a clone at `ours` has after pulling `theirs`. */
export function pull(ours: Commit, theirs: Commit): Commit {
  if (ours.history.has(theirs)) return ours
  if (theirs.history.has(ours)) return theirs
  return mergeCommits(ours, theirs)
}

function mergeCommits(ours: Commit, theirs: Commit): Commit {
  const { entries } = mergeEntries(baseOf(ours, theirs).entries, ours.entries, theirs.entries)
  return createCommit(entries, ours, theirs)
}

/** Several merge bases are merged first, as git's recursive strategy does. */
export function baseOf(ours: Commit, theirs: Commit): Commit {
  const common = [...ours.history].filter((commit) => theirs.history.has(commit))
  const best = common.filter(
    (commit) => !common.some((other) => other !== commit && other.history.has(commit)),
  )
  return best.reduce(mergeCommits)
}
