/** A small SVG of a table whose columns are sizes: one line per row, both axes logarithmic. */
import { type Figure, showValue, type Table } from './table.js'

const [WIDTH, HEIGHT] = [640, 300]
const FRAME = { left: 56, right: 170, top: 16, bottom: 40 }
/** Told apart by people who see few colours, on white and on black. */
const COLOURS = ['#0072b2', '#d55e00', '#009e73', '#cc79a7', '#b08d00', '#56b4e9', '#7f7f7f', '#8c564b']

interface Line {
  name: string
  points: { x: number; figure: Figure }[]
}

export function renderChart({ columns, rows, title, chart }: Table): string {
  const sizes = columns.slice(1).map((text) => Number(text.replaceAll(',', '')))
  const lines = rows.map(([name, ...cells]): Line => {
    const points = cells.flatMap((cell, n) =>
      typeof cell === 'string' ? [] : [{ x: sizes[n]!, figure: cell }],
    )
    return { name, points: points.filter(({ figure }) => figure.value > 0) }
  })
  const values = lines.flatMap(({ points }) => points.map(({ figure }) => figure.value))
  const x = scale(sizes, FRAME.left, WIDTH - FRAME.right)
  const ticks = ticksOf(Math.min(...values), Math.max(...values))
  const y = scale(ticks, HEIGHT - FRAME.bottom, FRAME.top)
  const unit = lines.find(({ points }) => points.length > 0)!.points[0]!.figure.unit
  const label = (text: string, at: [number, number], more = ''): string =>
    `<text x="${at[0].toFixed(0)}" y="${at[1].toFixed(0)}"${more}>${escape(text)}</text>`
  const grid = ticks.flatMap((value) => [
    `<path d="M${FRAME.left} ${y(value).toFixed(1)}H${WIDTH - FRAME.right}" stroke="#888" stroke-opacity=".3"/>`,
    label(tickText(value, unit), [FRAME.left - 6, y(value) + 4], ' text-anchor="end"'),
  ])
  const below = HEIGHT - FRAME.bottom + 16
  const axis = [
    ...sizes.map((size) => label(size.toLocaleString('en'), [x(size), below], ' text-anchor="middle"')),
    label(chart!.x, [(FRAME.left + WIDTH - FRAME.right) / 2, below + 17], ' text-anchor="middle"'),
  ]
  const ends = spreadOut(
    lines.map(({ points }) => (points.length === 0 ? 0 : y(points.at(-1)!.figure.value))),
  )
  const drawn = lines.flatMap(({ name, points }, n) => {
    if (points.length === 0) return []
    const colour = COLOURS[n % COLOURS.length]!
    const path = points
      .map((point) => `${x(point.x).toFixed(1)} ${y(point.figure.value).toFixed(1)}`)
      .join('L')
    return [
      `<path d="M${path}" fill="none" stroke="${colour}" stroke-width="2"/>`,
      label(name, [WIDTH - FRAME.right + 8, ends[n]! + 4], ` style="fill:${colour}"`),
    ]
  })
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" fill="#777" role="img">`
  return [
    head,
    `<title>${escape(`${title}: ${chart!.y}`)}</title>`,
    ...grid,
    ...axis,
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}

/** From values to pixels. */
function scale(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.log(Math.min(...values)), Math.log(Math.max(...values))]
  const width = most - least || 1
  return (value) => from + ((Math.log(value) - least) / width) * (to - from)
}

/** 1, 2 and 5 times powers of ten, from below the least to above the most. */
function ticksOf(least: number, most: number): number[] {
  const all: number[] = []
  for (let power = Math.floor(Math.log10(least)); power <= Math.ceil(Math.log10(most)); power++)
    for (const step of [1, 2, 5]) all.push(step * 10 ** power)
  const first = all.findLastIndex((tick) => tick <= least)
  const last = all.findIndex((tick) => tick >= most)
  return all.slice(Math.max(0, first), last + 1)
}

const tickText = (value: number, unit: Figure['unit']): string =>
  unit === 'ratio'
    ? `×${value}`
    : unit === 'count'
      ? showValue(value, unit)
      : `${value}${unit === 'percent' ? ' %' : ` ${unit}`}`

/** Labels at the ends of lines, moved apart so that each can be read. */
function spreadOut(places: readonly number[]): number[] {
  const moved = [...places]
  let lowest = FRAME.top - 14
  for (const n of [...places.keys()].toSorted((a, b) => places[a]! - places[b]!)) {
    lowest = moved[n] = Math.max(places[n]!, lowest + 14)
  }
  return moved
}

const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
