import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../helpers/runs.js'
import { parseMemories, renderMemories } from '../../src/memory/memories-md.js'
import type { ParsedBlock } from '../../src/memory/memories-md.js'
import type { Memory } from '../../src/memory/memory.js'
import { anyLine, anyMemory } from './arbitrary.js'

const TEMPLATE = '# Memories\n\n## Patterns\n\n## Decisions\n\n## Fixes\n\n## Context\n'

const SAMPLE = `# Memories

## Patterns

### mem-1737372000-a1b2
> This codebase uses barrel exports for all module boundaries.
> Each directory has an index.ts that re-exports public API.
<!-- tags: imports, structure | created: 2025-01-20 -->

### mem-1737372100-c3d4
> Always run \`cargo test\` before declaring tasks complete.
<!-- tags: workflow, testing | created: 2025-01-20 -->

## Decisions

### mem-1737380000-e5f6
> Chose JSONL over SQLite for event storage: simpler, git-friendly, append-only.
<!-- tags: architecture, storage | created: 2025-01-20 -->

## Fixes

### mem-1737390000-g7h8
> ECONNREFUSED on port 5432 means PostgreSQL isn't running. Fix: \`docker-compose up -d\`
<!-- tags: docker, debugging, database | created: 2025-01-21 -->

## Context

### mem-1737400000-i9j0
> The \`ralph-core\` crate is the shared library; \`ralph-cli\` is the binary entry point.
<!-- tags: architecture, crates | created: 2025-01-21 -->
`

/** What a block would be stored as. */
function memoryOf(block: ParsedBlock, index: number): Memory {
  const { type, body, tags, created = '2025-01-01' } = block
  return { id: block.id ?? `mem-${index}-0000`, type, body, tags, created: `${created}T00:00:00Z` }
}

const section = (text: string) => `# Memories\n\n## Fixes\n\n${text}\n`

const byId = (a: { id?: string }, b: { id?: string }) => (a.id! < b.id! ? -1 : 1)

describe('rendering', () => {
  it('gives the template when there is nothing', () => {
    expect(renderMemories([])).toBe(TEMPLATE)
    expect(parseMemories(TEMPLATE)).toEqual({ blocks: [], kept: [], warnings: [] })
  })

  it('reads the documented example and writes it again, byte for byte', () => {
    const { blocks, kept, warnings } = parseMemories(SAMPLE)
    expect(
      blocks.map((block) => [block.id, block.type, block.tags.length, block.created, block.line]),
    ).toEqual([
      ['mem-1737372000-a1b2', 'pattern', 2, '2025-01-20', 5],
      ['mem-1737372100-c3d4', 'pattern', 2, '2025-01-20', 10],
      ['mem-1737380000-e5f6', 'decision', 2, '2025-01-20', 16],
      ['mem-1737390000-g7h8', 'fix', 3, '2025-01-21', 22],
      ['mem-1737400000-i9j0', 'context', 2, '2025-01-21', 28],
    ])
    expect([kept, warnings]).toEqual([[], []])
    expect(renderMemories(blocks.map(memoryOf).toReversed())).toBe(SAMPLE)
  })

  it('writes empty lines as a bare > and no tags as nothing', () => {
    const memory: Memory = {
      id: 'mem-1-aaaa',
      type: 'fix',
      tags: [],
      created: '2025-01-20T10:00:00Z',
      body: 'a\n\n b',
    }
    const text = renderMemories([memory])
    expect(text).toContain(
      '## Fixes\n\n### mem-1-aaaa\n> a\n>\n>  b\n<!-- tags:  | created: 2025-01-20 -->\n\n## Context\n',
    )
    expect(parseMemories(text).blocks).toMatchObject([
      { id: 'mem-1-aaaa', type: 'fix', body: 'a\n\n b', tags: [] },
    ])
  })

  it('says how many are not shown, and drops that line when reading', () => {
    const text = renderMemories([], { left: 12, kept: ['## Notes\n\nmine'] })
    expect(text).toBe(
      `${TEMPLATE}\n<!-- 12 older memories are not shown: run \`git ralph list\` -->\n\n## Notes\n\nmine\n`,
    )
    expect(renderMemories([], { left: 1 })).toContain('1 older memory is not shown')
    expect(parseMemories(text)).toEqual({ blocks: [], kept: ['## Notes\n\nmine'], warnings: [] })
  })

  it('gives back id, type, body, tags and day of every memory', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(anyMemory, { selector: (memory) => memory.id, maxLength: 6 }),
        (memories) => {
          const { blocks, kept, warnings } = parseMemories(
            renderMemories(memories, { left: memories.length }),
          )
          const seen = blocks.map(({ id, type, body, tags, created }) => ({ id, type, body, tags, created }))
          const given = memories.map(({ id, type, body, tags, created }) => ({
            id,
            type,
            body,
            tags,
            created: created.slice(0, 10),
          }))
          expect(seen.toSorted(byId)).toEqual(given.toSorted(byId))
          expect([kept, warnings]).toEqual([[], []])
        },
      ),
      runs(200),
    )
  })
})

