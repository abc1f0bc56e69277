import { describe, expect, it } from 'vitest'
import { ageOf } from '../../src/briefing/age.js'

const now = new Date('2025-01-21T10:00:00Z')

describe('ageOf', () => {
  it.each([
    ['2025-01-21T09:59:30Z', 'just now'],
    ['2025-01-21T10:05:00Z', 'just now'],
    ['2025-01-21T09:59:00Z', '1 minute ago'],
    ['2025-01-21T08:00:00Z', '2 hours ago'],
    ['2025-01-20T09:00:00Z', '1 day ago'],
    ['2025-01-08T10:00:00Z', '13 days ago'],
    ['2025-01-01T10:00:00Z', '2 weeks ago'],
    ['2024-10-21T10:00:00Z', '3 months ago'],
    ['2022-01-21T10:00:00Z', '3 years ago'],
    ['whenever', 'some time ago'],
  ])('%s is %s', (time, age) => {
    expect(ageOf(time, now)).toBe(age)
  })
})
