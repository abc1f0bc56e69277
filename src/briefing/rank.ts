/**
 * Which memories an agent should be told first. Pinned ones, then what fits the task and what is recent, with the types mixed: ten
 * fixes in a row tell less than some of each.
 */
import type { Memory, MemoryType } from '../memory/memory.js'

export interface Candidate {
  memory: Memory
  /** How well it fits what the agent is about to do: 1 is the best hit of all, 0 is no hit. */
  relevance: number
  /** Set when the code it is anchored in is no longer what it was: it comes last. */
  stale?: boolean
}

/** Memories with this tag come first. */
export const PINNED = 'pinned'

const RELEVANCE = 1
const RECENCY = 0.5
const HALF_LIFE_DAYS = 30
/** What each further memory of the same type costs. */
const SAME_AGAIN = 0.02
/** What is left of a score once the code has changed. */
const STALE = 0.4
const DAY_MS = 86_400_000

export function rankForBriefing(candidates: readonly Candidate[], now: Date): Memory[] {
  const scored = candidates
    .map(({ memory, relevance, stale }) => ({
      memory,
      score: (RELEVANCE * relevance + RECENCY * recency(memory, now)) * (stale ? STALE : 1),
    }))
    .toSorted((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1))
  const seen = new Map<MemoryType, number>()
  const mixed = scored.map(({ memory, score }) => {
    const before = seen.get(memory.type) ?? 0
    seen.set(memory.type, before + 1)
    return { memory, score: score - SAME_AGAIN * before, pinned: memory.tags.includes(PINNED) }
  })
  return mixed
    .toSorted(
      (a, b) =>
        Number(b.pinned) - Number(a.pinned) || b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1),
    )
    .map(({ memory }) => memory)
}

function recency(memory: Memory, now: Date): number {
  const days = Math.max(0, now.getTime() - Date.parse(memory.updated ?? memory.created)) / DAY_MS
  return 0.5 ** (days / HALF_LIFE_DAYS)
}
