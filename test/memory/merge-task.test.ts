import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../helpers/runs.js'
import { parseInsights, renderInsights } from '../../src/memory/insights.js'
import { type Json, mergeJson } from '../../src/memory/merge-json.js'
import { mergeTaskFile } from '../../src/memory/merge-task.js'
import { parseProgress, renderProgress } from '../../src/memory/task-progress.js'
import { anyChange, mergeFiles, treeOf, withChanges } from './tasks.js'
import type { Files } from './tasks.js'

const anyChanges = fc.array(anyChange, { maxLength: 4 })
const anySides = fc.record({ first: anyChanges, mine: anyChanges, other: anyChanges }).map((changes) => {
  const base: Files = withChanges(new Map(), changes.first)
  return { base, ours: withChanges(base, changes.mine), theirs: withChanges(base, changes.other) }
})

describe('the merge of a prd.json', () => {
  const merged = (base: string, one: string | undefined, other: string | undefined): string | undefined => {
    const text = mergeTaskFile('prd.json', { base, ours: one, theirs: other })
    expect(mergeTaskFile('prd.json', { base, ours: other, theirs: one })).toBe(text)
    return text
  }

  it('stays removed when the other side has only laid it out anew', () => {
    expect(merged('{"a":1}', undefined, '{ "a": 1 }')).toBeUndefined()
    expect(merged('{"a":1}', undefined, '{ "a": 2 }')).toBe('{\n  "a": 2\n}\n')
  })

  it('has the value of the side that says when it was updated', () => {
    const dated = '{"a":"b","updated":"2025-01-21T12:00:00Z"}'
    expect(JSON.parse(merged('{"a":"a"}', dated, '{"a":"z"}')!)).toMatchObject({ a: 'b' })
  })

  it('can be of any kind of JSON', () => {
    expect(merged('{}', 'null', '{"a":1}')).toBe('{\n  "a": 1\n}\n')
  })
})

