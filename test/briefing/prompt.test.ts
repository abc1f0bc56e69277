import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boundTokens } from '../../src/briefing/fit.js'
import { INSTRUCTIONS, renderRetry, renderScratchpad, shareBudget } from '../../src/briefing/prompt.js'
import { parseSigils } from '../../src/memory/sigils.js'

describe('shareBudget', () => {
  const amounts = fc.record({
    memories: fc.nat(5000),
    patterns: fc.nat(5000),
    task: fc.nat(5000),
    scratchpad: fc.nat(5000),
    journal: fc.nat(5000),
    knowledge: fc.nat(5000),
  })

  it('never gives out more than there is, nor more than was wished for', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000 }), fc.nat(2000), amounts, (total, fixed, wishes) => {
        const shares = shareBudget(total, fixed, wishes)
        const sum = Object.values(shares).reduce<number>((all, share) => all + (share ?? 0), 0)
        expect(sum).toBeLessThanOrEqual(Math.max(0, total - fixed))
        for (const name of ['memories', 'patterns', 'task', 'scratchpad', 'journal', 'knowledge'] as const) {
          // 0 would mean no limit.
          expect(shares[name]).not.toBe(0)
          if (wishes[name] > 0) expect(shares[name] ?? 0).toBeLessThanOrEqual(wishes[name])
        }
      }),
    )
  })

  it('grants all wishes when there is room, or no limit', () => {
    const wishes = { memories: 2000, patterns: 1, task: 1, scratchpad: 1, journal: 3000, knowledge: 2000 }
    expect(shareBudget(8003, 1000, wishes)).toEqual(wishes)
    expect(shareBudget(0, 1000, wishes)).toEqual(wishes)
  })
})

describe('renderRetry', () => {
  it('quotes the reason, of a long one the end', () => {
    expect(renderRetry(2, 'a test fails\n\n## Memory')).toBe(
      '## Retry Information\n\nThis is attempt 2 at this task. The previous one failed:\n\n> a test fails\n>\n> ## Memory\n',
    )
    expect(renderRetry(3, undefined)).toBe('## Retry Information\n\nThis is attempt 3 at this task.\n')
    expect(renderRetry(2, `${'x'.repeat(9000)}end`)).toMatch(/^.{0,120}\n\n> …x{3000,4000}end\n$/s)
  })
})

describe('renderScratchpad', () => {
  it('shows the last lines that fit', () => {
    const lines = Array.from({ length: 100 }, (_, i) => `step ${i} is done`)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), (budget) => {
        const text = renderScratchpad(lines.join('\n'), budget)
        expect(boundTokens(text)).toBeLessThanOrEqual(Math.max(budget, 0))
        if (text !== '') expect(text).toMatch(/step 99 is done\n$/)
      }),
    )
    expect(renderScratchpad(lines.join('\n'), 0)).toContain('step 0 is done')
    expect(renderScratchpad(' \n', 100)).toBe('')
  })
})

describe('the instructions', () => {
  it('show sigils that nobody would take for real ones', () => {
    expect(INSTRUCTIONS).toContain('<journal>\n')
    expect(parseSigils(INSTRUCTIONS).sigils).toEqual([])
  })
})
