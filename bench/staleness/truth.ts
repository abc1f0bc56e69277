/** Where lines go, by the edits of a history one after the other. */
export interface Tracked {
  path: string
  from: number
  to: number
}

export interface Truth extends Tracked {
  state: 'fresh' | 'moved' | 'changed' | 'gone'
}

/** What one commit did to one file. */
interface FileEdit {
  from: string
  /** Undefined when the file was deleted. */
  to: string | undefined
  /** `count` lines after line `after` were replaced by `by`. */
  hunks: { after: number; count: number; by: number }[]
}

/** Commit by commit, of `git log -p -U0 --format='commit %H'`. */
export function editsOf(log: string): FileEdit[][] {
  return log
    .split(/^commit [0-9a-f]{40}\n/m)
    .slice(1)
    .map((commit) =>
      commit
        .split(/^diff --git /m)
        .slice(1)
        .flatMap(readFile),
    )
}

function readFile(text: string): FileEdit[] {
  const header = text.split(/^@@ /m, 1)[0]!
  const from = /^(?:rename from |--- a\/)(.+)$/m.exec(header)?.[1]
  const to = /^(?:rename to |\+\+\+ b\/)(.+)$/m.exec(header)?.[1]
  const deleted = /^deleted file/m.test(header)
  const path = from ?? /^a\/(.+) b\//.exec(header)?.[1]
  if (path === undefined) return []
  const hunks = [...text.matchAll(/^@@ -(\d+)(?:,(\d+))? \+\d+(?:,(\d+))? @@/gm)].map(
    ([, start, olds, news]) => {
      const count = Number(olds ?? 1)
      return { after: count === 0 ? Number(start) : Number(start) - 1, count, by: Number(news ?? 1) }
    },
  )
  return [{ from: path, to: deleted ? undefined : (to ?? path), hunks }]
}

export function follow(start: Tracked, commits: readonly FileEdit[][]): Truth {
  let at: Truth = { ...start, state: 'fresh' }
  for (const files of commits) {
    const edit = files.find(({ from, hunks, to }) => from === at.path && (hunks.length > 0 || to !== from))
    if (edit === undefined) continue
    if (edit.to === undefined) return { ...at, state: 'gone' }
    let shift = 0
    for (const { after, count, by } of edit.hunks) {
      const last = after + count
      const touches = count === 0 ? after >= at.from && after < at.to : last >= at.from && after < at.to
      if (touches) at = { ...at, state: 'changed' }
      else if (after < at.from) shift += by - count
    }
    at = { ...at, path: edit.to, from: at.from + shift, to: at.to + shift }
  }
  if (at.state === 'changed') return at
  const moved = at.path !== start.path || at.from !== start.from
  return { ...at, state: moved ? 'moved' : 'fresh' }
}