describe('the merge of the files of a task', () => {
  it('does not depend on which side is ours', () => {
    fc.assert(
      fc.property(anySides, ({ base, ours, theirs }) => {
        expect(treeOf(mergeFiles(base, ours, theirs))).toEqual(treeOf(mergeFiles(base, theirs, ours)))
      }),
      runs(400),
    )
  })

  it('changes nothing when it is done again', () => {
    fc.assert(
      fc.property(anySides, ({ base, ours, theirs }) => {
        const merged = mergeFiles(base, ours, theirs)
        expect(treeOf(mergeFiles(ours, merged, ours))).toEqual(treeOf(merged))
        expect(treeOf(mergeFiles(theirs, theirs, merged))).toEqual(treeOf(merged))
      }),
      runs(200),
    )
  })

  it('loses no entry, pattern or insight that one side added', () => {
    fc.assert(
      fc.property(anySides, ({ base, ours, theirs }) => {
        const merged = mergeFiles(base, ours, theirs)
        const progressOf = (files: Files) => parseProgress(files.get('progress.txt') ?? '')
        const contentsOf = (files: Files) =>
          parseInsights(files.get('memory/insights.json') ?? '[]').map(({ content }) => content)
        for (const side of [ours, theirs]) {
          for (const part of ['entries', 'patterns'] as const) {
            const before = progressOf(base)[part]
            const added = progressOf(side)[part].filter((one) => !before.includes(one))
            expect(progressOf(merged)[part]).toEqual(expect.arrayContaining(added))
          }
          const old = contentsOf(base)
          const fresh = contentsOf(side).filter((one) => !old.includes(one))
          expect(contentsOf(merged)).toEqual(expect.arrayContaining(fresh))
        }
      }),
      runs(250),
    )
  })

  it('unites what two sides noted, in order of time', () => {
    const entry = (n: number): string => `\n## [2025-01-0${n}] - US-${n}\n- did ${n}\n---\n`
    const head = '## Codebase Patterns\n- a\n---\n'
    const merged = mergeTaskFile('progress.txt', {
      base: head + entry(1),
      ours: `## Codebase Patterns\n- a\n- c\n---\n${entry(1)}${entry(3)}`,
      theirs: `## Codebase Patterns\n- a\n- b\n---\n${entry(1)}${entry(2)}`,
    })
    expect(merged).toBe(`## Codebase Patterns\n- a\n- b\n- c\n---\n${entry(1)}${entry(2)}${entry(3)}`)
  })

  it('keeps what was added to a file that the other side took away, and nothing else', () => {
    const base = '## Codebase Patterns\n- a\n---\n\n## [1] - US-1\n- x\n---\n'
    const theirs = `${base}\n## [2] - US-2\n- y\n---\n`
    expect(mergeTaskFile('progress.txt', { base, ours: undefined, theirs })).toBe(
      '## Codebase Patterns\n---\n\n## [2] - US-2\n- y\n---\n',
    )
    expect(mergeTaskFile('progress.txt', { base, ours: undefined, theirs: base })).toBeUndefined()
  })

  it('merges a prd.json story by story and field by field', () => {
    const prd = (...userStories: Json[]): Json => ({ project: 'p', userStories })
    const [one, two] = [
      { id: 'US-1', passes: false, notes: '' },
      { id: 'US-2', passes: false },
    ]
    expect(
      mergeJson(
        prd(one, two),
        prd({ ...one, passes: true }, two),
        prd({ ...one, notes: 'slow' }, two, { id: 'US-3' }),
      ),
    ).toEqual(prd({ ...one, passes: true, notes: 'slow' }, two, { id: 'US-3' }))
  })

  it('leaves nothing of a file that one side took away and the other only made shorter', () => {
    const base = '## Codebase Patterns\n- a\n---\n\n## [1] - US-1\n- x\n---\n'
    const theirs = '## Codebase Patterns\n- a\n---\n'
    expect(mergeTaskFile('progress.txt', { base, ours: undefined, theirs })).toBeUndefined()
    expect(mergeTaskFile('progress.txt', { base, ours: theirs, theirs: undefined })).toBeUndefined()
    const [one, two] = [
      { id: 'ins-000a', content: 'one' },
      { id: 'ins-000b', content: 'two' },
    ]
    const [both, fewer] = [[one, two], [one]].map((list) => JSON.stringify(list))
    const insights = (ours?: string, theirs?: string) =>
      mergeTaskFile('memory/insights.json', { base: both, ours, theirs })
    expect(insights(fewer, undefined)).toBeUndefined()
    expect(insights(undefined, fewer)).toBeUndefined()
  })

  it('leaves a file that both sides emptied, each of its half, as a file', () => {
    const [one, two] = [
      { id: 'ins-000a', content: 'one' },
      { id: 'ins-000b', content: 'two' },
    ]
    const [base, ours, theirs] = [[one, two], [one], [two]].map((list) => JSON.stringify(list))
    expect(mergeTaskFile('memory/insights.json', { base, ours, theirs })).toBe('[]\n')
    const progress = (...patterns: string[]) =>
      `## Codebase Patterns\n${patterns.map((pattern) => `- ${pattern}\n`).join('')}---\n`
    expect(
      mergeTaskFile('progress.txt', {
        base: progress('a', 'b'),
        ours: progress('a'),
        theirs: progress('b'),
      }),
    ).toBe(progress())
  })

  for (const name of ['prd.json', 'task.json'] as const) {
    const file = (value: Json) => JSON.stringify(value)
    const merge = (base: string | undefined, ours: string | undefined, theirs: string | undefined) => {
      const merged = mergeTaskFile(name, { base, ours, theirs })
      expect(mergeTaskFile(name, { base, ours: theirs, theirs: ours })).toBe(merged)
      return merged
    }

    it(`takes the value of a ${name} that says it was updated later`, () => {
      const [early, late] = [
        { status: 'z', updated: '2025-01-01T00:00:00Z' },
        { status: 'a', updated: '2025-01-02T00:00:00Z' },
      ]
      expect(JSON.parse(merge(file({ status: 'm' }), file(early), file(late))!)).toEqual(late)
    })

    it(`merges a ${name} that does not say when, whatever it holds`, () => {
      expect(merge(file({ a: 1 }), file({ a: 2 }), file({ a: 3 }))).toBe('{\n  "a": 3\n}\n')
      expect(merge(undefined, file({ a: 1 }), file({ b: 1 }))).toBe('{\n  "a": 1,\n  "b": 1\n}\n')
      expect(merge(file({ updated: 'x' }), file({ updated: 9, v: 1 }), file({ updated: 10, v: 2 }))).toBe(
        '{\n  "updated": 9,\n  "v": 2\n}\n',
      )
    })

    it(`keeps a ${name} that one side changed and the other took away`, () => {
      expect(merge(file({ a: 1 }), undefined, file({ a: 2 }))).toBe('{\n  "a": 2\n}\n')
      expect(merge(file({ a: 1 }), undefined, file({ a: 1 }))).toBeUndefined()
    })
  }

  it('takes a key called __proto__ for what it is', () => {
    const [a, b] = ['{"__proto__":{"x":1},"a":1}', '{"b":2}'].map((text) => JSON.parse(text) as Json)
    expect(JSON.stringify(mergeJson({}, a, b))).toBe('{"__proto__":{"x":1},"a":1,"b":2}')
    expect(({} as { x?: number }).x).toBeUndefined()
  })
})

