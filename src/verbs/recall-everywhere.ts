/** Recall over all lines, of remotes too: one search over the union of their indexes, each memory once with the branches it is on. */
import { search, type SearchOptions } from '../search/search.js'
import { idKey, type IndexPart, type Segment } from '../search/segment.js'
import { type Line, readLines, readRemoteLines } from '../store/line/lines.js'
import type { Repo } from '../store/git/repo.js'
import { type Snapshot, useSnapshot } from '../store/index/snapshot.js'
import type { Found, RecallHit } from './recall.js'

interface OpenLine extends Line {
  snapshot: Snapshot
}

export async function searchEverywhere(repo: Repo, question: string, options: SearchOptions): Promise<Found> {
  const ours = await readLines(repo)
  const lines = [...ours, ...(await readRemoteLines(repo, ours))]
  return openAll(repo, lines, [], (opened) => {
    // The same memory may be in several segments, when two lines were indexed apart from each other.
    const copies = Math.max(1, opened.length)
    const { limit } = options
    const answer = search(unite(opened), question, { ...options, ...(limit && { limit: limit * copies }) })
    const hits = new Map<string, RecallHit>()
    for (const hit of answer.hits) {
      const version = `${hit.entry.memory.id} ${hit.entry.blob}`
      if (!hits.has(version)) hits.set(version, { ...hit, branches: branchesOf(opened, hit) })
    }
    const all = [...hits.values()]
    const total = answer.total - (answer.hits.length - all.length)
    return { ...answer, hits: limit ? all.slice(0, limit) : all, total }
  })
}

/** Opens one line within the other, so that a damaged index file is made anew whichever line it belongs to. */
function openAll<T>(
  repo: Repo,
  [line, ...rest]: readonly Line[],
  opened: readonly OpenLine[],
  use: (opened: readonly OpenLine[]) => T,
): Promise<T> | T {
  if (line === undefined) return use(opened)
  return useSnapshot(repo, line.tip, (snapshot) =>
    openAll(repo, rest, [...opened, { ...line, snapshot }], use),
  )
}

/** Every segment once; a document is dead where no line has it. */
function unite(lines: readonly OpenLine[]): IndexPart[] {
  const united = new Map<Segment, ReadonlySet<number>>()
  for (const { snapshot } of lines) {
    for (const { segment, dead } of snapshot.parts) {
      const others = united.get(segment)
      united.set(segment, others ? new Set([...others].filter((n) => dead.has(n))) : dead)
    }
  }
  return [...united].map(([segment, dead]) => ({ segment, dead: new Set(dead) }))
}

function branchesOf(lines: readonly OpenLine[], { entry: { memory, blob } }: RecallHit): string[] {
  const holding = lines.filter(({ snapshot }) =>
    snapshot.find(idKey(memory.id)).some((entry) => entry.blob === blob && entry.memory.id === memory.id),
  )
  return holding.map(({ branch }) => branch)
}
