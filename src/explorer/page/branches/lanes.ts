/** Where each line is drawn: over time from left to right, each in a lane of its own that may be used again once its line has ended. Pure. */
export interface Span {
  branch: string
  base?: string | undefined
  /** When it left its base; milliseconds. */
  from: number
  /** Its last write. */
  to: number
  /** When it was landed, for a line that was. */
  landed?: number | undefined
}

export interface Placed<T extends Span> {
  span: T
  lane: number
  /** The lane it forked from, and lands in. */
  baseLane: number | undefined
}

export interface Lanes<T extends Span> {
  placed: Placed<T>[]
  count: number
  from: number
  to: number
}

/** Between two lines in one lane, as a part of the whole time, so that their labels have room. */
const GAP = 0.14

/** Lines without a base first, then as they forked: a base is always placed before what left it. */
export function layOut<T extends Span>(spans: readonly T[], reuse = true): Lanes<T> {
  if (spans.length === 0) return { placed: [], count: 0, from: 0, to: 0 }
  const from = Math.min(...spans.map((span) => span.from))
  const to = Math.max(...spans.map((span) => span.landed ?? span.to))
  const gap = (to - from) * GAP
  const names = new Set(spans.map(({ branch }) => branch))
  const isRoot = ({ base }: T): boolean => base === undefined || !names.has(base)
  const ordered = spans.toSorted((a, b) => Number(isRoot(b)) - Number(isRoot(a)) || a.from - b.from)
  const free: number[] = []
  const lanes = new Map<string, number>()
  for (const span of ordered) {
    const found = reuse && !isRoot(span) ? free.findIndex((until) => until + gap < span.from) : -1
    const lane = found >= 0 ? found : free.length
    free[lane] = isRoot(span) ? Infinity : (span.landed ?? span.to)
    lanes.set(span.branch, lane)
  }
  const placed = ordered.map((span) => ({
    span,
    lane: lanes.get(span.branch)!,
    baseLane: span.base === undefined ? undefined : lanes.get(span.base),
  }))
  return { placed, count: free.length, from, to }
}

export interface Scale {
  (time: number): number
}

export function scaleOf(from: number, to: number, left: number, right: number): Scale {
  const width = to - from || 1
  return (time) => left + ((time - from) / width) * (right - left)
}

/** Where each line ends: a bow takes room however short its line was, and a base is still there when what landed comes back. */
export function endsOf(placed: readonly Placed<Span>[], x: Scale): Map<string, number> {
  const ends = new Map<string, number>()
  for (const { span, baseLane } of placed)
    ends.set(span.branch, Math.max(x(span.to), x(span.from) + (baseLane === undefined ? 0 : BOW)))
  for (const { span } of placed.toReversed()) {
    const base = ends.get(span.base ?? '')
    if (base !== undefined && span.landed !== undefined)
      ends.set(span.base!, Math.max(base, ends.get(span.branch)! + BOW))
  }
  return ends
}

/** A line with its bow from the base and, once landed, back into it. */
export function pathOf(
  { span, lane, baseLane }: Placed<Span>,
  end: number,
  x: Scale,
  y: (lane: number) => number,
): string {
  const own = y(lane)
  const start = baseLane === undefined ? `M${x(span.from)} ${own}` : bow(x(span.from), y(baseLane), own)
  const back = span.landed === undefined || baseLane === undefined ? '' : bowBack(end, own, y(baseLane))
  return `${start}H${end}${back}`
}

const BOW = 14
const bow = (x: number, from: number, to: number): string =>
  `M${x} ${from}C${x + BOW * 0.7} ${from} ${x + BOW * 0.3} ${to} ${x + BOW} ${to}`
const bowBack = (x: number, from: number, to: number): string =>
  `C${x + BOW * 0.7} ${from} ${x + BOW * 0.3} ${to} ${x + BOW} ${to}`

const DAY = 86_400_000
const STEPS = [1, 2, 7, 14, 30, 61, 91, 182, 365, 730].map((days) => days * DAY)

/** Times to write below the axis: about as many as asked for, at the beginnings of days or months. */
export function ticksOf(from: number, to: number, most: number): { time: number; label: string }[] {
  const step = STEPS.find((size) => (to - from) / size <= most) ?? STEPS.at(-1)!
  const monthly = step >= 30 * DAY
  const first = new Date(from)
  first.setUTCHours(0, 0, 0, 0)
  if (monthly) first.setUTCDate(1)
  const months = Math.round(step / (30.4 * DAY))
  const ticks = []
  for (const at = first; at.getTime() <= to;) {
    if (at.getTime() >= from) ticks.push({ time: at.getTime(), label: labelOf(at, monthly) })
    if (monthly) at.setUTCMonth(at.getUTCMonth() + months)
    else at.setTime(at.getTime() + step)
  }
  return ticks
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function labelOf(at: Date, monthly: boolean): string {
  const month = MONTHS[at.getUTCMonth()]!
  if (!monthly) return `${at.getUTCDate()} ${month}`
  return at.getUTCMonth() === 0 ? String(at.getUTCFullYear()) : month
}