describe('progress.txt', () => {
  const seed = `## Codebase Patterns
- Use \`sql<number>\` template for aggregations
- Always use \`IF NOT EXISTS\` for migrations
---

## [2025-01-21 10:00] - US-1
Thread: https://example.com/threads/1
- What was implemented
- Files changed
- **Learnings for future iterations:**
  - Patterns discovered
  - Gotchas encountered
---
`

  it('is written as the specification has it', () => {
    expect(renderProgress(parseProgress(seed))).toBe(seed)
  })

  it('keeps what stands where nobody expects it', () => {
    const odd = `# Ralph Log\nStarted: today\n\n${seed}\ntext after the rule\n\n## Notes\n\`\`\`md\n## not a heading\n---\n\`\`\`\n---\nmore\n`
    const parsed = parseProgress(odd)
    expect(parsed.preamble).toBe('# Ralph Log\nStarted: today')
    expect(parsed.entries).toHaveLength(2)
    const rendered = renderProgress(parsed)
    for (const line of odd.split('\n').filter((text) => text.trim() !== '')) expect(rendered).toContain(line)
    expect(renderProgress(parseProgress(rendered))).toBe(rendered)
  })

  it('is the same after reading and writing it once, whatever it holds, and loses no word', () => {
    const anyLine = fc.oneof(
      fc.constantFrom(
        '---',
        '## Codebase Patterns',
        '## [1] - x',
        '- a',
        '  - b',
        '```',
        '',
        '# top',
        'text',
      ),
      fc.string({ maxLength: 8 }),
    )
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 12 }), (lines) => {
        const once = renderProgress(parseProgress(lines.join('\n')))
        expect(renderProgress(parseProgress(once))).toBe(once)
        for (const line of lines.filter((text) => /^\w+$/.test(text))) expect(once).toContain(line)
      }),
      {
        ...runs(250),
        examples: [
          [['## Codebase Patterns', '!', '```', '---', '```']],
          [['## Codebase Patterns', '```', '---', 'x']],
        ],
      },
    )
  })
})

describe('insights.json', () => {
  it('takes mere texts, and gives the same text the same id everywhere', () => {
    const [first] = parseInsights('["Use pnpm."]')
    expect(first).toMatchObject({ type: 'pattern', content: 'Use pnpm.', tags: [] })
    expect(parseInsights('[{"content":"use  pnpm","type":"fix"}]')[0]!.id).toBe(first!.id)
  })

  it('keeps what it does not know', () => {
    const text = '[{"content":"x","severity":3}]'
    expect(renderInsights(parseInsights(text))).toContain('"severity": 3')
  })

  it('says what is wrong with a list that cannot be read', () => {
    expect(() => parseInsights('{"a":1}')).toThrow('insights.json is no JSON list')
    expect(() => parseInsights('["a", {}]')).toThrow('number 2 has no content')
    expect(() => parseInsights('[')).toThrow('is not JSON')
  })
})
