/** What the hits are linked with, in either direction: one link away, and two at half the weight. */
import type { Snapshot } from '../store/index/snapshot.js'
import { GraphReader, type Node } from './graph/reader.js'
import type { RecallHit } from './recall.js'

export interface RelatedHit extends RecallHit {
  /** The hit that led to it, and how. */
  via: { id: string; rel: string; hops: number }
}

const HOPS = 2
/** What is left of a score with each link. */
const WEIGHT = 0.5
const DEFAULT_LIMIT = 10
/** A memory that everything links to says little about any of it. */
const HUB = 50

/** The best first, none that is a hit itself. */
export function relatedTo(
  snapshot: Snapshot,
  hits: readonly RecallHit[],
  limit = DEFAULT_LIMIT,
): RelatedHit[] {
  const reader = new GraphReader(snapshot, [])
  const seen = new Set(hits.map(({ entry }) => entry.memory.id))
  const found: RelatedHit[] = []
  // The best first, so that no more links are followed than are shown.
  const waiting: (RecallHit & Partial<RelatedHit>)[] = [...hits]
  while (waiting.length > 0 && found.length < limit) {
    const hit = takeBest(waiting)
    const { id } = hit.entry.memory
    const hops = hit.via?.hops ?? 0
    if (hit.via !== undefined) {
      if (seen.has(id)) continue
      seen.add(id)
      found.push({ ...hit, via: hit.via })
      if (hops === HOPS) continue
    }
    const score = hit.score * WEIGHT
    for (const { node, rel } of linkedWith(reader, reader.nodeOf(hit.entry))) {
      const { entry } = node
      if (entry !== undefined && !seen.has(entry.memory.id))
        waiting.push({ entry, score, via: { id, rel, hops: hops + 1 } })
    }
  }
  return found
}

/** Of equals the one that has waited longest. */
function takeBest<H extends RecallHit>(waiting: H[]): H {
  let best = 0
  for (let i = 1; i < waiting.length; i++) if (waiting[i]!.score > waiting[best]!.score) best = i
  return waiting.splice(best, 1)[0]!
}

function linkedWith(reader: GraphReader, node: Node): { node: Node; rel: string }[] {
  const [to, from] = [reader.edgesFrom(node), reader.edgesTo(node)]
  return [
    ...to.map((edge) => ({ node: reader.node(edge.to), rel: edge.rel })),
    ...(from.length > HUB ? [] : from.map((edge) => ({ node: reader.node(edge.from), rel: edge.rel }))),
  ]
}
