/** The graph that is drawn: what `graph` answers, with tags as nodes where they are wanted, filtered and focused. Pure. */
export type NodeKind = 'memory' | 'article' | 'file' | 'tag' | 'missing'

export interface GraphNode {
  id: string
  kind: NodeKind
  title: string
  type?: string
  tags?: string[]
}

export interface GraphEdge {
  from: string
  to: string
  rel: string
}

export interface Graph {
  nodes: GraphNode[]
  edges: GraphEdge[]
}

export interface Filter {
  kinds: ReadonlySet<NodeKind>
  /** Of memories; empty means all. */
  types: ReadonlySet<string>
  tag: string
  text: string
  /** Also those that nothing is linked with. */
  lonely: boolean
}

const TAG_PREFIX = 'tag:'

/** Tags that at least two have become nodes: one that only one has joins nothing. */
export function withTags(graph: Graph): Graph {
  const holders = new Map<string, string[]>()
  for (const { id, tags = [] } of graph.nodes)
    for (const tag of tags) holders.set(tag, [...(holders.get(tag) ?? []), id])
  const shared = [...holders].filter(([, ids]) => ids.length > 1)
  return {
    nodes: [
      ...graph.nodes,
      ...shared.map(([tag]): GraphNode => ({ id: TAG_PREFIX + tag, kind: 'tag', title: tag })),
    ],
    edges: [
      ...graph.edges,
      ...shared.flatMap(([tag, ids]) => ids.map((from) => ({ from, to: TAG_PREFIX + tag, rel: 'tagged' }))),
    ],
  }
}

export function filterGraph(graph: Graph, { kinds, types, tag, text, lonely }: Filter): Graph {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const isWanted = (node: GraphNode): boolean => {
    if (!kinds.has(node.kind)) return false
    if (node.kind === 'memory' && types.size > 0 && !types.has(node.type ?? '')) return false
    if (tag !== '' && node.kind !== 'file' && !(node.tags ?? [node.title]).includes(tag)) return false
    const said = `${node.title} ${node.id} ${(node.tags ?? []).join(' ')}`.toLowerCase()
    return words.every((word) => said.includes(word))
  }
  const kept = graph.nodes.filter(isWanted)
  const ids = new Set(kept.map(({ id }) => id))
  const edges = graph.edges.filter(({ from, to }) => ids.has(from) && ids.has(to))
  if (lonely) return { nodes: kept, edges }
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]))
  return { nodes: kept.filter(({ id }) => linked.has(id)), edges }
}

export type Neighbours = ReadonlyMap<string, readonly { id: string; rel: string; out: boolean }[]>

export function neighboursOf({ nodes, edges }: Graph): Neighbours {
  const found = new Map(nodes.map(({ id }) => [id, [] as { id: string; rel: string; out: boolean }[]]))
  for (const { from, to, rel } of edges) {
    found.get(from)?.push({ id: to, rel, out: true })
    found.get(to)?.push({ id: from, rel, out: false })
  }
  return found
}

/** The node and what is at most so many links away. */
export function around(graph: Graph, id: string, hops: number): Graph {
  const neighbours = neighboursOf(graph)
  const reached = new Set([id])
  let edge = [id]
  for (let hop = 0; hop < hops; hop++) {
    edge = edge
      .flatMap((at) => (neighbours.get(at) ?? []).map((next) => next.id))
      .filter((at) => !reached.has(at))
    for (const at of edge) reached.add(at)
  }
  return {
    nodes: graph.nodes.filter((node) => reached.has(node.id)),
    edges: graph.edges.filter(({ from, to }) => reached.has(from) && reached.has(to)),
  }
}

/** More links, a bigger dot; but a tag of hundreds must not cover the rest. */
export const radiusOf = (links: number): number => Math.min(16, 3.5 + Math.sqrt(links) * 1.4)

/** Those with most links first: what the list beside the drawing shows. */
export function byLinks(graph: Graph, neighbours: Neighbours): GraphNode[] {
  const links = ({ id }: GraphNode): number => neighbours.get(id)?.length ?? 0
  return graph.nodes.toSorted((a, b) => links(b) - links(a) || (a.title < b.title ? -1 : 1))
}