describe('lenient reading', () => {
  it('reads guardrails with typed ids, in sections and without', () => {
    const text =
      '# Guardrails\n\n### decision-1-b2c3\n> Tailwind\n\n## Fixes\n### fix-1737372000-a1b2\n> npm test fails: run npm build first\n<!-- tags: build, test | created: 2024-01-20 -->\n'
    expect(parseMemories(text)).toEqual({
      blocks: [
        { id: 'decision-1-b2c3', type: 'decision', body: 'Tailwind', tags: [], line: 3 },
        {
          id: 'fix-1737372000-a1b2',
          type: 'fix',
          body: 'npm test fails: run npm build first',
          tags: ['build', 'test'],
          created: '2024-01-20',
          line: 7,
        },
      ],
      kept: [],
      warnings: [],
    })
  })

  it('reads the same through a BOM and CRLF', () => {
    expect(parseMemories(`\ufeff${SAMPLE.replace(/\n/g, '\r\n')}`)).toEqual(parseMemories(SAMPLE))
  })

  it.each<[string, string, Partial<ParsedBlock>]>([
    ['missing metadata', '### mem-1-aaaa\n> a', { id: 'mem-1-aaaa', body: 'a', tags: [] }],
    ['quotes without a space', '### mem-1-aaaa\n>a\n>\n>b', { body: 'a\n\nb' }],
    [
      'blank lines between paragraphs',
      '### mem-1-aaaa\n\n> a\n\n> b\n\n<!-- tags: x -->',
      { body: 'a\n\nb', tags: ['x'] },
    ],
    [
      'metadata above the quote',
      '### mem-1-aaaa\n<!-- tags: x | created: 2025-01-20 -->\n> a',
      { tags: ['x'], created: '2025-01-20' },
    ],
    [
      'more metadata',
      '### mem-1-aaaa\n> a\n<!-- created: 2025-01-20T10:00 | by: me | tags: X ,y -->',
      { tags: ['x', 'y'], created: '2025-01-20' },
    ],
    [
      'a day that does not exist',
      '### mem-1-aaaa\n> a\n<!-- tags: x | created: 2025-99-99 -->',
      { tags: ['x'] },
    ],
    ['a heading that is no id', '### Some title\n> a', { title: 'Some title', body: 'a' }],
    ['a title after the id', '### mem-1-aaaa Some title\n> a', { id: 'mem-1-aaaa', title: 'Some title' }],
    [
      'a bare quote',
      '> a\n> b\n\n<!-- tags: x | created: 2025-01-20 -->',
      { body: 'a\nb', tags: ['x'], created: '2025-01-20' },
    ],
    [
      'a comment inside the quote',
      '### mem-1-aaaa\n> <!-- tags: no -->\n> ### x\n<!-- tags: x -->',
      { body: '<!-- tags: no -->\n### x', tags: ['x'] },
    ],
  ])('takes %s', (_, text, block) => {
    const parsed = parseMemories(section(text))
    expect(parsed.blocks).toEqual([{ tags: [], type: 'fix', line: 5, body: 'a', ...idOf(text), ...block }])
    expect(parsed.kept).toEqual([])
  })

  it('separates bare quotes by blank lines and after metadata', () => {
    const { blocks } = parseMemories(section('### mem-1-aaaa\n> a\n<!-- tags: x -->\n\n> b\n\n> c'))
    expect(blocks.map(({ id, body, line }) => [id, body, line])).toEqual([
      ['mem-1-aaaa', 'a', 5],
      [undefined, 'b', 9],
      [undefined, 'c', 11],
    ])
  })
})

