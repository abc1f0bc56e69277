import { describe, expect, it } from 'vitest'
import { rankForBriefing } from '../../src/briefing/rank.js'
import type { Memory, MemoryType } from '../../src/memory/memory.js'

const NOW = new Date('2025-03-01T00:00:00Z')
let made = 0

function memory(body: string, created: string, type: MemoryType = 'fix', tags: string[] = []): Memory {
  return { id: `mem-${1700000000 + made++}-0000`, type, tags, created: `${created}T00:00:00Z`, body }
}

function order(...candidates: [Memory, number][]): string[] {
  return rankForBriefing(
    candidates.map(([one, relevance]) => ({ memory: one, relevance })),
    NOW,
  ).map(({ body }) => body)
}

describe('what an agent is told first', () => {
  it('is what was pinned, however old', () => {
    const pinned = memory('pinned', '2020-01-01', 'fix', ['pinned'])
    expect(order([memory('new', '2025-02-28'), 1], [pinned, 0])).toEqual(['pinned', 'new'])
  })

  it('is what fits the task rather than what is new', () => {
    expect(order([memory('new', '2025-02-28'), 0], [memory('fits', '2024-02-28'), 1])).toEqual([
      'fits',
      'new',
    ])
  })

  it('is the newer of two that fit alike', () => {
    expect(order([memory('old', '2024-02-28'), 0], [memory('new', '2025-02-28'), 0])).toEqual(['new', 'old'])
  })

  it('is of several types rather than all of one', () => {
    const fixes = Array.from({ length: 10 }, (_, i): [Memory, number] => [
      memory(`fix ${i}`, '2025-02-28'),
      0,
    ])
    const ordered = order(...fixes, [memory('decision', '2025-02-20', 'decision'), 0])
    expect(ordered.indexOf('decision')).toBeLessThan(10)
    expect(ordered.indexOf('decision')).toBeGreaterThan(0)
  })
})
