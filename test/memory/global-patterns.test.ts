import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../helpers/runs.js'
import { parseGlobalPatterns, patternsOf, renderGlobalPatterns } from '../../src/memory/global-patterns.js'
import type { Memory } from '../../src/memory/memory.js'
import { patternEdits } from '../../src/memory/patterns-by-hand.js'
import { cleanBody } from '../../src/memory/text.js'

const memory = (n: number, type: Memory['type'], body: string, more: Partial<Memory> = {}): Memory => ({
  id: `mem-${n}-000a`,
  type,
  tags: [],
  created: `2025-01-2${n}T10:00:00Z`,
  body,
  ...more,
})

const SEED = `# Global Codebase Patterns

> Reusable patterns found across the project

## Conventions
- Use \`sql<number>\` template for aggregations
- Component naming: PascalCase for React components

## Gotchas
- Always use \`IF NOT EXISTS\` for migrations
- Don't forget to update types.ts when changing API

## Tips
- Check AGENTS.md in the directory before making changes

---

_Last updated: 2025-01-25 by task-003_
`

describe('global-patterns.md', () => {
  it('is written as the specification has it', () => {
    const memories = [
      memory(1, 'pattern', 'Use `sql<number>` template for aggregations'),
      memory(2, 'pattern', 'Component naming: PascalCase for React components'),
      memory(3, 'fix', 'Always use `IF NOT EXISTS` for migrations'),
      memory(4, 'fix', "Don't forget to update types.ts when changing API"),
      memory(5, 'context', 'Check AGENTS.md in the directory before making changes', {
        source: 'task task-003',
      }),
      memory(6, 'decision', 'We chose Postgres'),
    ]
    expect(renderGlobalPatterns(memories)).toBe(SEED)
  })

  it('tells every text word for word', () => {
    const anyLine = fc.oneof(
      fc.constantFrom('', '- item', '  - nested', '## Tips', '---', '_Last updated: x_', '> quote', '```'),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    )
    const anyMemory = fc.record({
      type: fc.constantFrom('pattern' as const, 'fix' as const, 'context' as const, 'decision' as const),
      body: fc
        .array(anyLine, { minLength: 1, maxLength: 5 })
        .map((lines) => cleanBody(lines.join('\n')))
        .filter((body) => body.trim() !== ''),
    })
    fc.assert(
      fc.property(fc.array(anyMemory, { maxLength: 6 }), (drafts) => {
        const memories = drafts.map(({ type, body }, n) => memory(n, type, body))
        const kept = { preamble: 'ours', sections: ['## Performance\n- fast'] }
        const parsed = parseGlobalPatterns(renderGlobalPatterns(memories, kept))
        const shown = patternsOf(memories).map(({ type, body }) => ({ type, body }))
        expect(parsed).toEqual({ items: shown, ...kept, isWhole: true })
      }),
      runs(250),
    )
  })

  it('tells edits from additions, removals and moves', () => {
    const shown = patternsOf([
      memory(1, 'pattern', 'Use pnpm for everything'),
      memory(2, 'pattern', 'Name components well'),
      memory(3, 'fix', 'Restart the database'),
      memory(4, 'context', 'It runs on port 5432'),
    ])
    const edits = patternEdits(shown, [
      { type: 'pattern', body: 'Use pnpm for everything but docs' },
      { type: 'fix', body: 'Name components well' },
      { type: 'fix', body: 'Completely different' },
      { type: 'context', body: 'It runs on port 5432' },
    ])
    expect(edits.edited.map(({ before, after }) => [before.id, after.type, after.body])).toEqual([
      ['mem-1-000a', 'pattern', 'Use pnpm for everything but docs'],
      ['mem-2-000a', 'fix', 'Name components well'],
    ])
    expect(edits.added).toEqual([{ type: 'fix', body: 'Completely different' }])
    expect(edits.removed.map(({ id }) => id)).toEqual(['mem-3-000a'])
    expect(patternEdits(shown, shown)).toEqual({ edited: [], added: [], removed: [] })
  })
})
