import { useMemo } from 'preact/hooks'
import { entryHref } from '../shell/route.js'
import { byLinks } from './model.js'
import type { Graph, GraphNode, Neighbours } from './model.js'

interface Props {
  graph: Graph
  neighbours: Neighbours
  stale: ReadonlySet<string>
  focus: string | undefined
  onFocus: (id: string | undefined) => void
}

/** More are found by filtering. */
const LISTED = 100

/** The drawing in words: all nodes, or the one in focus with its neighbours. */
export function Side({ graph, neighbours, stale, focus, onFocus }: Props) {
  const nodes = useMemo(() => new Map(graph.nodes.map((node) => [node.id, node])), [graph])
  const ordered = useMemo(() => byLinks(graph, neighbours), [graph])
  const node = nodes.get(focus ?? '')
  if (!node) {
    return (
      <section class="side-list" aria-label="Nodes">
        <h2>{graph.nodes.length.toLocaleString('en')} nodes</h2>
        <p class="muted">
          most links first{graph.nodes.some(({ id }) => stale.has(id)) && '; stale ones are pale'}
        </p>
        <ul>
          {ordered.slice(0, LISTED).map((one) => (
            <li key={one.id}>
              <NodeButton node={one} remark={String(neighbours.get(one.id)?.length ?? 0)} onFocus={onFocus} />
            </li>
          ))}
        </ul>
        {ordered.length > LISTED && (
          <p class="muted">and {ordered.length - LISTED} more: filter to see them</p>
        )}
      </section>
    )
  }
  const near = neighbours.get(node.id) ?? []
  return (
    <section class="side-list" aria-label="In focus">
      <button type="button" class="quiet" onClick={() => onFocus(undefined)}>
        Show all nodes
      </button>
      <h2>{node.title}</h2>
      <p class="about">
        <Kind node={node} />
        {stale.has(node.id) && <span class="badge warn">stale</span>}
        {node.kind === 'memory' && <a href={entryHref(node.id)}>open the entry</a>}
      </p>
      <h3>{near.length === 1 ? '1 link' : `${near.length} links`}</h3>
      <ul>
        {near.slice(0, LISTED).flatMap(({ id, rel, out }) => {
          const other = nodes.get(id)
          const words = rel.replaceAll('_', ' ')
          return other
            ? [
                <li key={`${id} ${rel} ${out}`}>
                  <NodeButton node={other} remark={out ? words : `← ${words}`} onFocus={onFocus} />
                </li>,
              ]
            : []
        })}
      </ul>
      {near.length > LISTED && <p class="muted">and {near.length - LISTED} more</p>}
    </section>
  )
}

function NodeButton({
  node,
  remark,
  onFocus,
}: {
  node: GraphNode
  remark: string
  onFocus: (id: string) => void
}) {
  return (
    <button type="button" class="node" onClick={() => onFocus(node.id)}>
      <Kind node={node} />
      <span class="name">{node.title}</span>
      <span class="muted">{remark}</span>
    </button>
  )
}

function Kind({ node: { kind, type } }: { node: GraphNode }) {
  return <span class={`type type-${type ?? kind}`}>{type ?? kind}</span>
}
