/** List: the memories of the view, oldest first. */
import type { Env } from '../env.js'
import { byAge } from '../memory/id.js'
import type { Memory, MemoryId, MemoryType } from '../memory/memory.js'
import type { Entry } from '../search/segment.js'
import type { Repo } from '../store/git/repo.js'
import { brokenWarnings, useSnapshot } from '../store/index/snapshot.js'
import { openQuarantine } from '../store/trust/review.js'
import type { Tier } from '../store/trust/tiers.js'
import type { Provenance } from '../store/line/written-by.js'
import { openWorkspace } from '../store/workspace.js'
import { provenanceFor } from './provenance.js'

export interface ListOptions {
  type?: MemoryType
  /** Any of these. */
  tags?: string[]
  /** Only the newest so many. */
  last?: number
  line?: string
  /** Say how far each can be trusted. */
  trust?: boolean
  /** Say who wrote each, and on which code. */
  provenance?: boolean
  /** What was known at a revision of the code, or at a time. */
  at?: string | Date
}

export interface Listed {
  memories: Memory[]
  /** Why some of them are in quarantine. */
  quarantine: Map<MemoryId, string[]>
  /** Where it was asked for. */
  trust?: Map<MemoryId, Tier>
  provenance?: Map<Memory, Provenance>
  branch: string
  warnings: string[]
}

export async function list(env: Env, options: ListOptions = {}): Promise<Listed> {
  const { repo, view, warnings } = await openWorkspace(env, options)
  const filtered = options.type !== undefined || (options.tags?.length ?? 0) > 0
  const entries = await useSnapshot(repo, view.tip, (snapshot) => {
    warnings.push(...brokenWarnings(snapshot.broken))
    return snapshot
      .newest(filtered ? 0 : (options.last ?? 0))
      .filter(({ memory }) => matches(memory, options))
  })
  const sorted = entries.toSorted((a, b) => byAge(a.memory, b.memory))
  const wanted = options.last ? sorted.slice(-options.last) : sorted
  const heldFor = openQuarantine(repo)
  return {
    memories: wanted.map(({ memory }) => memory),
    quarantine: new Map(
      wanted.flatMap(({ memory: { id, body } }) => {
        const why = heldFor(body)
        return why ? [[id, why]] : []
      }),
    ),
    ...(options.trust && { trust: await trustOf(repo, wanted) }),
    ...(options.provenance && { provenance: await provenanceFor(repo, view.tip, wanted.map(holderOf)) }),
    branch: view.branch,
    warnings,
  }
}

const holderOf = ({ memory, blob }: Entry): [Memory, string] => [memory, blob]

export async function trustOf(repo: Repo, entries: readonly Entry[]): Promise<Map<MemoryId, Tier>> {
  const { tiersOf } = await import('../store/trust/tiers.js')
  const tiers = await tiersOf(
    repo,
    entries.map(({ blob }) => blob),
  )
  return new Map(entries.map(({ memory, blob }) => [memory.id, tiers.get(blob)!]))
}

function matches(memory: Memory, { type, tags = [] }: ListOptions): boolean {
  return (
    (type === undefined || memory.type === type) &&
    (tags.length === 0 || tags.some((tag) => memory.tags.includes(tag)))
  )
}
