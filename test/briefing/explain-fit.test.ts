import { describe, expect, it } from 'vitest'
import { explainFit } from '../../src/briefing/explain-fit.js'
import type { Memory } from '../../src/memory/memory.js'

const memory = (id: string): Memory => ({
  id,
  type: 'fix',
  tags: [],
  created: '2025-01-21T10:00:00Z',
  body: id,
})
const ranked = ['a', 'large', 'b', 'late'].map(memory)
const [a, large, b, late] = ranked as [Memory, Memory, Memory, Memory]
const tokens = new Map([
  [a, 40],
  [large, 90],
  [b, 40],
  [late, 40],
])

describe('why a memory is left out', () => {
  it('tells one that was too large from one that came when all was spent', () => {
    const explained = explainFit(ranked, { memories: [a, b] }, 100, (one) => tokens.get(one))
    expect(explained).toEqual([
      { memory: a, tokens: 40 },
      { memory: large, tokens: 90, left: 'too-large' },
      { memory: b, tokens: 40 },
      { memory: late, tokens: 40, left: 'spent' },
    ])
  })

  it('estimates what was never counted', () => {
    const [first] = explainFit([a], { memories: [a] }, 0, () => undefined)
    expect(first!.tokens).toBeGreaterThan(0)
  })
})
