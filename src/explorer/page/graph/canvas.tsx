import { useEffect, useMemo, useRef } from 'preact/hooks'
import { Icon } from '../parts/icon.js'
import { fit, pan, toWorld, zoomAt } from './camera.js'
import type { Camera, Size } from './camera.js'
import { type Colours, draw, readColours } from './draw.js'
import { listenForGestures } from './gestures.js'
import { radiusOf } from './model.js'
import type { Graph, Neighbours } from './model.js'
import { useLayout } from './use-layout.js'

interface Props {
  graph: Graph
  neighbours: Neighbours
  stale: ReadonlySet<string>
  focus: string | undefined
  onFocus: (id: string | undefined) => void
}

/** What changes too often to be rendered. */
interface Drawing {
  camera: Camera
  positions: Float32Array
  hovered: string | undefined
  /** Somebody has moved it. */
  held: boolean
  queued: boolean
  colours: Colours | undefined
}

const STEP = 60

/** Named as an image: the list beside it says and does the same. */
export function Canvas({ graph, neighbours, stale, focus, onFocus }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const state = useRef<Drawing>({
    camera: { x: 0, y: 0, scale: 1 },
    positions: new Float32Array(),
    hovered: undefined,
    held: false,
    queued: false,
    colours: undefined,
  })
  const places = useMemo(() => new Map(graph.nodes.map(({ id }, place) => [id, place])), [graph])
  const radii = useMemo(() => graph.nodes.map(({ id }) => radiusOf(neighbours.get(id)?.length ?? 0)), [graph])
  const lit = useMemo(
    () =>
      focus === undefined || !places.has(focus)
        ? undefined
        : new Set([focus, ...(neighbours.get(focus) ?? []).map(({ id }) => id)]),
    [focus, graph],
  )
  const sizeOf = (): Size => ({ width: canvas.current!.clientWidth, height: canvas.current!.clientHeight })
  const paint = (): void => {
    state.current.queued = false
    const element = canvas.current
    const context = element?.getContext('2d')
    const { positions, camera, hovered } = state.current
    if (!element || !context || positions.length !== graph.nodes.length * 2) return
    const size = sizeOf()
    const [width, height] = [
      Math.round(size.width * devicePixelRatio),
      Math.round(size.height * devicePixelRatio),
    ]
    if (element.width !== width || element.height !== height) Object.assign(element, { width, height })
    const colours = (state.current.colours ??= readColours())
    draw(context, { graph, positions, radii, places, stale, lit, focus, hovered }, camera, size, colours)
    element.dataset['frames'] = String(Number(element.dataset['frames'] ?? 0) + 1)
  }
  const latest = useRef(paint)
  latest.current = paint
  const repaint = (): void => {
    if (state.current.queued) return
    state.current.queued = true
    requestAnimationFrame(() => latest.current())
  }
  const look = (change: (camera: Camera) => Camera): void => {
    state.current.held = true
    state.current.camera = change(state.current.camera)
    repaint()
  }
  const settled = useLayout(graph, neighbours, ({ positions }) => {
    if (!canvas.current) return
    state.current.positions = positions
    // As long as nobody has moved it, all of it stays in sight.
    if (!state.current.held) state.current.camera = fit(positions, sizeOf())
    repaint()
  })
  const nodeAt = (x: number, y: number): string | undefined => {
    const { positions, camera } = state.current
    const point = toWorld(camera, sizeOf(), x, y)
    const reach = 6 / camera.scale
    let [best, nearest]: [string | undefined, number] = [undefined, Infinity]
    for (const [place, { id }] of graph.nodes.entries()) {
      const far =
        Math.hypot(positions[place * 2]! - point.x, positions[place * 2 + 1]! - point.y) - radii[place]!
      if (far < reach && far < nearest) [best, nearest] = [id, far]
    }
    return best
  }
  const hands = useRef({ nodeAt, onFocus })
  hands.current = { nodeAt, onFocus }
  const fitAll = (): void => {
    state.current.camera = fit(state.current.positions, sizeOf())
    state.current.held = false
    repaint()
  }
  const zoom = (factor: number): void =>
    look((camera) => zoomAt(camera, sizeOf(), sizeOf().width / 2, sizeOf().height / 2, factor))
  useEffect(() => {
    const element = canvas.current!
    const stop = listenForGestures(element, {
      pan: (dx, dy) => look((camera) => pan(camera, dx, dy)),
      zoom: (x, y, factor) => look((camera) => zoomAt(camera, sizeOf(), x, y, factor)),
      tap: (x, y) => hands.current.onFocus(hands.current.nodeAt(x, y)),
      hover: (x, y) => {
        const found = hands.current.nodeAt(x, y)
        element.style.cursor = found === undefined ? 'grab' : 'pointer'
        if (found === state.current.hovered) return
        state.current.hovered = found
        repaint()
      },
    })
    const recolour = (): void => {
      state.current.colours = undefined
      repaint()
    }
    const resized = new ResizeObserver(() => {
      // It tells once more when the view is left, and the canvas is gone.
      if (canvas.current) (state.current.held ? repaint : fitAll)()
    })
    resized.observe(element)
    const themed = new MutationObserver(recolour)
    themed.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    const system = matchMedia('(prefers-color-scheme: dark)')
    system.addEventListener('change', recolour)
    return () => {
      stop()
      resized.disconnect()
      themed.disconnect()
      system.removeEventListener('change', recolour)
    }
  }, [])
  useEffect(repaint, [focus, stale])
  const keys: Record<string, () => void> = {
    ArrowLeft: () => look((camera) => pan(camera, STEP, 0)),
    ArrowRight: () => look((camera) => pan(camera, -STEP, 0)),
    ArrowUp: () => look((camera) => pan(camera, 0, STEP)),
    ArrowDown: () => look((camera) => pan(camera, 0, -STEP)),
    '+': () => zoom(1.3),
    '-': () => zoom(1 / 1.3),
    0: fitAll,
  }
  return (
    <div class="drawing" data-settled={settled}>
      <canvas
        ref={canvas}
        role="img"
        tabIndex={0}
        aria-label={`${graph.nodes.length} nodes and ${graph.edges.length} links; arrows move, plus and minus zoom, 0 shows all; the list has every node`}
        onKeyDown={(event) => {
          const does = keys[event.key]
          if (!does || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          does()
        }}
      />
      <div class="zoom">
        <button type="button" aria-label="Zoom in" onClick={() => zoom(1.4)}>
          <Icon name="plus" />
        </button>
        <button type="button" aria-label="Zoom out" onClick={() => zoom(1 / 1.4)}>
          −
        </button>
        <button type="button" onClick={fitAll}>
          All
        </button>
      </div>
    </div>
  )
}
