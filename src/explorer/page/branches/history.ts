/** When each line began, was last written and was landed, read from the commits of all lines. Pure. */
import type { Span } from './lanes.js'
import type { Line, LineCommit } from './shapes.js'

export interface LineSpan extends Span {
  /** Undefined for a line that has landed and is gone. */
  line: Line | undefined
  /** When it was written. */
  writes: number[]
}

/** `commits` newest first, as `log --everywhere` tells them. */
export function spansOf(lines: readonly Line[], commits: readonly LineCommit[]): LineSpan[] {
  const byId = new Map(commits.map((commit) => [commit.commit, commit]))
  const branchOf = (id: string | undefined): string | undefined => byId.get(id ?? '')?.branch
  const spans = new Map<string, LineSpan>()
  for (const line of lines) {
    const at = Date.parse(line.lastWrite.when)
    spans.set(line.branch, { branch: line.branch, base: line.base, from: at, to: at, line, writes: [] })
  }
  for (const commit of commits.toReversed()) {
    if (commit.branch === undefined) continue
    const at = Date.parse(commit.when)
    const landed = commit.parents.length > 1 ? branchOf(commit.parents[1]) : undefined
    const source = landed === undefined ? undefined : spans.get(landed)
    // A branch that takes its base's line in has not landed anything.
    if (source && source.branch !== commit.branch && source.base === commit.branch) source.landed = at
    const span = spans.get(commit.branch)
    if (!span) {
      const base = branchOf(commit.parents[0])
      spans.set(commit.branch, {
        branch: commit.branch,
        base,
        from: at,
        to: at,
        line: undefined,
        writes: [at],
      })
      continue
    }
    if (span.writes.length === 0) span.from = at
    span.to = Math.max(span.to, at)
    span.writes.push(at)
    // It was written to again.
    if (span.landed !== undefined && at > span.landed) span.landed = undefined
  }
  return [...spans.values()]
}
