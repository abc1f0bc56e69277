/** Recall over what a line has and what it once had, in one ranking. Of the past of each memory the best version is shown. */
import { pathOf } from '../memory/id.js'
import { search, type SearchOptions } from '../search/search.js'
import { type Entry, idKey } from '../search/segment.js'
import { readPastBlob, usePast } from '../store/line/past.js'
import { type Snapshot, useSnapshot } from '../store/index/snapshot.js'
import type { Workspace } from '../store/workspace.js'
import type { Found, RecallHit } from './recall.js'

/** Versions of one memory that may stand in the way of others. */
const VERSIONS = 8

export async function searchHistory(
  { repo, view }: Workspace,
  question: string,
  options: SearchOptions,
): Promise<Found> {
  return useSnapshot(repo, view.tip, (snapshot) => {
    if (view.tip === undefined) return search(snapshot.parts, question, options)
    return usePast(repo, view.tip, async (past) => {
      const { limit } = options
      const answer = search([...snapshot.parts, ...past], question, {
        ...options,
        ...(limit && { limit: limit * VERSIONS }),
      })
      const hits = new Map<string, RecallHit>()
      for (const hit of answer.hits) {
        const marked = markPast(hit, snapshot)
        const key = `${marked?.entry.memory.id} ${marked?.past !== undefined}`
        if (marked && !hits.has(key)) hits.set(key, marked)
      }
      const all = [...hits.values()]
      const total = answer.total - (answer.hits.length - all.length)
      return { ...answer, hits: limit ? all.slice(0, limit) : all, total }
    })
  })
}

/** Undefined for a version that the line has again. */
function markPast(hit: RecallHit, snapshot: Snapshot): RecallHit | undefined {
  const { blob, commit } = readPastBlob(hit.entry)
  if (commit === undefined) return hit
  const { memory } = hit.entry
  const now: Entry[] = snapshot.find(idKey(memory.id))
  if (now.some((entry) => entry.blob === blob)) return undefined
  const state = now.some((entry) => entry.memory.id === memory.id) ? 'earlier version' : 'forgotten'
  return { ...hit, entry: { memory, blob }, past: { state, commit, path: pathOf(memory.id) } }
}
