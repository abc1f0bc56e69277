/** A graph as text, for programs, and for those that draw. Titles are other people's words: each format escapes them its own way. */
import type { Graph } from '../verbs/graph/graph.js'
import type { Edge, Node } from '../verbs/graph/reader.js'
import { fit } from '../memory/width.js'
import { renderJson } from './json.js'
import { printable } from './output.js'

export type GraphFormat = 'text' | 'json' | 'dot' | 'mermaid' | 'nodes' | 'edges'
type Drawn = Omit<Graph, 'warnings'>

const TITLE_COLUMNS = 60

export function renderGraph(graph: Drawn, format: GraphFormat): string {
  const { branch, nodes, edges, cut } = graph
  if (format === 'json') return renderJson('graph', { branch, cut, nodes: nodes.map(nodeJson), edges })
  if (format === 'nodes') return `${JSON.stringify(nodes.map(nodeJson), null, 2)}\n`
  if (format === 'edges') return `${JSON.stringify(edges, null, 2)}\n`
  if (format === 'dot') return renderDot(graph)
  return format === 'mermaid' ? renderMermaid(graph) : renderText(graph)
}

function nodeJson({ id, kind, title, entry }: Node): Record<string, unknown> {
  return { id, kind, title, ...(entry && { type: entry.memory.type, tags: entry.memory.tags }) }
}

/** Each node that links to something, with what it links to. */
function renderText({ nodes, edges }: Drawn): string {
  if (edges.length === 0) return 'nothing is linked\n'
  const titles = new Map(nodes.map((node) => [node.id, node]))
  const shown = (id: string): string => {
    const node = titles.get(id)!
    return node.kind === 'memory' ? `${id} ${titleOf(node)}` : id
  }
  const links = new Map<string, Edge[]>()
  for (const edge of edges) links.set(edge.from, [...(links.get(edge.from) ?? []), edge])
  const lines = [...links].map(
    ([start, out]) => `${shown(start)}\n${out.map(({ rel, to }) => `  ${rel} → ${shown(to)}\n`).join('')}`,
  )
  return printable(lines.join(''))
}

const titleOf = ({ title }: Node): string => fit(title.replace(/\s+/g, ' '), TITLE_COLUMNS)

const SHAPES: Record<Node['kind'], string> = {
  memory: 'box',
  article: 'note',
  file: 'folder',
  missing: 'plaintext',
}

function renderDot({ nodes, edges }: Drawn): string {
  const text = (value: string): string =>
    `"${printable(value).replace(/["\\]/g, '\\$&').replace(/\n/g, ' ')}"`
  return [
    'digraph memory {',
    ...nodes.map((node) => `  ${text(node.id)} [label=${text(titleOf(node))}, shape=${SHAPES[node.kind]}]`),
    ...edges.map(({ from, to, rel }) => `  ${text(from)} -> ${text(to)} [label=${text(rel)}]`),
    '}\n',
  ].join('\n')
}

const BRACKETS: Record<Node['kind'], [string, string]> = {
  memory: ['[', ']'],
  article: ['([', '])'],
  file: ['[/', '/]'],
  missing: ['{{', '}}'],
}

function renderMermaid({ nodes, edges }: Drawn): string {
  const names = new Map(nodes.map(({ id }, n) => [id, `n${n}`]))
  const text = (value: string): string =>
    `"${printable(value).replace(/[^\p{L}\p{N} .,:/_-]/gu, (char) => `#${char.codePointAt(0)};`)}"`
  return [
    'graph LR',
    ...nodes.map((node) => {
      const [open, close] = BRACKETS[node.kind]
      return `  ${names.get(node.id)}${open}${text(titleOf(node))}${close}`
    }),
    ...edges.map(({ from, to, rel }) => `  ${names.get(from)} -->|${text(rel)}| ${names.get(to)}`),
    '',
  ].join('\n')
}
