/** Graph: memories, articles and files, and what links them. All of it, or what is around one of them. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { useSnapshot } from '../../store/index/snapshot.js'
import { readKnowledge } from '../../store/knowledge/read-knowledge.js'
import { openWorkspace } from '../../store/workspace.js'
import { type Edge, GraphReader, type Node } from './reader.js'

export interface GraphOptions {
  /** An id, slug or path, as typed: only what is near it. */
  around?: string
  /** How many links away. @default 1 */
  depth?: number
  line?: string
}

export interface Graph {
  branch: string
  nodes: Node[]
  edges: Edge[]
  /** Whether there is more around than is shown. */
  cut: boolean
  warnings: string[]
}

/** What a person can look at. */
const MOST_AROUND = 300
const DEEPEST = 5

export async function graph(env: Env, options: GraphOptions = {}): Promise<Graph> {
  const { depth = 1 } = options
  if (!Number.isInteger(depth) || depth < 1 || depth > DEEPEST)
    throw new RalphError('bad-usage', `--depth is a number from 1 to ${DEEPEST}`)
  const { repo, view, warnings } = await openWorkspace(env, options)
  const { entries: articles } = await readKnowledge(repo, view.tip)
  return useSnapshot(repo, view.tip, (snapshot) => {
    const reader = new GraphReader(snapshot, articles)
    const { around } = options
    const found = around === undefined ? readAll(reader) : readAround(reader, around, depth)
    return { branch: view.branch, ...found, warnings }
  })
}

type Found = Pick<Graph, 'nodes' | 'edges' | 'cut'>

function readAll(reader: GraphReader): Found {
  const edges = reader.allNodes().flatMap((node) => reader.edgesFrom(node))
  const linked = new Set(edges.flatMap(({ from, to }) => [from, to]))
  const nodes = new Map(reader.allNodes().map((node) => [node.id, node]))
  for (const id of linked) if (!nodes.has(id)) nodes.set(id, reader.node(id))
  return { nodes: [...nodes.values()], edges, cut: false }
}

function readAround(reader: GraphReader, typed: string, depth: number): Found {
  const start = reader.find(typed)
  if (start === undefined)
    throw new RalphError('memory-not-found', `nothing is called '${typed}'`, {
      hint: 'type an id, the slug of an article, or the path of a file',
    })
  const nodes = new Map([[start.id, start]])
  const edges = new Map<string, Edge>()
  let rim = [start]
  let cut = false
  for (let step = 0; step < depth; step++) {
    const next: Node[] = []
    for (const edge of rim.flatMap((node) => [...reader.edgesFrom(node), ...reader.edgesTo(node)])) {
      const missing = [edge.from, edge.to].filter((id) => !nodes.has(id))
      if (nodes.size + missing.length > MOST_AROUND) {
        cut = true
        continue
      }
      for (const id of missing) {
        const node = reader.node(id)
        nodes.set(id, node)
        next.push(node)
      }
      edges.set(`${edge.from} ${edge.rel} ${edge.to}`, edge)
    }
    rim = next
  }
  return { nodes: [...nodes.values()], edges: [...edges.values()], cut }
}
