import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readContent } from '../../src/cli/content.js'
import { widthOf } from '../../src/memory/width.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { makeEnv, makeRepo, type TestRepo } from '../helpers/repo.js'

const LINE = 'refs/ralph-memory/main'
const messageOf = (repo: TestRepo): string => repo.git('log', '-1', '--format=%B', LINE)
const stdin = (bytes: Buffer) => ({ isTTY: false, read: () => Promise.resolve(bytes) })

describe('remember', () => {
  it('stores one file by one commit, which git finds sound', async () => {
    const repo = makeRepo()
    const { memory, outcome, branch } = await remember(repo.env(), 'start docker first', {
      type: 'fix',
      tags: [' Docker ', 'database', 'docker', ''],
    })
    expect({ outcome, branch }).toEqual({ outcome: 'stored', branch: 'main' })
    expect(memory).toMatchObject({ type: 'fix', tags: ['docker', 'database'], body: 'start docker first' })
    expect(memory.id).toMatch(/^mem-1737453600-[0-9a-f]{4}$/)
    const [path] = repo.git('ls-tree', '-r', '--name-only', LINE).trim().split('\n')
    expect(path).toMatch(new RegExp(`^memories/[0-9a-f]{2}/${memory.id}\\.md$`))
    expect(repo.git('show', `${LINE}:${path}`)).toBe(
      `---\nid: ${memory.id}\ntype: fix\ntags: [docker, database]\ncreated: '2025-01-21T10:00:00Z'\n---\nstart docker first\n`,
    )
    expect(repo.git('rev-list', '--count', LINE).trim()).toBe('1')
    repo.git('fsck', '--strict')
  })

  it.each(['pattern', 'decision', 'fix', 'context'] as const)('stores a %s', async (type) => {
    const repo = makeRepo()
    expect((await remember(repo.env(), 'text', { type })).memory.type).toBe(type)
  })

  it('takes a pattern for granted', async () => {
    expect((await remember(makeRepo().env(), 'text')).memory.type).toBe('pattern')
  })

  it('answers with the existing id for the same text, whatever its case, spaces and full stop', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const first = await remember(env, 'Use barrel exports', { tags: ['imports'] })
    env.tick(60)
    const exact = await remember(env, 'Use barrel exports', { tags: ['imports'] })
    expect(exact).toMatchObject({ outcome: 'known', memory: first.memory })
    expect(repo.git('rev-list', '--count', LINE).trim()).toBe('1')
    const loose = await remember(env, '  use   BARREL exports. ', { tags: ['structure'], type: 'fix' })
    expect(loose).toMatchObject({
      outcome: 'updated',
      memory: { id: first.memory.id, body: 'Use barrel exports', tags: ['imports', 'structure'] },
    })
    expect((await list(env)).memories).toHaveLength(1)
  })

  it('draws a hundred different ids in one second', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const ids = new Set<string>()
    for (let n = 0; n < 100; n++) ids.add((await remember(env, `memory number ${n}`)).memory.id)
    expect(ids.size).toBe(100)
    expect(repo.git('ls-tree', '-r', '--name-only', LINE).trim().split('\n')).toHaveLength(100)
  })

  it('draws again while ids are taken, also when the generator repeats itself', async () => {
    const env = makeRepo().env({ random: (n) => new Uint8Array(n) })
    const first = await remember(env, 'one')
    const second = await remember(env, 'two')
    expect([first.memory.id, second.memory.id]).toEqual(['mem-1737453600-0000', 'mem-1737453601-0000'])
  })

  it.each(['long words '.repeat(20), '메모리를 브랜치에 저장한다 '.repeat(10), '🚀'.repeat(60)])(
    'keeps the subject within 72 columns: %s',
    async (content) => {
      const repo = makeRepo()
      await remember(repo.env(), content, { type: 'fix' })
      const subject = repo.git('log', '-1', '--format=%s', LINE).trim()
      expect(subject).toMatch(/^remember fix: .*[^ ]…$/u)
      expect(widthOf(subject)).toBeLessThanOrEqual(72)
      expect(widthOf(subject)).toBeGreaterThan(65)
    },
  )

  it('records the code, the branch, the agent, its session and task', async () => {
    const repo = makeRepo()
    const env = repo.env()
    Object.assign(env.vars, { RALPH_AGENT: 'claude\ncode', RALPH_SESSION: 's-1', RALPH_TASK: 'T-9' })
    await remember(env, 'text')
    const head = repo.git('rev-parse', 'HEAD').trim()
    expect(messageOf(repo)).toBe(
      `remember pattern: text\n\nRalph-Code: ${head}\nRalph-Branch: main\nRalph-Agent: claude code\nRalph-Session: s-1\nRalph-Task: T-9\n\n`,
    )
    expect(repo.git('log', '-1', '--format=%(trailers:key=Ralph-Session,valueonly)', LINE).trim()).toBe('s-1')
  })

  it.each([
    [{ CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 'c' }, 'claude-code', 'c'],
    [{ AI_AGENT: 'claude-code_2-1_agent' }, 'claude-code', ''],
    [{ CODEX_THREAD_ID: 't' }, 'codex', 't'],
    [{ GEMINI_CLI: '1' }, 'gemini', ''],
    [{}, '', ''],
  ])('knows the agent from %j', async (vars, agent, session) => {
    const repo = makeRepo()
    const env = repo.env()
    Object.assign(env.vars, vars)
    await remember(env, 'text')
    const trailer = (key: string): string =>
      repo.git('log', '-1', `--format=%(trailers:key=${key},valueonly)`, LINE).trim()
    expect([trailer('Ralph-Agent'), trailer('Ralph-Session')]).toEqual([agent, session])
  })

  it('works before the first commit, without naming one', async () => {
    const repo = makeRepo({})
    await remember(repo.env(), 'text')
    expect(messageOf(repo)).toBe('remember pattern: text\n\nRalph-Branch: main\n\n')
  })

  it('cleans a title and makes it one line', async () => {
    const { memory } = await remember(makeRepo().env(), 'text', { title: ' A\n\u001b[31mred\u202e title ' })
    expect(memory.title).toBe('A [31mred title')
    expect((await remember(makeRepo().env(), 'text', { title: ' ' })).memory).not.toHaveProperty('title')
  })

  it.each([
    ['', 'bad-content', 'nothing to remember: the content is empty'],
    [' \n\t ', 'bad-content', 'nothing to remember: the content is empty'],
    [
      'x'.repeat(1 << 20),
      'bad-content',
      'the content has 1048576 bytes, more than the 65536 a memory may have',
    ],
  ])('refuses content it cannot store', async (content, code, text) => {
    const repo = makeRepo()
    const error = await remember(repo.env(), content).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ code, message: text, exitCode: 2 })
    expect(repo.git('for-each-ref', 'refs/ralph-memory')).toBe('')
  })

  it('refuses an unknown type', async () => {
    await expect(remember(makeRepo().env(), 'text', { type: 'bug' as never })).rejects.toMatchObject({
      code: 'bad-usage',
      hint: 'types are pattern, decision, fix, context',
    })
  })

  it('leaves index, work tree and HEAD as they were', async () => {
    const repo = makeRepo({ 'a.txt': 'a\n', 'b.txt': 'b\n' })
    repo.write('a.txt', 'changed\n')
    repo.write('c.txt', 'staged\n')
    repo.git('add', 'c.txt')
    const before = [repo.git('status', '--porcelain'), repo.git('ls-files', '--stage', '--debug')]
    expect(before[0]).toContain('A  c.txt')
    await remember(repo.env(), 'text')
    expect([repo.git('status', '--porcelain'), repo.git('ls-files', '--stage', '--debug')]).toEqual(before)
  })
})

