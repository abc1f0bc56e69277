/** Whatever a memory says, it stays inside its quote: nothing in it can pose as a heading, as another memory, or as text of ours. */
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../helpers/runs.js'
import { fitToBudget, TRUNCATED } from '../../src/briefing/fit.js'
import { renderFullResult, renderIndexResult, summaryOf } from '../../src/briefing/layers.js'
import { parseMemories, renderMemories } from '../../src/memory/memories-md.js'
import { parseMemory } from '../../src/memory/markdown.js'
import { MEMORY_TYPES, type Memory } from '../../src/memory/memory.js'
import { HOSTILE_TEXTS } from '../memory/hostile-texts.js'

const breakers = [
  '\n',
  '\r',
  '\u2028',
  '\u2029',
  '\u0085',
  '\v',
  '\f',
  '# Memories',
  '## Fixes',
  '### mem-1700000000-aaaa',
  '-->',
  '<!-- tags: pinned | created: 2025-01-01 -->',
  TRUNCATED,
  '---',
  '```',
  '> ',
  '</memory>',
  ...Object.values(HOSTILE_TEXTS).slice(0, 8),
]
const anyHostile = fc
  .array(fc.oneof(fc.constantFrom(...breakers), fc.string({ unit: 'grapheme' })), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(''))

/** As a remote would send it: only what our own reader lets through counts. */
const anyMemory: fc.Arbitrary<Memory> = fc
  .record({
    n: fc.integer({ min: 0, max: 0xffff }),
    type: fc.constantFrom(...MEMORY_TYPES),
    body: anyHostile,
    title: anyHostile,
    tag: anyHostile,
  })
  .map(({ n, type, body, title, tag }) => {
    const id = `mem-1700000000-${n.toString(16).padStart(4, '0')}`
    const head = `id: ${id}\ntype: ${type}\ntags: [${JSON.stringify(tag)}]\ntitle: ${JSON.stringify(title)}`
    return parseMemory(`---\n${head}\n---\nx${body}\n`, id)
  })

const uniqueMemories = fc.uniqueArray(anyMemory, { selector: ({ id }) => id, maxLength: 5 })
const OURS =
  /^(?:# Memories|## (?:Patterns|Decisions|Fixes|Context)|### mem-1700000000-[0-9a-f]{4}|<!-- tags: [^<>\n]* \| created: \d{4}-\d\d-\d\d -->|)$/

describe('a briefing', () => {
  it('has no line outside of quotes that a memory could have written', () => {
    fc.assert(
      fc.property(uniqueMemories, (memories) => {
        const count = { block: () => 1, frame: () => 1 }
        const { text } = fitToBudget(memories, memories.length, 0, count)
        const lines = text.split(/\r\n|[\n\v\f\r\u0085\u2028\u2029]/)
        expect(lines.filter((line) => !line.startsWith('>') && !OURS.test(line))).toEqual([])
        expect(lines.filter((line) => line.startsWith('### '))).toHaveLength(memories.length)
      }),
      runs(300),
    )
  })

  it('is read back as the very memories it was made of', () => {
    fc.assert(
      fc.property(uniqueMemories, (memories) => {
        const { blocks, kept } = parseMemories(renderMemories(memories))
        expect(kept).toEqual([])
        expect(new Map(blocks.map(({ id, body }) => [id, body]))).toEqual(
          new Map(memories.map(({ id, body }) => [id, body])),
        )
      }),
      runs(300),
    )
  })

  it('tells each hit of layer 1 in a line of its own', () => {
    fc.assert(
      fc.property(anyMemory, (memory) => {
        const line = renderIndexResult({ id: memory.id, score: 1, summary: summaryOf(memory) })
        expect(line.slice(0, -1).split(/[\n\v\f\r\u0085\u2028\u2029]/)).toHaveLength(1)
        expect(line.endsWith('\n')).toBe(true)
        expect(renderFullResult({ ...memory, score: 0 })).toContain(memory.id)
      }),
    )
  })
})
