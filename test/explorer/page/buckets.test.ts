import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketSize, bucketsOf, OTHERS } from '../../../src/explorer/page/timeline/buckets.js'

const DAY = 86_400_000
const MONDAY = Date.UTC(2026, 0, 5)

describe('buckets', () => {
  it('are days, weeks or more, as many as fit', () => {
    expect(bucketSize(0, 20 * DAY, 60)).toBe(DAY)
    expect(bucketSize(0, 300 * DAY, 60)).toBe(7 * DAY)
    expect(bucketSize(0, 900 * DAY, 60)).toBe(28 * DAY)
  })

  it('count by key, the most frequent first', () => {
    const written = [
      { at: MONDAY + 1, count: 1, key: 'a' },
      { at: MONDAY + 2, count: 2, key: 'b' },
      { at: MONDAY + DAY, count: 1, key: 'b' },
    ]
    const { keys, buckets, highest } = bucketsOf(written, MONDAY, MONDAY + 2 * DAY, 10)
    expect(keys).toEqual(['b', 'a'])
    expect(buckets.map(({ counts }) => counts)).toEqual([
      [2, 1],
      [1, 0],
      [0, 0],
    ])
    expect(highest).toBe(3)
  })

  it('put what is rare together', () => {
    const written = Array.from({ length: 12 }, (_, n) => ({ at: MONDAY, count: 20 - n, key: `k${n}` }))
    const { keys, buckets } = bucketsOf(written, MONDAY, MONDAY + DAY, 10)
    expect(keys).toHaveLength(8)
    expect(keys.at(-1)).toBe(OTHERS)
    expect(buckets[0]!.counts.at(-1)).toBe(13 + 12 + 11 + 10 + 9)
  })

  it('lose nothing that was written in the range', () => {
    const written = fc.record({
      at: fc.integer({ min: 0, max: 4000 }),
      count: fc.nat(9),
      key: fc.constantFrom('a', 'b', 'c'),
    })
    fc.assert(
      fc.property(fc.array(written), fc.integer({ min: 1, max: 60 }), (days, most) => {
        const events = days.map((one) => ({ ...one, at: one.at * DAY }))
        const { buckets } = bucketsOf(events, 0, 4000 * DAY, most)
        const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0)
        expect(sum(buckets.map(({ total }) => total))).toBe(sum(days.map(({ count }) => count)))
        expect(sum(buckets.flatMap(({ counts }) => counts))).toBe(sum(days.map(({ count }) => count)))
      }),
    )
  })
})
