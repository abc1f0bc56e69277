/** Draws the graph. Everything of one colour is one path: a few calls for thousands of nodes. */
import { colourOf } from '../parts/colours.js'
import type { Camera, Size } from './camera.js'
import type { Graph, GraphNode } from './model.js'

export interface Scene {
  graph: Graph
  positions: Float32Array
  radii: readonly number[]
  places: ReadonlyMap<string, number>
  stale: ReadonlySet<string>
  /** Drawn as usual while everything else fades; undefined: all. */
  lit: ReadonlySet<string> | undefined
  focus: string | undefined
  hovered: string | undefined
}

export interface Colours {
  of: (node: GraphNode) => string
  line: string
  text: string
  background: string
  accent: string
}

const FADED = 0.12
const STALE = 0.4
const LABELS = 40
/** So many are named however far away one is. */
const LANDMARKS = 10

export function readColours(): Colours {
  const names = ['pattern', 'decision', 'fix', 'context', 'article', 'muted', 'line-strong'] as const
  const found = Object.fromEntries(names.map((name) => [name, colourOf(`--${name}`)])) as Record<
    string,
    string
  >
  return {
    of: ({ kind, type }) =>
      found[
        kind === 'memory'
          ? (type ?? 'muted')
          : kind === 'article'
            ? 'article'
            : kind === 'tag'
              ? 'line-strong'
              : 'muted'
      ] ?? found['muted']!,
    line: found['line-strong']!,
    text: colourOf('--text'),
    background: colourOf('--bg'),
    accent: colourOf('--accent'),
  }
}

export function draw(
  context: CanvasRenderingContext2D,
  scene: Scene,
  camera: Camera,
  size: Size,
  colours: Colours,
): void {
  const ratio = devicePixelRatio
  context.setTransform(ratio, 0, 0, ratio, 0, 0)
  context.clearRect(0, 0, size.width, size.height)
  context.translate(size.width / 2, size.height / 2)
  context.scale(camera.scale, camera.scale)
  context.translate(-camera.x, -camera.y)
  drawEdges(context, scene, camera, colours)
  drawNodes(context, scene, colours)
  drawLabels(context, scene, camera, colours)
}

function drawEdges(
  context: CanvasRenderingContext2D,
  { graph, positions, places, lit }: Scene,
  camera: Camera,
  colours: Colours,
): void {
  context.strokeStyle = colours.line
  for (const isLit of [false, true]) {
    context.beginPath()
    for (const { from, to } of graph.edges) {
      if ((lit === undefined || (lit.has(from) && lit.has(to))) !== isLit) continue
      const [a, b] = [places.get(from)! * 2, places.get(to)! * 2]
      context.moveTo(positions[a]!, positions[a + 1]!)
      context.lineTo(positions[b]!, positions[b + 1]!)
    }
    context.lineWidth = (isLit && lit ? 1.6 : 1) / Math.max(0.5, camera.scale)
    context.globalAlpha = isLit ? 0.9 : FADED
    context.stroke()
  }
}

function drawNodes(context: CanvasRenderingContext2D, scene: Scene, colours: Colours): void {
  const { graph, positions, radii, stale, lit, focus } = scene
  const groups = new Map<string, number[]>()
  for (const [place, node] of graph.nodes.entries()) {
    const alpha = lit && !lit.has(node.id) ? FADED : stale.has(node.id) ? STALE : 1
    const key = `${alpha} ${colours.of(node)}`
    const group = groups.get(key)
    if (group) group.push(place)
    else groups.set(key, [place])
  }
  for (const [key, members] of groups) {
    const cut = key.indexOf(' ')
    context.globalAlpha = Number(key.slice(0, cut))
    context.fillStyle = key.slice(cut + 1)
    context.beginPath()
    for (const place of members)
      addShape(context, graph.nodes[place]!, positions[place * 2]!, positions[place * 2 + 1]!, radii[place]!)
    context.fill()
  }
  const place = focus === undefined ? undefined : scene.places.get(focus)
  if (place === undefined) return
  context.globalAlpha = 1
  context.strokeStyle = colours.accent
  context.lineWidth = 2.5
  context.beginPath()
  context.arc(positions[place * 2]!, positions[place * 2 + 1]!, radii[place]! + 4, 0, 7)
  context.stroke()
}

/** Kinds differ in shape, too: colours are not for everybody. */
function addShape(
  context: CanvasRenderingContext2D,
  { kind }: GraphNode,
  x: number,
  y: number,
  radius: number,
): void {
  if (kind === 'file') context.rect(x - radius * 0.85, y - radius * 0.85, radius * 1.7, radius * 1.7)
  else if (kind === 'article') {
    context.moveTo(x, y - radius * 1.3)
    context.lineTo(x + radius * 1.3, y)
    context.lineTo(x, y + radius * 1.3)
    context.lineTo(x - radius * 1.3, y)
  } else {
    context.moveTo(x + radius, y)
    context.arc(x, y, radius, 0, 7)
  }
}

/** The largest in sight, and whatever is meant: more would hide each other. */
function drawLabels(context: CanvasRenderingContext2D, scene: Scene, camera: Camera, colours: Colours): void {
  const { graph, positions, radii, places, lit, focus, hovered } = scene
  const candidates = lit ? [...lit].flatMap((id) => places.get(id) ?? []) : [...radii.keys()]
  const shown = new Set(
    candidates
      .toSorted((a, b) => radii[b]! - radii[a]!)
      .slice(0, LABELS)
      .filter((place, at) => lit || at < LANDMARKS || radii[place]! * camera.scale > 9),
  )
  const meant = [focus, hovered].flatMap((id) => places.get(id ?? '') ?? [])
  const taken: { x: number; y: number; width: number }[] = []
  context.globalAlpha = 1
  context.font = `${12 / camera.scale}px system-ui, sans-serif`
  context.lineWidth = 3 / camera.scale
  context.strokeStyle = colours.background
  context.fillStyle = colours.text
  for (const place of new Set([...meant, ...shown])) {
    const { title } = graph.nodes[place]!
    const text = title.length > 44 ? `${title.slice(0, 43)}…` : title
    const [x, y] = [
      positions[place * 2]! + radii[place]! + 4 / camera.scale,
      positions[place * 2 + 1]! + 4 / camera.scale,
    ]
    const { width } = context.measureText(text)
    const height = 15 / camera.scale
    const isHidden = taken.some(
      (other) => Math.abs(other.y - y) < height && x < other.x + other.width && other.x < x + width,
    )
    if (isHidden) continue
    taken.push({ x, y, width })
    context.strokeText(text, x, y)
    context.fillText(text, x, y)
  }
}
