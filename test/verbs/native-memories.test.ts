/** Memories of other tools, in and out. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { exportMemories } from '../../src/verbs/export.js'
import { importMemories } from '../../src/verbs/import.js'
import { installAgents } from '../../src/verbs/install.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { makeDir, makeRepo, TEST_VARS, type TestEnv, type TestRepo } from '../helpers/repo.js'

const LINE = 'refs/ralph-memory/main'

interface Home {
  repo: TestRepo
  env: TestEnv
  /** Claude Code's memory of this project. */
  memory: string
}

function makeHome(files: Record<string, string> = {}): Home {
  const repo = makeRepo()
  const home = makeDir()
  const memory = join(home, '.claude/projects', repo.dir.replace(/[^A-Za-z0-9]/g, '-'), 'memory')
  mkdirSync(memory, { recursive: true })
  for (const [name, text] of Object.entries(files)) writeFileSync(join(memory, name), text)
  return { repo, env: repo.env({ vars: { ...TEST_VARS, HOME: home } }), memory }
}

const TOPICS = {
  'MEMORY.md':
    '# Memory\n\n- [Testing](feedback_testing.md) — real git\n- [Me](user_role.md) — who\n\n## Gotchas\n\n- ports below 1024 need root\n',
  'feedback_testing.md':
    '---\nname: feedback-testing\ndescription: tests use real git\nmetadata:\n  type: feedback\n---\n\nUse real git.\n\n**Why:** fakes lied.\n',
  'user_role.md': '---\nname: user-role\ndescription: who\ntype: user\n---\n\nA pianist.\n',
  'old.md': '---js\nname: x\n',
}

const told = async (env: TestEnv): Promise<unknown[]> =>
  (await list(env)).memories.map(({ type, title, body, source }) => [type, title, body, source])

describe('import', () => {
  it("takes over Claude Code's memory, but what it knows of the person", async () => {
    const { env, repo } = makeHome(TOPICS)
    const dry = await importMemories(env, [], { from: 'claude', dryRun: true })
    expect(dry).toMatchObject({ added: 2, known: 0, dryRun: true })
    expect(repo.git('for-each-ref', LINE)).toBe('')

    const { added, memories, warnings } = await importMemories(env, [], { from: 'claude' })
    expect({ added, bodies: memories.map(({ body }) => body) }).toEqual({
      added: 2,
      bodies: dry.memories.map(({ body }) => body),
    })
    expect(warnings.join('\n')).toContain('user_role.md: it is about a person, not the project, and skipped')
    expect(await told(env)).toEqual(
      expect.arrayContaining([
        [
          'pattern',
          'tests use real git',
          'Use real git.\n\n**Why:** fakes lied.',
          'claude:feedback_testing.md',
        ],
        ['fix', undefined, 'ports below 1024 need root', 'claude:MEMORY.md'],
      ]),
    )
    expect(warnings.join('\n')).toContain("old.md: skipped: '")
    const tip = repo.git('rev-parse', LINE)
    expect(await importMemories(env, [], { from: 'claude' })).toMatchObject({ added: 0, known: 2 })
    expect(repo.git('rev-parse', LINE)).toBe(tip)
  })

  it.each([
    ['AGENTS.md', '# Rules\n\n## Conventions\n\n- no tabs\n', 'pattern', 'no tabs', 'agents:AGENTS.md'],
    ['docs/CLAUDE.md', '# Gotchas\n\n- ENOSPC\n', 'fix', 'ENOSPC', 'agents:docs/CLAUDE.md'],
    [
      'global-patterns.md',
      '# Global Codebase Patterns\n\n> found\n\n## Gotchas\n- no\n',
      'fix',
      'no',
      'agents:global-patterns.md',
    ],
    ['progress.txt', '## Codebase Patterns\n- barrels\n---\n', 'pattern', 'barrels', 'progress:progress.txt'],
    ['notes.txt', 'x\n## Codebase Patterns\n- barrels\n', 'pattern', 'barrels', 'progress:notes.txt'],
  ])('sees from %s what wrote it', async (path, text, type, body, source) => {
    const repo = makeRepo({ [path]: text })
    await importMemories(repo.env(), [path])
    expect(await told(repo.env())).toContainEqual([type, undefined, body, source])
    const tip = repo.git('rev-parse', LINE)
    expect(await importMemories(repo.env(), [path])).toMatchObject({ added: 0 })
    expect(repo.git('rev-parse', LINE)).toBe(tip)
  })

  it('believes what it is told of a file', async () => {
    const repo = makeRepo({ 'notes.md': '## Tips\n\n- ask first\n' })
    expect(await importMemories(repo.env(), ['notes.md'])).toMatchObject({ added: 0 })
    expect(await importMemories(repo.env(), ['notes.md'], { from: 'agents' })).toMatchObject({ added: 1 })
  })

  it('leaves secrets where they are, unless it is told what to do with them', async () => {
    const token = `ghp_${'a1B2c3D4e5F6'.repeat(3)}`
    const repo = makeRepo({ 'AGENTS.md': `# Rules\n\n- the token is ${token}\n- be brief\n` })
    const { added, warnings } = await importMemories(repo.env(), ['AGENTS.md'])
    expect({ added, said: warnings.join() }).toEqual({
      added: 1,
      said: expect.stringMatching(/^AGENTS\.md:3: skipped: /) as string,
    })
    expect(await importMemories(repo.env(), ['AGENTS.md'], { redact: true })).toMatchObject({ added: 1 })
    expect(JSON.stringify(await told(repo.env()))).not.toContain(token)
  })

  it('does not read what it wrote itself', async () => {
    const { repo, env } = makeHome()
    repo.write('AGENTS.md', '# Rules\n\n- be brief\n')
    await installAgents(env, ['codex'])
    expect(await importMemories(env, ['AGENTS.md'])).toMatchObject({ added: 1 })
  })

  it('says where else there is something to import', async () => {
    const { env } = makeHome(TOPICS)
    await expect(importMemories(env)).rejects.toMatchObject({ hint: 'git ralph import --from claude' })
    await expect(importMemories(env, [], { from: 'progress' })).rejects.toMatchObject({ code: 'bad-usage' })
  })
})

