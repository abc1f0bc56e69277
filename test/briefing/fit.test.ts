import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { runs } from '../helpers/runs.js'
import { blockText, boundTokens, fitToBudget, TRUNCATED } from '../../src/briefing/fit.js'
import { type CountTokens, ENCODINGS, loadTokenizer } from '../../src/briefing/tokens.js'
import { parseMemories } from '../../src/memory/memories-md.js'
import type { Memory } from '../../src/memory/memory.js'
import { anyMemory } from '../memory/arbitrary.js'

describe.each(ENCODINGS)('a briefing counted with %s', (encoding) => {
  let exact: CountTokens
  beforeAll(async () => {
    exact = await loadTokenizer(encoding)
  })
  const count = { block: (memory: Memory) => exact(blockText(memory)), frame: boundTokens }

  it('never has more tokens than its budget, and whole blocks only, whatever is in them', () => {
    const corpus = fc.uniqueArray(anyMemory, { maxLength: 30, selector: ({ id }) => id })
    const budgets = fc.oneof(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 1, max: 50_000 }))
    fc.assert(
      fc.property(corpus, budgets, (memories, budget) => {
        const { text, tokens, memories: told, left } = fitToBudget(memories, memories.length, budget, count)
        expect(exact(text)).toBeLessThanOrEqual(budget)
        expect(tokens).toBeLessThanOrEqual(budget)
        expect(left).toBe(memories.length - told.length)
        expect(new Set(parseMemories(text).blocks.map(({ id }) => id))).toEqual(
          new Set(told.map(({ id }) => id)),
        )
        expect(text.includes(TRUNCATED)).toBe(left > 0 && text !== '')
      }),
      runs(150),
    )
  })

  it('takes a memory before all that rank below it, unless it does not fit', () => {
    const memories = ['a', 'b '.repeat(400), 'c'].map((body, i) => memoryOf(i, body))
    const { memories: told, left, text } = fitToBudget(memories, 3, 250, count)
    expect(told.map(({ body }) => body)).toEqual(['a', 'c'])
    expect(left).toBe(1)
    expect(text).toContain('1 left out')
  })

  it('is whole without a budget', () => {
    const memories = Array.from({ length: 50 }, (_, i) => memoryOf(i, `number ${i}`))
    const { left, text } = fitToBudget(memories, 50, 0, count)
    expect(left).toBe(0)
    expect(text).not.toContain(TRUNCATED)
  })

  it('is empty when not even its frame fits', () => {
    expect(fitToBudget([memoryOf(1, 'x')], 1, 5, count)).toMatchObject({ text: '', tokens: 0, left: 1 })
  })
})

function memoryOf(i: number, body: string): Memory {
  return { id: `mem-${1737372000 + i}-a1b2`, type: 'fix', tags: [], created: '2025-01-20T00:00:00Z', body }
}
