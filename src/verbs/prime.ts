/** Prime: a briefing for an agent, as raw markdown within a token budget. */
import { type Briefing, fitToBudget } from '../briefing/fit.js'
import type { Env } from '../env.js'
import type { Memory, MemoryType } from '../memory/memory.js'
import { brokenWarnings, useSnapshot } from '../store/snapshot.js'
import { openWorkspace } from '../store/workspace.js'

export interface PrimeOptions {
  /** Most tokens; 0 for no limit. @default no limit */
  budget?: number
  types?: MemoryType[]
  /** Any of these. */
  tags?: string[]
  /** Only memories of the last so many days. */
  recent?: number
  line?: string
}

export interface Primed extends Briefing {
  branch: string
  warnings: string[]
}

const DAY_MS = 86_400_000

/** Newest first when the budget is short. */
export async function prime(env: Env, options: PrimeOptions = {}): Promise<Primed> {
  const { repo, view, warnings } = await openWorkspace(env, options)
  const since = options.recent ? new Date(env.now().getTime() - options.recent * DAY_MS).toISOString() : ''
  const wanted = ({ type, tags, created, updated }: Memory): boolean =>
    (!options.types?.length || options.types.includes(type)) &&
    (!options.tags?.length || options.tags.some((tag) => tags.includes(tag))) &&
    (updated ?? created) >= since
  const memories = await useSnapshot(repo, view.tip, (snapshot) => {
    warnings.push(...brokenWarnings(snapshot.broken))
    return snapshot.newest(0).map(({ memory }) => memory)
  })
  return {
    ...fitToBudget(memories.filter(wanted).toReversed(), options.budget ?? 0),
    branch: view.branch,
    warnings,
  }
}
