/** Where nodes stand: linked ones near each other, all others apart. */
import { forceCollide, forceLink, forceManyBody, forceSimulation, forceX, forceY } from 'd3-force'
import type { Simulation, SimulationNodeDatum } from 'd3-force'

export interface LayoutInput {
  /** Of each node. */
  radii: number[]
  /** Places of nodes in `radii`. */
  links: [number, number][]
}

interface Body extends SimulationNodeDatum {
  radius: number
}

export function createLayout({ radii, links }: LayoutInput): Simulation<Body, undefined> {
  const bodies = radii.map((radius): Body => ({ radius }))
  const joined = links.map(([source, target]) => ({ source, target }))
  return forceSimulation(bodies)
    .force('link', forceLink(joined).distance(34).strength(strengthOf(radii.length, links)))
    .force(
      'apart',
      forceManyBody<Body>()
        .strength(({ radius }) => -8 - radius * 5)
        .theta(1.1)
        .distanceMax(420),
    )
    .force(
      'collide',
      forceCollide<Body>().radius(({ radius }) => radius + 1.5),
    )
    .force('x', forceX(0).strength(0.05))
    .force('y', forceY(0).strength(0.05))
    .velocityDecay(0.45)
    .alphaDecay(0.03)
    .stop()
}

/** A tag of hundreds must not pull them all into one heap. */
function strengthOf(count: number, links: readonly [number, number][]) {
  const degrees = new Uint32Array(count)
  for (const ends of links) for (const end of ends) degrees[end]!++
  return (_: unknown, i: number): number => {
    const [from, to] = links[i]!
    return (
      0.7 /
      Math.sqrt(
        Math.min(degrees[from]!, degrees[to]!) * Math.max(1, Math.max(degrees[from]!, degrees[to]!) / 12),
      )
    )
  }
}

export function positionsOf(layout: Simulation<Body, undefined>): Float32Array {
  const positions = new Float32Array(layout.nodes().length * 2)
  for (const [i, { x = 0, y = 0 }] of layout.nodes().entries()) positions.set([x, y], i * 2)
  return positions
}