describe('what is no memory', () => {
  it('keeps unknown sections whole, with the blocks in them', () => {
    const text =
      '# Memories\n\n## Notes\n\n### mem-1-aaaa\n> mine\n\n\n- list\n\n## Fixes\n\n### mem-2-bbbb\n> a\n'
    const { blocks, kept, warnings } = parseMemories(text)
    expect(blocks.map((block) => block.id)).toEqual(['mem-2-bbbb'])
    expect([kept, warnings]).toEqual([['## Notes\n\n### mem-1-aaaa\n> mine\n\n\n- list'], []])
  })

  it('keeps a block without content, and says where it is', () => {
    const { blocks, kept, warnings } = parseMemories(
      section('### mem-1-aaaa\nno quote\n<!-- tags: x -->\n\n### mem-2-bbbb\n> a'),
    )
    expect(blocks.map((block) => block.id)).toEqual(['mem-2-bbbb'])
    expect(kept).toEqual(['### mem-1-aaaa\nno quote\n<!-- tags: x -->'])
    expect(warnings).toEqual([
      { line: 5, message: "'### mem-1-aaaa' has no quoted content and is kept as it is" },
    ])
  })

  it('keeps the second block of an id', () => {
    const { blocks, kept, warnings } = parseMemories(
      section('### mem-1-aaaa\n> a\n\n### mem-1-aaaa\n> b\n<!-- tags: x -->'),
    )
    expect(blocks.map((block) => block.body)).toEqual(['a'])
    expect(kept).toEqual(['### mem-1-aaaa\n> b\n<!-- tags: x -->'])
    expect(warnings).toMatchObject([{ line: 8 }])
  })

  it('keeps text around and inside blocks', () => {
    const { blocks, kept, warnings } = parseMemories(
      'intro\n\n## Fixes\nabout fixes\n### mem-1-aaaa\n> a\nstray\n<!-- tags: x -->\nafter\n',
    )
    expect(blocks).toMatchObject([{ body: 'a', tags: ['x'] }])
    expect(kept).toEqual(['intro', 'about fixes', 'stray', 'after'])
    expect(warnings.map((warning) => warning.line)).toEqual([1, 4, 7, 9])
  })

  const anyFileLine = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.constantFrom(
        '',
        '## Patterns',
        '## Fixes',
        '## Notes',
        '### mem-1-aaaa',
        '### mem-2-bbbb',
        '### Title',
      ),
    },
    { weight: 3, arbitrary: fc.nat(99).map((n) => `> word${n}`) },
    { weight: 2, arbitrary: fc.nat(99).map((n) => `word${n}`) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '>',
        '<!-- tags: x | created: 2025-01-20 -->',
        '<!-- other -->',
        '# Memories',
        '# Else',
      ),
    },
    { weight: 1, arbitrary: anyLine },
  )

  it('loses no word of any file, and settles after one rewrite', () => {
    fc.assert(
      fc.property(fc.array(anyFileLine, { maxLength: 25 }), (lines) => {
        const { blocks, kept } = parseMemories(lines.join('\n'))
        const all = JSON.stringify([blocks, kept])
        for (const [word] of lines.join('\n').matchAll(/word\d+/g)) expect(all).toContain(word)
        const memories = blocks.map(memoryOf)
        const written = renderMemories(memories, { kept })
        const again = parseMemories(written)
        expect(again.blocks.map((block) => block.body).toSorted()).toEqual(
          memories.map((memory) => memory.body).toSorted(),
        )
        expect(renderMemories(memories, { kept: again.kept })).toBe(written)
      }),
      runs(250),
    )
  })
})

/** The id that a table row's text names, so that rows only say what is special about them. */
function idOf(text: string): { id?: string } {
  return text.startsWith('### mem-1-aaaa') ? { id: 'mem-1-aaaa' } : {}
}
