import { describe, expect, it } from 'vitest'
import { importMemories } from '../../src/verbs/import.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { makeRepo } from '../helpers/repo.js'

const LINE = 'refs/ralph-memory/main'

const MEMORIES = `# Memories

## Patterns

### mem-1737372000-a1b2
> This codebase uses barrel exports.
>
> Each directory has an index.ts.
<!-- tags: imports, structure | created: 2025-01-20 -->

## Fixes

### mem-1737390000-g7h8
> ECONNREFUSED means PostgreSQL isn't running
<!-- tags: docker | created: 2025-01-21 -->
`

const GUARDRAILS = `# Guardrails

## Fixes
### fix-1737372000-a1b2
> npm test fails: run npm build first
<!-- tags: build, test | created: 2024-01-20 -->

## Decisions
### decision-1737372100-b2c3
> Chose TailwindCSS over styled-components for bundle size
<!-- tags: css, performance | created: 2024-01-20 -->
`

describe('import', () => {
  it('reads a memories file as one commit, with ids, tags and dates', async () => {
    const repo = makeRepo()
    repo.write('old.md', MEMORIES)
    const env = repo.env()
    expect(await importMemories(env, ['old.md'])).toMatchObject({ added: 2, known: 0, warnings: [] })
    expect((await list(env)).memories).toEqual([
      {
        id: 'mem-1737372000-a1b2',
        type: 'pattern',
        tags: ['imports', 'structure'],
        created: '2025-01-20T11:20:00Z',
        body: 'This codebase uses barrel exports.\n\nEach directory has an index.ts.',
      },
      {
        id: 'mem-1737390000-g7h8',
        type: 'fix',
        tags: ['docker'],
        created: '2025-01-21T00:00:00Z',
        body: "ECONNREFUSED means PostgreSQL isn't running",
      },
    ])
    expect(repo.git('log', '--format=%s', LINE)).toBe('import 2 memories\n')
  })

  it('reads guardrails', async () => {
    const repo = makeRepo()
    repo.write('guardrails.md', GUARDRAILS)
    const env = repo.env()
    await importMemories(env, ['guardrails.md'])
    expect((await list(env)).memories.map(({ id, type }) => [id, type])).toEqual([
      ['mem-1737372000-a1b2', 'fix'],
      ['mem-1737372100-b2c3', 'decision'],
    ])
    expect((await show(env, 'decision-1737372100-b2c3')).memory.id).toBe('mem-1737372100-b2c3')
  })

  it('keeps guardrails apart whose ids differ in the type alone', async () => {
    const repo = makeRepo()
    repo.write(
      'guardrails.md',
      '## Fixes\n### fix-1737372000-a1b2\n> one\n\n## Patterns\n### pattern-1737372000-a1b2\n> two\n',
    )
    const env = repo.env()
    await importMemories(env, ['guardrails.md'])
    expect((await show(env, 'fix-1737372000-a1b2')).memory.body).toBe('one')
    expect((await show(env, 'pattern-1737372000-a1b2')).memory.body).toBe('two')
  })

  it('reads signs, and knows them the second time', async () => {
    const repo = makeRepo()
    repo.write(
      'guardrails.md',
      '# Guardrails\n\n> Read these first.\n\n## Core Signs\n\n### Sign: Read before writing\n- **Trigger**: Before editing\n- **Instruction**: Read the file\n- **Added after**: Iteration 3\n',
    )
    const env = repo.env()
    expect(await importMemories(env, ['guardrails.md'])).toMatchObject({ added: 1 })
    expect((await list(env)).memories).toMatchObject([
      {
        type: 'fix',
        title: 'Read before writing',
        body: '- **Trigger**: Before editing\n- **Instruction**: Read the file\n- **Added after**: Iteration 3',
      },
    ])
    const tip = repo.git('rev-parse', LINE)
    expect(await importMemories(env, ['guardrails.md'])).toMatchObject({ added: 0, known: 1 })
    expect(repo.git('rev-parse', LINE)).toBe(tip)
  })

  it('looks for .ralph/agent/memories.md when no file is named', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await expect(importMemories(env)).rejects.toMatchObject({ code: 'bad-usage' })
    repo.write('.ralph/agent/memories.md', MEMORIES)
    expect(await importMemories(env)).toMatchObject({ added: 2 })
  })

  it('changes nothing the second time', async () => {
    const repo = makeRepo()
    repo.write('old.md', MEMORIES)
    repo.write('bare.md', '## Fixes\n\n> no id here\n')
    const env = repo.env()
    await importMemories(env, ['old.md', 'bare.md'])
    const tip = repo.git('rev-parse', LINE)
    expect(await importMemories(env, ['old.md', 'bare.md'])).toMatchObject({ added: 0, known: 3 })
    expect(repo.git('rev-parse', LINE)).toBe(tip)
  })

  it('adds tags to what is known by its text', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const { memory } = await remember(env, "econnrefused means postgresql isn't running", { tags: ['db'] })
    repo.write('old.md', MEMORIES)
    expect(await importMemories(env, ['old.md'])).toMatchObject({ added: 1, known: 1 })
    expect((await show(env, memory.id)).memory.tags).toEqual(['db', 'docker'])
  })

  it('gives a new id to a block whose id is taken by another text', async () => {
    const repo = makeRepo()
    repo.write('a.md', MEMORIES)
    repo.write('b.md', MEMORIES.replace('barrel exports', 'something else'))
    const env = repo.env()
    await importMemories(env, ['a.md'])
    expect(await importMemories(env, ['b.md'])).toMatchObject({ added: 1, known: 1 })
    const { memories } = await list(env)
    expect(memories).toHaveLength(3)
    expect(new Set(memories.map(({ id }) => id)).size).toBe(3)
    expect(memories.filter(({ body }) => /barrel exports|something else/.test(body))).toHaveLength(2)
  })

  it('stores the same text twice in a file once', async () => {
    const repo = makeRepo()
    repo.write('twice.md', '## Fixes\n\n> same\n\n> Same.\n<!-- tags: x | created: 2025-01-01 -->\n')
    const env = repo.env()
    expect(await importMemories(env, ['twice.md'])).toMatchObject({ added: 1, known: 1 })
    expect((await list(env)).memories).toMatchObject([{ tags: ['x'] }])
  })

  it('skips what cannot be a memory, says where, and reads the rest', async () => {
    const repo = makeRepo()
    repo.write(
      'big.md',
      `## Fixes\n\n### mem-1-aaaa\n> ${'x'.repeat(70_000)}\n\n### mem-2-bbbb\n> fine\n\n### mem-3-cccc\n`,
    )
    const env = repo.env()
    const { added, warnings } = await importMemories(env, ['big.md'])
    expect(added).toBe(1)
    expect(warnings).toEqual([
      expect.stringMatching(/^big\.md:9: '### mem-3-cccc' has no quoted content/),
      expect.stringMatching(/^big\.md:3: skipped: the content has 70000 bytes/),
    ])
  })

  it.each([
    ['absent.md', /^there is no file 'absent\.md'$/],
    ['.', /^'\.' is a directory without articles$/],
  ])('says what is wrong with %s', async (file, message) => {
    const error = await importMemories(makeRepo().env(), [file]).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code: 'bad-usage', message: expect.stringMatching(message) as string })
  })
})
