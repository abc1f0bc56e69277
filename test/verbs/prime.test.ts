import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../src/briefing/estimate.js'
import { parseMemories } from '../../src/memory/memories-md.js'
import { prime } from '../../src/verbs/prime.js'
import { remember } from '../../src/verbs/remember.js'
import { makeRepo, type TestEnv } from '../helpers/repo.js'

const DAY = 86_400

async function aged(): Promise<TestEnv> {
  const env = makeRepo().env()
  for (const [n, type] of (['fix', 'pattern', 'decision', 'context'] as const).entries()) {
    await remember(env, `memory ${n} ${'with some words '.repeat(8)}\nand a second line`, {
      type,
      tags: [`t${n}`],
    })
    env.tick(10 * DAY)
  }
  return env
}

const types = (text: string): string[] => parseMemories(text).blocks.map(({ type }) => type)

describe('prime', () => {
  it('prints everything as a memories file when there is no budget', async () => {
    const { text, left, tokens } = await prime(await aged())
    expect(text).toMatch(/^# Memories\n\n## Patterns\n\n### mem-/)
    expect(types(text)).toEqual(['pattern', 'decision', 'fix', 'context'])
    expect({ left, tokens }).toEqual({ left: 0, tokens: estimateTokens(text) })
    expect((await prime(await aged(), { budget: 0 })).left).toBe(0)
  })

  it.each([10, 60, 100, 150, 200, 300, 1000])(
    'never exceeds a budget of %i nor cuts a block',
    async (budget) => {
      const env = await aged()
      const { text, tokens, memories, left } = await prime(env, { budget })
      expect(memories.length + left).toBe(4)
      expect(types(text)).toHaveLength(memories.length)
      for (const block of parseMemories(text).blocks) expect(block.body).toMatch(/\nand a second line$/)
      if (memories.length > 0) expect(tokens).toBeLessThanOrEqual(budget)
      // A budget that does not even hold the frame gives nothing.
      if (text !== '') expect(text.includes('<!-- truncated: budget exceeded -->')).toBe(left > 0)
    },
  )

  it('keeps the newest when the budget is short', async () => {
    const { memories } = await prime(await aged(), { budget: 180 })
    expect(memories.length).toBeGreaterThan(0)
    expect(memories.length).toBeLessThan(4)
    expect(memories[0]!.type).toBe('context')
  })

  it('filters by types, by any tag and by age', async () => {
    const env = await aged()
    expect(types((await prime(env, { types: ['fix', 'context'] })).text)).toEqual(['fix', 'context'])
    expect(types((await prime(env, { tags: ['t1', 't3', 'none'] })).text)).toEqual(['pattern', 'context'])
    expect(types((await prime(env, { recent: 25 })).text)).toEqual(['decision', 'context'])
    expect(types((await prime(env, { recent: 0 })).text)).toHaveLength(4)
  })

  it('prints the empty template when nothing is remembered', async () => {
    expect((await prime(makeRepo().env())).text).toBe(
      '# Memories\n\n## Patterns\n\n## Decisions\n\n## Fixes\n\n## Context\n',
    )
  })
})
