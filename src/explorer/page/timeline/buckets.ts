/** What was written when: counts per day, week or month, split by branch, agent or author. Pure. */
export interface Written {
  /** Milliseconds. */
  at: number
  /** How many memories. */
  count: number
  key: string
}

export interface Bucket {
  from: number
  to: number
  total: number
  /** In the order of `keys`. */
  counts: number[]
}

export interface Buckets {
  /** Those with most first; what is rare is put together as `OTHERS`, the last. */
  keys: string[]
  buckets: Bucket[]
  highest: number
}

export const OTHERS = 'others'
const MOST_KEYS = 7
const DAY = 86_400_000
const WEEK = 7 * DAY
/** A Monday: weeks begin with one. */
const MONDAY = Date.UTC(2024, 0, 1)

/** The smallest of day, week and four weeks that needs no more bars than asked for. */
export function bucketSize(from: number, to: number, most: number): number {
  return [DAY, WEEK, 4 * WEEK, 12 * WEEK].find((size) => (to - from) / size <= most) ?? 52 * WEEK
}

export function bucketsOf(written: readonly Written[], from: number, to: number, most: number): Buckets {
  const inside = written.filter(({ at }) => at >= from && at <= to)
  const size = bucketSize(from, to, most)
  const first = MONDAY + Math.floor((from - MONDAY) / size) * size
  const keys = keysOf(inside)
  const places = new Map(keys.map((key, place) => [key, place]))
  const number = Math.floor((to - first) / size) + 1
  const buckets = Array.from({ length: number }, (_, n): Bucket => {
    const begin = first + n * size
    return { from: begin, to: begin + size, total: 0, counts: keys.map(() => 0) }
  })
  for (const { at, count, key } of inside) {
    const bucket = buckets[Math.floor((at - first) / size)]!
    bucket.counts[places.get(key) ?? keys.length - 1]! += count
    bucket.total += count
  }
  return { keys, buckets, highest: Math.max(0, ...buckets.map(({ total }) => total)) }
}

function keysOf(written: readonly Written[]): string[] {
  const totals = new Map<string, number>()
  for (const { key, count } of written) totals.set(key, (totals.get(key) ?? 0) + count)
  const ordered = [...totals].toSorted(([a, n], [b, m]) => m - n || (a < b ? -1 : 1)).map(([key]) => key)
  return ordered.length > MOST_KEYS + 1 ? [...ordered.slice(0, MOST_KEYS), OTHERS] : ordered
}
