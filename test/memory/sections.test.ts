import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTopic } from '../../src/memory/claude-memory.js'
import { parseProgress } from '../../src/memory/progress.js'
import { parseSections } from '../../src/memory/sections.js'

const shown = (text: string): string[] =>
  parseSections(text).map(({ type, tags, title, body, line }) =>
    [line, type, tags.join(','), title ?? '-', body].join(' | '),
  )

describe('a file of sections', () => {
  it('becomes a memory for each item of a list, and for each other section', () => {
    const text = [
      '# Agents',
      '',
      'Be brief. Ask before you push.',
      '',
      '## Build commands',
      '',
      'Run these:',
      '- `npm test` first',
      '- then the build:',
      '  ```bash',
      '  # no heading',
      '  npm run build',
      '  ```',
      '',
      '## Architecture',
      '',
      'Two crates.',
      '',
      '- core',
      '- cli',
      '',
      '### Gotchas',
      '1. ports below 1024',
      '   need root',
      '2. no tabs',
    ].join('\n')
    expect(shown(text)).toEqual([
      '2 | context |  | Agents | Be brief. Ask before you push.',
      '8 | pattern | build-commands | - | `npm test` first',
      '9 | pattern | build-commands | - | then the build:\n```bash\n# no heading\nnpm run build\n```',
      '16 | context | architecture | Architecture | Two crates.\n\n- core\n- cli',
      '23 | fix | gotchas | - | ports below 1024\nneed root',
      '25 | fix | gotchas | - | no tabs',
    ])
  })

  it('passes over what says nothing: rules, comments, imports, dates, empty sections', () => {
    expect(
      shown(
        '# X\n\n@AGENTS.md\n<!-- generated -->\n\n## Empty\n\n---\n_Last updated: 2025-01-21 by task-003_\n',
      ),
    ).toEqual([])
  })

  it('is read whatever is in it', () => {
    const piece = fc.constantFrom(
      '# ',
      '## ',
      '- ',
      '  - ',
      '1. ',
      '```',
      '\n',
      '\n\n',
      'x',
      'y: ',
      '---',
      '<!--',
      '\r\n',
      '\ufeff',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = pieces.join('')
        for (const { body, line } of parseSections(text)) {
          expect(body.trim()).not.toBe('')
          expect(line).toBeLessThanOrEqual(text.split(/\r\n|\r|\n/).length)
        }
        parseProgress(text)
      }),
    )
  })
})

describe('progress.txt', () => {
  it('tells what was learnt, when and where, and not what was done', () => {
    const text = [
      '## Codebase Patterns',
      '- Use `sql<number>` template for aggregations',
      '- Always use `IF NOT EXISTS` for migrations',
      '---',
      '',
      '## 2025-01-21 10:30 - US-003',
      'Thread: https://example.com/threads/1',
      '- Added the endpoint',
      '- Files changed: api.ts',
      '- **Learnings for future iterations:**',
      '  - Routes are registered in one file',
      "  - Don't forget types.ts",
      '    when the API changes',
      '---',
      '## [not a date] - [US-004]',
      '- **Learnings for future iterations:**',
      '  - Nothing new',
    ].join('\n')
    expect(parseProgress(text)).toEqual([
      { type: 'pattern', tags: [], body: 'Use `sql<number>` template for aggregations', line: 2 },
      { type: 'pattern', tags: [], body: 'Always use `IF NOT EXISTS` for migrations', line: 3 },
      {
        type: 'pattern',
        tags: ['us-003'],
        created: '2025-01-21',
        body: 'Routes are registered in one file',
        line: 11,
      },
      {
        type: 'fix',
        tags: ['us-003'],
        created: '2025-01-21',
        body: "Don't forget types.ts\nwhen the API changes",
        line: 12,
      },
      { type: 'pattern', tags: ['us-004'], body: 'Nothing new', line: 17 },
    ])
  })
})

describe("a topic of Claude Code's memory", () => {
  const topic = (head: string): string =>
    `---\nname: testing\ndescription: how tests run\n${head}---\n\nReal git.\n`

  it.each([
    ['metadata:\n  type: feedback\n', 'pattern'],
    ['type: project\n', 'context'],
    ['metadata:\n  node_type: memory\n  type: reference\n', 'context'],
    ['', 'context'],
  ])('with %j becomes a %s', (head, type) => {
    expect(parseTopic(topic(head), 't.md').block).toMatchObject({
      type,
      title: 'how tests run',
      body: 'Real git.',
    })
  })

  it('stays with the person whom it is about', () => {
    expect(parseTopic(topic('metadata:\n  type: user\n'), 't.md').block).toBeUndefined()
  })
})