async function withMemories(files: Record<string, string> = {}): Promise<Home> {
  const home = makeHome(files)
  await remember(home.env, 'npm test fails: run npm build first', { type: 'fix', tags: ['build'] })
  home.env.tick(1)
  await remember(home.env, 'first\n\n<!-- git-ralph:memories end -->\n### heading', {
    type: 'decision',
    title: 'Why',
  })
  return home
}

describe.each(['agents', 'claude'] as const)('export --to %s', (to) => {
  const index = '# Mine\r\n\r\n- [Testing](t.md)'

  it('is read back without any change, here and elsewhere', async () => {
    const { repo, env } = await withMemories({ 'MEMORY.md': index })
    const tip = repo.git('rev-parse', LINE)
    const { path, text, memories } = await exportMemories(env, { to, there: true })
    expect(readFileSync(path!, 'utf8')).toBe(text)
    expect(await importMemories(env, [path!])).toMatchObject({ added: 0, known: 2, warnings: [] })
    expect(repo.git('rev-parse', LINE)).toBe(tip)
    expect(await exportMemories(env, { to, there: true })).toMatchObject({ written: false })

    const other = makeRepo({ [to === 'agents' ? 'AGENTS.md' : 'topic.md']: text })
    await importMemories(other.env(), [to === 'agents' ? 'AGENTS.md' : 'topic.md'])
    expect((await list(other.env())).memories).toEqual(memories)
  })

  it('keeps a memory that only the file knows', async () => {
    const { env } = await withMemories()
    const { path, text } = await exportMemories(env, { to, there: true })
    writeFileSync(path!, text.replace('npm test fails', 'npm test is flaky'))
    await expect(exportMemories(env, { to, there: true })).rejects.toMatchObject({ code: 'needs-decision' })
    expect(await exportMemories(env, { to, there: true, force: true })).toMatchObject({ text, written: true })
  })
})

describe('export', () => {
  it('leaves everything else in AGENTS.md as it is', async () => {
    const { repo, env } = await withMemories()
    repo.write('AGENTS.md', '# Rules\r\n\r\nno tabs')
    const { text } = await exportMemories(env, { to: 'agents', there: true, type: 'fix' })
    expect(text.startsWith('# Rules\r\n\r\nno tabs\r\n\r\n<!-- git-ralph:memories begin')).toBe(true)
    expect(text).toContain('## Fixes')
    expect(text).not.toContain('## Patterns')
  })

  it("adds one line to Claude Code's index, and keeps the rest", async () => {
    const { env, memory } = await withMemories({ 'MEMORY.md': '# Mine\n\n- [Testing](t.md)\n' })
    await exportMemories(env, { to: 'claude', there: true })
    const index = readFileSync(join(memory, 'MEMORY.md'), 'utf8')
    expect(index.startsWith('# Mine\n\n- [Testing](t.md)\n\n<!-- git-ralph:memories begin')).toBe(true)
    expect(index.match(/\(git-ralph\.md\)/g)).toHaveLength(1)
  })

  it('has no place of its own for what is rendered anyway', async () => {
    const { env } = await withMemories()
    await expect(exportMemories(env, { there: true })).rejects.toMatchObject({ code: 'bad-usage' })
  })
})
