/** Dates as people type them: `2025-01-20`, `2025-01`, an ISO time, `yesterday`, `2 weeks ago`. Times are UTC, as they are stored. */
import { RalphError } from '../errors.js'

const DAY = 86_400_000
const UNITS: Record<string, number> = {
  minute: 60_000,
  min: 60_000,
  hour: 3_600_000,
  h: 3_600_000,
  day: DAY,
  d: DAY,
  week: 7 * DAY,
  w: 7 * DAY,
}
const NAMED: Record<string, number> = { today: 0, yesterday: 1 }

/** When what was typed begins. */
export function parseSince(typed: string, now: Date): Date {
  return new Date(parseSpan(typed, now).start)
}

/** When what was typed is over: `--until 2025-01-20` takes in that day. */
export function parseUntil(typed: string, now: Date): Date {
  return new Date(parseSpan(typed, now).end)
}

interface Span {
  start: number
  end: number
}

function parseSpan(typed: string, now: Date): Span {
  const text = typed
    .trim()
    .toLowerCase()
    .replace(/[\s_.]+/g, ' ')
  const found = parseDay(text) ?? parseAgo(text, now) ?? parseTime(typed.trim())
  if (found && Number.isFinite(found.start)) return found
  throw new RalphError('bad-usage', `'${typed}' is not a date`, {
    hint: 'dates are like 2025-01-20, 2025-01, 2025-01-20T10:00:00Z, yesterday, 3 days ago, 2 weeks ago',
  })
}

function parseDay(text: string): Span | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{1,2})(?:-(\d{1,2}))?$/.exec(text) ?? []
  if (year === undefined) return undefined
  const [y, m, d] = [Number(year), Number(month) - 1, Number(day ?? 1)]
  const start = Date.UTC(y, m, d)
  const date = new Date(start)
  if (date.getUTCMonth() !== m || date.getUTCDate() !== d) return undefined
  return { start, end: day === undefined ? Date.UTC(y, m + 1, 1) : start + DAY }
}

function parseAgo(text: string, now: Date): Span | undefined {
  if (text === 'now') return { start: now.getTime(), end: now.getTime() }
  const midnight = Math.floor(now.getTime() / DAY) * DAY
  const days = NAMED[text]
  if (days !== undefined) return { start: midnight - days * DAY, end: midnight - (days - 1) * DAY }
  const [, counted, unit] = /^(\d{1,6}|an?|last) ?([a-z]+?)s?(?: ago)?$/.exec(text) ?? []
  if (unit === undefined) return undefined
  const count = /^\d+$/.test(counted!) ? Number(counted) : 1
  const then = new Date(now)
  if (unit === 'month') monthsBack(then, count)
  else if (unit === 'year') monthsBack(then, 12 * count)
  else if (UNITS[unit] !== undefined) then.setTime(then.getTime() - count * UNITS[unit])
  else return undefined
  return { start: then.getTime(), end: then.getTime() }
}

/** The same day of an earlier month, or its last one. */
function monthsBack(date: Date, months: number): void {
  const day = date.getUTCDate()
  date.setUTCMonth(date.getUTCMonth() - months)
  if (date.getUTCDate() !== day) date.setUTCDate(0)
}

function parseTime(typed: string): Span | undefined {
  if (!/^\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)?$/i.test(typed)) return undefined
  const start = Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(typed) ? typed : `${typed}Z`)
  return Number.isNaN(start) ? undefined : { start, end: start + 1 }
}

/** `--at`: a day or time that is over, or else a revision of the code, for git to understand. */
export function parseAt(typed: string, now: Date): string | Date {
  try {
    return parseUntil(typed, now)
  } catch {
    return typed
  }
}
