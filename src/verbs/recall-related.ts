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
  const known = new Set(hits.map(({ entry }) => entry.memory.id))
  const found = new Map<string, RelatedHit>()
  let rim: RecallHit[] = [...hits]
  for (let hops = 1; hops <= HOPS; hops++) {
    const next = new Map<string, RelatedHit>()
    for (const hit of rim) {
      const { id } = hit.entry.memory
      for (const { node, rel } of linkedWith(reader, reader.find(id))) {
        const { entry } = node
        if (entry === undefined || known.has(entry.memory.id)) continue
        const score = hit.score * WEIGHT
        if (score <= (next.get(entry.memory.id)?.score ?? -1)) continue
        next.set(entry.memory.id, { entry, score, via: { id, rel, hops } })
      }
    }
    for (const [id, hit] of next) {
      known.add(id)
      found.set(id, hit)
    }
    rim = [...next.values()]
  }
  return [...found.values()].toSorted((a, b) => b.score - a.score).slice(0, limit)
}

function linkedWith(reader: GraphReader, node: Node | undefined): { node: Node; rel: string }[] {
  if (node === undefined) return []
  const [to, from] = [reader.edgesFrom(node), reader.edgesTo(node)]
  return [
    ...to.map((edge) => ({ node: reader.node(edge.to), rel: edge.rel })),
    ...(from.length > HUB ? [] : from.map((edge) => ({ node: reader.node(edge.from), rel: edge.rel }))),
  ]
}
