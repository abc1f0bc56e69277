import { describe, expect, it } from 'vitest'
import { budgetAt, partsOf, STEPS, stepOf } from '../../../src/explorer/page/budget/parts-of.js'

const one = (id: string, tokens: number, left?: 'spent') => ({
  id,
  type: 'fix' as const,
  title: id,
  tokens,
  ...(left && { left }),
})

describe('the parts of a briefing', () => {
  it('add up to the budget', () => {
    const explain = [one('a', 40), one('b', 30), one('c', 90, 'spent')]
    const parts = partsOf({ branch: 'main', tokens: 80, left: 7, explain }, 100)
    expect(parts).toMatchObject({ frame: 10, free: 20, unnamed: 6 })
    expect(parts.told.map(({ id }) => id)).toEqual(['a', 'b'])
    expect(parts.left.map(({ id }) => id)).toEqual(['c'])
  })

  it('are nothing but room where nothing fits', () => {
    expect(
      partsOf({ branch: 'main', tokens: 0, left: 1, explain: [one('a', 400, 'spent')] }, 100),
    ).toMatchObject({
      told: [],
      frame: 0,
      free: 100,
      unnamed: 0,
    })
  })
})

describe('the slider', () => {
  it('goes from a hundred to thirty-two thousand and grows with every step', () => {
    const budgets = Array.from({ length: STEPS + 1 }, (_, step) => budgetAt(step))
    expect([budgets[0], budgets.at(-1)]).toEqual([100, 32_000])
    expect(budgets.every((budget, i) => i === 0 || budget >= budgets[i - 1]!)).toBe(true)
  })

  it('finds the step of a budget that was typed', () => {
    expect(Math.abs(budgetAt(stepOf(2000)) - 2000)).toBeLessThanOrEqual(60)
    expect(stepOf(1)).toBe(0)
    expect(stepOf(1e9)).toBe(STEPS)
  })
})
