import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { guardrailsFormat, parseGuardrails, renderGuardrails } from '../../src/memory/guardrails.js'
import { guardrailIdOf, isMemoryId, plainIdOf, stylesOf } from '../../src/memory/id.js'
import type { Memory } from '../../src/memory/memory.js'

const memory = (id: string, fields: Partial<Memory>): Memory => ({
  id,
  type: 'fix',
  tags: [],
  created: '2024-01-20T10:00:00Z',
  body: 'text',
  ...fields,
})

const SEED = `# Guardrails

## Fixes
### fix-1737372000-a1b2
> npm test fails: run npm build first
<!-- tags: build, test | created: 2024-01-20 -->

## Decisions
### decision-1737372100-b2c3
> Chose TailwindCSS over styled-components for bundle size
<!-- tags: css, performance | created: 2024-01-20 -->

## Patterns
### pattern-1737372200-c3d4
> All API handlers return { success: boolean, data?: T }
<!-- tags: api, types | created: 2024-01-20 -->
`

describe('ids in two styles', () => {
  it('lists every style, the one given first', () => {
    const styles = stylesOf('fix-1-abcd')
    expect(styles[0]).toBe('fix-1-abcd')
    expect(styles.toSorted()).toEqual(
      ['context', 'decision', 'fix', 'mem', 'pattern'].map((style) => `${style}-1-abcd`),
    )
    expect(styles.every(isMemoryId)).toBe(true)
  })

  it('turns one into the other', () => {
    expect(plainIdOf('decision-1737372100-b2c3')).toBe('mem-1737372100-b2c3')
    expect(guardrailIdOf({ id: 'mem-1737372100-b2c3', type: 'decision' })).toBe('decision-1737372100-b2c3')
  })
})

describe('renderGuardrails', () => {
  it('writes the format as it is described', () => {
    const { blocks } = parseGuardrails(SEED)
    const memories = blocks.map((block) => ({
      ...block,
      id: plainIdOf(block.id!),
      created: `${block.created}T00:00:00Z`,
    }))
    expect(renderGuardrails(memories)).toBe(SEED)
  })

  it('keeps empty sections, so that the format is recognised', () => {
    expect(renderGuardrails([])).toBe('# Guardrails\n\n## Fixes\n\n## Decisions\n\n## Patterns\n')
    expect(guardrailsFormat(renderGuardrails([]))).toBe('structured')
  })

  it('gives context a section of its own', () => {
    const text = renderGuardrails([memory('mem-1-aaaa', { type: 'context', body: 'two crates' })])
    expect(text).toContain('\n## Context\n### context-1-aaaa\n> two crates\n')
    expect(parseGuardrails(text).blocks).toMatchObject([{ type: 'context', body: 'two crates' }])
  })

  it('does not give two memories one id', () => {
    const text = renderGuardrails([memory('mem-1-aaaa', { body: 'a' }), memory('fix-1-aaaa', { body: 'b' })])
    expect(parseGuardrails(text).blocks.map(({ id, body }) => [id, body])).toEqual(
      expect.arrayContaining([
        ['mem-1-aaaa', 'a'],
        ['fix-1-aaaa', 'b'],
      ]),
    )
  })
})

describe('guardrailsFormat', () => {
  it.each([
    ['## Fixes\n', 'structured'],
    ['x\n## Decisions', 'structured'],
    ['## Patterns', 'structured'],
    ['### Sign: x', 'legacy'],
    ['## Fixes\n### Sign: x', 'structured'],
    ['# Guardrails\n', 'none'],
    ['say `## Fixes`', 'none'],
  ])('%j is %s', (text, format) => {
    expect(guardrailsFormat(text)).toBe(format)
  })
})

describe('signs', () => {
  it('take the day they were added, and tags', () => {
    const text =
      '### Sign: No force\r\n- **Trigger**: push\r\n- **Added after**: Iteration 2 (2026-01-31)\r\n<!-- tags: Git -->\r\n'
    expect(parseGuardrails(text).blocks).toEqual([
      {
        title: 'No force',
        type: 'fix',
        body: '- **Trigger**: push\n- **Added after**: Iteration 2 (2026-01-31)',
        tags: ['git'],
        created: '2026-01-31',
        line: 1,
      },
    ])
  })

  it('keep code that looks like a heading', () => {
    const text = '### Sign: a\n```\n# no heading\n```\n- more\n### Sign: b\n- last\n'
    expect(parseGuardrails(text).blocks.map(({ body }) => body)).toEqual([
      '```\n# no heading\n```\n- more',
      '- last',
    ])
  })

  it('end at the next heading when a fence never ends', () => {
    expect(parseGuardrails('### Sign: a\n```\nx\n### Sign: b\n- y\n').blocks).toHaveLength(2)
  })

  it('stand beside structured memories', () => {
    const { blocks } = parseGuardrails(`${SEED}\n### Sign: Old\n- **Instruction**: keep me\n`)
    expect(blocks).toHaveLength(4)
    expect(blocks.at(-1)).toMatchObject({ title: 'Old', type: 'pattern' })
  })

  it('that are a heading alone say what it says', () => {
    expect(parseGuardrails('### Sign: Never push on Friday\n').blocks).toMatchObject([
      { body: 'Never push on Friday' },
    ])
  })

  it('read any text', () => {
    const line = fc.constantFrom(
      '### Sign: a',
      '## Fixes',
      '> q',
      '```',
      '- x',
      '',
      '# h',
      '<!-- tags: a -->',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(line, fc.string())), (lines) => {
        const { blocks } = parseGuardrails(lines.join('\n'))
        expect(blocks.every(({ body }) => body.trim() !== '')).toBe(true)
      }),
    )
  })
})
