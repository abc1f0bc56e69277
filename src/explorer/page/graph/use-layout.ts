import { useEffect, useRef, useState } from 'preact/hooks'
import { radiusOf } from './model.js'
import type { Graph, Neighbours } from './model.js'
import type { LayoutInput } from './layout.js'

/** Set by scripts/build-explorer.mjs: the file that graph/layout-worker.ts became. */
declare const LAYOUT_WORKER: string

export interface Layout {
  positions: Float32Array
  done: boolean
}

/** Positions of the graph's nodes, as they are found; undefined until there are any. */
export function useLayout(graph: Graph, neighbours: Neighbours, moved: (layout: Layout) => void): boolean {
  const [settled, setSettled] = useState(false)
  const tell = useRef(moved)
  tell.current = moved
  useEffect(() => {
    setSettled(false)
    let isOver = false
    const worker = new Worker(LAYOUT_WORKER, { type: 'module' })
    worker.addEventListener('message', ({ data }: MessageEvent<Layout>) => {
      // One may be under way while the view is left.
      if (isOver) return
      tell.current(data)
      if (data.done) setSettled(true)
    })
    worker.postMessage(inputOf(graph, neighbours))
    return () => {
      isOver = true
      worker.terminate()
    }
  }, [graph])
  return settled
}

function inputOf({ nodes, edges }: Graph, neighbours: Neighbours): LayoutInput {
  const places = new Map(nodes.map(({ id }, place) => [id, place]))
  return {
    radii: nodes.map(({ id }) => radiusOf(neighbours.get(id)?.length ?? 0)),
    links: edges.map(({ from, to }) => [places.get(from)!, places.get(to)!]),
  }
}