describe('where remember writes', () => {
  it('forks the line of a new branch from its base on the first write', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'known on main')
    repo.git('checkout', '-q', '-b', 'feature/login')
    expect((await list(env)).memories).toHaveLength(1)
    expect((await remember(env, 'known on the branch')).branch).toBe('feature/login')
    expect(repo.git('merge-base', LINE, 'refs/ralph-memory/feature%2Flogin')).toBe(
      repo.git('rev-parse', LINE),
    )
    expect((await list(env)).memories).toHaveLength(2)
    expect((await list(env, { line: 'main' })).memories).toHaveLength(1)
  })

  it("stores on the base's line with shared", async () => {
    const repo = makeRepo()
    const env = repo.env()
    repo.git('checkout', '-q', '-b', 'topic')
    expect(await remember(env, 'for everybody', { shared: true })).toMatchObject({ branch: 'main' })
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/ralph-memory').trim()).toBe(LINE)
  })

  it('stores on the line of another branch', async () => {
    const repo = makeRepo()
    repo.git('branch', 'other')
    expect(await remember(repo.env(), 'text', { line: 'other' })).toMatchObject({ branch: 'other' })
    expect(repo.git('for-each-ref', '--format=%(refname)', 'refs/ralph-memory').trim()).toBe(
      'refs/ralph-memory/other',
    )
  })

  it('makes no line for a branch that does not exist', async () => {
    const repo = makeRepo()
    await expect(remember(repo.env(), 'text', { line: 'mian' })).rejects.toMatchObject({
      code: 'line-not-found',
      message: "there is no branch 'mian', nor a memory line of that name",
    })
    expect(repo.git('for-each-ref', 'refs/ralph-memory')).toBe('')
  })
})

describe('the content of a memory', () => {
  it('is read from standard input or a file, or is what was typed', async () => {
    const { dir } = makeRepo()
    writeFileSync(join(dir, 'note.txt'), 'from a file\n')
    const env = makeEnv(dir, { stdin: stdin(Buffer.from('from stdin\n')) })
    expect(await readContent(env, ['-'], undefined)).toBe('from stdin\n')
    expect(await readContent(env, [], '-')).toBe('from stdin\n')
    expect(await readContent(env, [], 'note.txt')).toBe('from a file\n')
    expect(await readContent(env, ['two', 'words'], undefined)).toBe('two words')
  })

  it.each([
    [Buffer.from([0x61, 0, 0x62]), 'standard input is binary, not text'],
    [Buffer.from([0x61, 0xff, 0xfe]), 'standard input is not valid UTF-8'],
  ])('is refused rather than mangled: %j', async (bytes, message) => {
    const env = makeEnv('/', { stdin: stdin(bytes) })
    await expect(readContent(env, ['-'], undefined)).rejects.toMatchObject({ code: 'bad-content', message })
  })

  it.each([
    [[], 'absent.txt', "there is no file 'absent.txt'"],
    [[], '.', "'.' is a directory"],
    [['word'], 'note.txt', 'the content is given twice: as words and with --file'],
  ])('cannot come from %j and %s', async (words, file, message) => {
    const { dir } = makeRepo()
    await expect(readContent(makeEnv(dir), words, file)).rejects.toMatchObject({ code: 'bad-usage', message })
  })
})
