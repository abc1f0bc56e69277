/** Dates as they are typed after --since and --until. */
import { describe, expect, it } from 'vitest'
import { parseSince, parseUntil } from '../../src/cli/dates.js'

const NOW = new Date('2025-03-31T10:00:00Z')
const since = (typed: string): string => parseSince(typed, NOW).toISOString().slice(0, 19)
const until = (typed: string): string => parseUntil(typed, NOW).toISOString().slice(0, 19)

describe('dates', () => {
  it.each([
    ['2025-01-20', '2025-01-20T00:00:00', '2025-01-21T00:00:00'],
    ['2025-02', '2025-02-01T00:00:00', '2025-03-01T00:00:00'],
    ['today', '2025-03-31T00:00:00', '2025-04-01T00:00:00'],
    ['Yesterday', '2025-03-30T00:00:00', '2025-03-31T00:00:00'],
    ['2 weeks ago', '2025-03-17T10:00:00', '2025-03-17T10:00:00'],
    ['3.days.ago', '2025-03-28T10:00:00', '2025-03-28T10:00:00'],
    ['2h', '2025-03-31T08:00:00', '2025-03-31T08:00:00'],
    ['a year ago', '2024-03-31T10:00:00', '2024-03-31T10:00:00'],
    ['last week', '2025-03-24T10:00:00', '2025-03-24T10:00:00'],
    ['2025-01-20T10:30:00+02:00', '2025-01-20T08:30:00', '2025-01-20T08:30:00'],
    ['2025-01-20T10:30:00', '2025-01-20T10:30:00', '2025-01-20T10:30:00'],
  ])('%s is a span from %s to %s', (typed, start, end) => {
    expect([since(typed), until(typed)]).toEqual([start, end])
  })

  it('counts a month ago from the last day of a month to the last of the month before', () => {
    expect(since('1 month ago')).toBe('2025-02-28T10:00:00')
  })

  it.each([
    'soon',
    '2025-02-30',
    '2025-13-01',
    '',
    '3 moons ago',
    '999999 years ago',
    'T10:00',
    '2025-01-20T99:00',
  ])('%j is none', (typed) => expect(() => parseSince(typed, NOW)).toThrow('is not a date'))
})
