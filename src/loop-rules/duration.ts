/** Spans of time as people type and read them. Pure. */
import { RalphError } from '../errors.js'

const UNITS: Record<string, number> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }
export const LONGEST_MS = 7 * UNITS['d']!

/** `30m`, `1h30m`, `90s`, `500ms`. */
export function parseDuration(typed: string, what: string): number {
  const text = typed.trim().toLowerCase().replace(/\s+/g, '')
  const parts = [...text.matchAll(/(\d{1,9}(?:\.\d+)?)(ms|[smhd])/g)]
  const total = parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit!]!, 0)
  if (parts.map(([part]) => part).join('') !== text || !(total > 0) || total > LONGEST_MS)
    throw new RalphError('bad-usage', `${what} takes a span of time, not '${typed}'`, {
      hint: 'as 90s, 30m, 1h30m; at most 7d',
    })
  return Math.round(total)
}

/** `4.2s`, `2m 13s`, `1h 05m`. */
export function renderDuration(ms: number): string {
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)}s`
  const two = (n: number): string => String(n).padStart(2, '0')
  const seconds = Math.round(ms / 1000)
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`
  return `${Math.floor(seconds / 3600)}h ${two(Math.floor((seconds % 3600) / 60))}m`
}
