/** How long ago something was, in the words of a person. Pure. */
const MINUTE = 60
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** From the smallest: the first whose limit is not reached is said. */
const UNITS: [limit: number, seconds: number, name: string][] = [
  [HOUR, MINUTE, 'minute'],
  [DAY, HOUR, 'hour'],
  [14 * DAY, DAY, 'day'],
  [60 * DAY, 7 * DAY, 'week'],
  [730 * DAY, 30 * DAY, 'month'],
  [Infinity, 365 * DAY, 'year'],
]

/** `time` as it is stored: `2025-01-21T10:00:00Z`. */
export function ageOf(time: string, now: Date): string {
  const seconds = Math.floor((now.getTime() - Date.parse(time)) / 1000)
  if (Number.isNaN(seconds)) return 'some time ago'
  if (seconds < MINUTE) return 'just now'
  const [, size, name] = UNITS.find(([limit]) => seconds < limit)!
  const count = Math.floor(seconds / size)
  return `${count} ${name}${count === 1 ? '' : 's'} ago`
}
