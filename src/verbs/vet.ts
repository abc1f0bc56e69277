/**
 * What an agent may be told, before it is: those that are not trusted are taken out; what others wrote is
 * marked, and so is what is about code that has changed.
 */
import type { Candidate } from '../briefing/rank.js'
import { markStale } from '../briefing/stale.js'
import type { Memory } from '../memory/memory.js'
import type { Tier } from '../store/trust/tiers.js'
import { hasOrigins } from '../store/trust/origins-file.js'
import type { Workspace } from '../store/workspace.js'

export interface Found {
  candidates: Candidate[]
  total: number
  /** The objects that hold them. */
  blobs: Map<Memory, string>
}

/** What is longer than what its object holds is counted under a name of its own, which begins with the object's. */
export const objectOf = (counted: string): string => counted.split(' ', 1)[0]!

export async function vet(workspace: Workspace, found: Found): Promise<Found> {
  return judgeCandidates(workspace, await attribute(workspace, found))
}

/** A signature is not checked again with every briefing: that takes a process. */
const RECHECK_MS = 3_600_000

/** Those that the setting `trust` lets through, all of them unless somebody set it; with a last line on what others wrote. */
async function attribute({ repo, settings }: Workspace, found: Found): Promise<Found> {
  if (!hasOrigins(repo)) return found
  const { isTrusted, othersAmong } = await import('../store/trust/tiers.js')
  const least = settings.trust as Tier
  const others = await othersAmong(repo, found.blobs.values(), least === 'unknown' ? RECHECK_MS : 0)
  if (others.size === 0) return found
  const { markAuthor } = await import('../briefing/author.js')
  const blobs = new Map(found.blobs)
  const candidates = found.candidates.flatMap((candidate) => {
    const blob = blobs.get(candidate.memory)!
    const other = others.get(blob)
    if (other === undefined) return [candidate]
    if (!isTrusted(other.tier, least)) return []
    const memory = markAuthor(candidate.memory, other)
    blobs.set(memory, `${blob} ${other.tier} ${other.author}`)
    return [{ ...candidate, memory }]
  })
  return { candidates, total: found.total - (found.candidates.length - candidates.length), blobs }
}

/** With a last line for the agent on each whose code has changed or gone. */
async function judgeCandidates({ repo, view }: Workspace, found: Found): Promise<Found> {
  if (!found.candidates.some(({ memory }) => memory.anchors)) return found
  const { staleStates } = await import('./weigh-stale.js')
  const states = await staleStates(
    repo,
    found.candidates.map(({ memory }) => memory),
    view.code,
  )
  const blobs = new Map(found.blobs)
  const candidates = found.candidates.map((candidate) => {
    const state = states.get(candidate.memory)
    if (state === undefined) return candidate
    const memory = markStale(candidate.memory, state)
    blobs.set(memory, `${blobs.get(candidate.memory)!} ${state}`)
    return { ...candidate, memory, stale: true }
  })
  return { ...found, candidates, blobs }
}
