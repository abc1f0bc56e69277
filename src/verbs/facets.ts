/** Facets: what the memories of a line can be told apart by, with how many there are of each. */
import type { Env } from '../env.js'
import type { Entry } from '../search/segment.js'
import { useSnapshot } from '../store/index/snapshot.js'
import { listLineTips } from '../store/line/line-refs.js'
import { provenanceOf } from '../store/line/written-by.js'
import { tiersOf } from '../store/trust/tiers.js'
import { openWorkspace } from '../store/workspace.js'

export interface Counted {
  name: string
  count: number
}

export interface Facets {
  branch: string
  types: Counted[]
  tags: Counted[]
  authors: Counted[]
  agents: Counted[]
  trust: Counted[]
  /** Every line, by its branch, with how many memories were first written on it; 0 for those that are not looked at. */
  branches: Counted[]
  warnings: string[]
}

/** `everywhere`: of the lines of all branches; what several have is counted once. */
export async function facets(
  env: Env,
  options: { line?: string; everywhere?: boolean } = {},
): Promise<Facets> {
  const { repo, view, warnings } = await openWorkspace(env, options, { queries: true })
  const lines = await listLineTips(repo)
  const tips = options.everywhere ? lines.map(({ tip }) => tip) : [view.tip]
  const byBlob = new Map<string, Entry>()
  for (const tip of new Set(tips))
    for (const entry of await useSnapshot(repo, tip, (snapshot) => snapshot.entries()))
      byBlob.set(entry.blob, entry)
  const tiers = await tiersOf(repo, byBlob.keys())
  const written = await provenanceOf(repo, view.tip, byBlob.keys())
  const provenances = [...written.values()]
  const memories = [...byBlob.values()].map(({ memory }) => memory)
  const branches = count(provenances.flatMap(({ branch }) => branch ?? []))
  const counts = new Map(branches.map(({ name, count: n }) => [name, n]))
  return {
    branch: view.branch,
    types: count(memories.map(({ type }) => type)),
    tags: count(memories.flatMap(({ tags }) => tags)),
    authors: count(provenances.map(({ author }) => author)),
    agents: count(provenances.flatMap(({ agent }) => agent ?? [])),
    trust: count(tiers.values()),
    branches: [...new Set(lines.map(({ branch }) => branch))]
      .toSorted()
      .map((name) => ({ name, count: counts.get(name) ?? 0 })),
    warnings,
  }
}

/** The most frequent first. */
function count(names: Iterable<string>): Counted[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts]
    .map(([name, n]) => ({ name, count: n }))
    .toSorted((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
}
