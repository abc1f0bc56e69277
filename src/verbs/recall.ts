/** Recall: find the memories that answer a question, best first; without a question the newest. */
import type { Env } from '../env.js'
import type { MemoryType } from '../memory/memory.js'
import { search, type SearchAnswer } from '../search/search.js'
import { brokenWarnings, useSnapshot } from '../store/snapshot.js'
import { openWorkspace } from '../store/workspace.js'

export interface RecallOptions {
  type?: MemoryType
  /** Any of these. */
  tags?: string[]
  /** Most hits; 0 for all. @default the setting recallLimit */
  limit?: number
  line?: string
  /** Say of each hit how its score came about. */
  explain?: boolean
}

export interface Recalled extends SearchAnswer {
  branch: string
  warnings: string[]
}

export async function recall(env: Env, question: string, options: RecallOptions = {}): Promise<Recalled> {
  const { repo, view, settings, warnings } = await openWorkspace(env, options)
  const limit = options.limit ?? settings.recallLimit
  const answer = await useSnapshot(repo, view.tip, (snapshot) => {
    warnings.push(...brokenWarnings(snapshot.broken))
    return search(snapshot.parts, question, {
      now: env.now(),
      ...(limit > 0 && { limit }),
      ...(options.type && { types: [options.type] }),
      ...(options.tags?.length && { tags: options.tags }),
      ...(options.explain && { explain: true }),
    })
  })
  return { ...answer, branch: view.branch, warnings }
}
