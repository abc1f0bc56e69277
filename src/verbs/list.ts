/** List: the memories of the view, oldest first. */
import type { Env } from '../env.js'
import { byAge } from '../memory/id.js'
import type { Memory, MemoryType } from '../memory/memory.js'
import { brokenWarnings, useSnapshot } from '../store/index/snapshot.js'
import { openWorkspace } from '../store/workspace.js'

export interface ListOptions {
  type?: MemoryType
  /** Any of these. */
  tags?: string[]
  /** Only the newest so many. */
  last?: number
  line?: string
  /** What was known at a revision of the code, or at a time. */
  at?: string | Date
}

export interface Listed {
  memories: Memory[]
  branch: string
  warnings: string[]
}

export async function list(env: Env, options: ListOptions = {}): Promise<Listed> {
  const { repo, view, warnings } = await openWorkspace(env, options)
  const filtered = options.type !== undefined || (options.tags?.length ?? 0) > 0
  const memories = await useSnapshot(repo, view.tip, (snapshot) => {
    warnings.push(...brokenWarnings(snapshot.broken))
    return snapshot.newest(filtered ? 0 : (options.last ?? 0)).map(({ memory }) => memory)
  })
  const wanted = memories.filter((memory) => matches(memory, options)).toSorted(byAge)
  return { memories: options.last ? wanted.slice(-options.last) : wanted, branch: view.branch, warnings }
}

function matches(memory: Memory, { type, tags = [] }: ListOptions): boolean {
  return (
    (type === undefined || memory.type === type) &&
    (tags.length === 0 || tags.some((tag) => memory.tags.includes(tag)))
  )
}
