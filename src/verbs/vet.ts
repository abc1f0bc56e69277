/** What an agent may be told, before it is: those that are not trusted are taken out, those whose code has changed are marked. */
import type { Candidate } from '../briefing/rank.js'
import { markStale } from '../briefing/stale.js'
import type { Memory } from '../memory/memory.js'
import type { Tier } from '../store/trust/tiers.js'
import type { Workspace } from '../store/workspace.js'

export interface Found {
  candidates: Candidate[]
  total: number
  /** The objects that hold them. */
  blobs: Map<Memory, string>
}

/** What an object is counted by begins with its name, and goes on where more is told than it holds. */
export const objectOf = (counted: string): string => counted.split(' ', 1)[0]!

export async function vet(workspace: Workspace, found: Found): Promise<Found> {
  return judgeCandidates(workspace, await trustedOf(workspace, found))
}

/** Those that the setting `trust` lets through: all of them, unless somebody set it. */
async function trustedOf({ repo, settings }: Workspace, found: Found): Promise<Found> {
  const least = settings.trust as Tier
  if (least === 'unknown') return found
  const { isTrusted, tiersOf } = await import('../store/trust/tiers.js')
  const tiers = await tiersOf(repo, found.blobs.values())
  const candidates = found.candidates.filter(({ memory }) =>
    isTrusted(tiers.get(found.blobs.get(memory)!)!, least),
  )
  return { ...found, candidates, total: found.total - (found.candidates.length - candidates.length) }
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
    // Counted under a name of its own: it is longer than what the object holds.
    blobs.set(memory, `${blobs.get(candidate.memory)!} ${state}`)
    return { ...candidate, memory, stale: true }
  })
  return { ...found, candidates, blobs }
}
