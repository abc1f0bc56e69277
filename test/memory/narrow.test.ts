import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { narrowRow, narrowSet, replay } from '../../src/memory/narrow.js'

/** Runs a search to its end, taken up again from its answers at each step. */
function search<T, R>(
  make: () => Generator<T, R, boolean>,
  isBad: (tried: T) => boolean,
): { found: R; asked: number } {
  const answers: boolean[] = []
  for (;;) {
    const step = replay(make(), answers)
    if (step.done) return { found: step.found, asked: answers.length }
    answers.push(isBad(step.next))
  }
}

describe('narrowRow', () => {
  it('finds the first bad one in as many questions as halvings', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), fc.nat(), (count, drawn) => {
        const first = drawn % count
        const { found, asked } = search(
          () => narrowRow(count),
          (at) => at >= first,
        )
        expect(found).toBe(first)
        expect(asked).toBeLessThanOrEqual(Math.ceil(Math.log2(count)))
      }),
    )
  })
})

describe('narrowSet', () => {
  it('finds the one that is to blame, in two questions a halving', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 500 }), fc.nat(), (count, drawn) => {
        const one = drawn % count
        const { found, asked } = search(
          () => narrowSet(count),
          (set) => set.includes(one),
        )
        expect(found).toEqual([one])
        expect(asked).toBeLessThanOrEqual(2 * Math.ceil(Math.log2(count)))
      }),
    )
  })

  it('finds those that are bad only together, and no more', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 0, max: 39 }), { minLength: 2, maxLength: 4 }),
        (culprits) => {
          const { found } = search(
            () => narrowSet(40),
            (set) => culprits.every((one) => set.includes(one)),
          )
          expect(found).toEqual(culprits.toSorted((a, b) => a - b))
        },
      ),
    )
  })
})
