import { describe, expect, it } from 'vitest'
import { pathOf } from '../../src/memory/id.js'
import { lineRef } from '../../src/store/line/line.js'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { log } from '../../src/verbs/log.js'
import { remember } from '../../src/verbs/remember.js'
import { restore } from '../../src/verbs/restore.js'
import { makeConflict, mergeLine } from '../helpers/conflict.js'
import { makeRepo, TEST_VARS } from '../helpers/repo.js'

const subjects = (found: Awaited<ReturnType<typeof log>>): string[] =>
  found.entries.map(({ subject }) => subject)

describe('the log of a line', () => {
  it('is empty before anything was remembered', async () => {
    expect(await log(makeRepo().env())).toMatchObject({ entries: [], more: false })
  })

  it('tells newest first who wrote what on which code', async () => {
    const repo = makeRepo()
    const env = repo.env({
      vars: { ...TEST_VARS, RALPH_AGENT: 'codex', RALPH_SESSION: 's 1', RALPH_TASK: 't' },
    })
    const { memory } = await remember(env, 'one', { type: 'fix' })
    env.tick(5)
    await edit(env, memory.id, { content: 'two' })
    const found = await log(env, undefined, { texts: true })
    expect(found.entries).toMatchObject([
      { subject: 'edit fix: two', when: '2025-01-21T10:00:05Z' },
      { subject: 'remember fix: one' },
    ])
    expect(found.entries[1]).toEqual({
      commit: repo.git('rev-parse', `${lineRef('main')}~1`).trim(),
      parents: [],
      when: '2025-01-21T10:00:00Z',
      author: 'Ada Author',
      email: 'ada@example.com',
      subject: 'remember fix: one',
      code: repo.git('rev-parse', 'HEAD').trim(),
      branch: 'main',
      agent: 'codex',
      session: 's 1',
      task: 't',
      changes: [{ id: memory.id, what: 'added', after: memory }],
    })
    expect(found.entries[0]!.changes).toMatchObject([
      { what: 'changed', before: { body: 'one' }, after: { body: 'two' } },
    ])
  })

  it('stops at the number asked for and says that there is more', async () => {
    const env = makeRepo().env()
    await remember(env, 'one')
    await remember(env, 'two')
    expect(await log(env, undefined, { last: 2 })).toMatchObject({ more: false })
    const found = await log(env, undefined, { last: 1 })
    expect([subjects(found), found.more]).toEqual([['remember pattern: two'], true])
  })

  it('tells the commits of all lines, each once, when asked for everywhere', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'known to both')
    repo.git('checkout', '-q', '-b', 'topic')
    env.tick(10)
    await remember(env, 'known to the topic')
    repo.git('checkout', '-q', 'main')
    const subjects = async (everywhere: boolean): Promise<string[]> =>
      (await log(env, undefined, { everywhere })).entries.map(({ subject }) => subject)
    expect(await subjects(false)).toEqual([expect.stringContaining('known to both')])
    expect(await subjects(true)).toEqual([
      expect.stringContaining('known to the topic'),
      expect.stringContaining('known to both'),
    ])
  })

  it('shows with a merge what it brought to the line', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'one')
    repo.git('checkout', '-q', '-b', 'topic')
    env.tick(1)
    const { memory } = await remember(env, 'on the topic')
    repo.git('checkout', '-q', 'main')
    await remember(env, 'meanwhile')
    env.tick(1)
    await mergeLine(env, 'topic', 'main')
    const { entries } = await log(env)
    expect(entries[0]).toMatchObject({
      subject: 'merge topic',
      changes: [{ id: memory.id, what: 'added' }],
    })
    expect(entries).toHaveLength(4)
  })

  it('does not depend on the user’s configuration', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const { memory } = await remember(env, 'one')
    const plain = await log(env, undefined, { texts: true })
    const settings = {
      'log.showRoot': 'false',
      'log.follow': 'true',
      'log.showSignature': 'true',
      'color.ui': 'always',
      'diff.renames': 'copies',
      'core.abbrev': '5',
      'log.decorate': 'full',
    }
    for (const [key, value] of Object.entries(settings)) repo.git('config', key, value)
    expect((await log(env, undefined, { texts: true })).entries).toEqual(plain.entries)
    expect((await log(env, memory.id, { texts: true })).entries).toEqual(plain.entries)
  })

  it('keeps control characters of other people’s commits from the terminal', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'one')
    const tree = repo.git('rev-parse', `${lineRef('main')}^{tree}`).trim()
    const evil = repo
      .git(
        'commit-tree',
        tree,
        '-p',
        lineRef('main'),
        '-m',
        'a\u001b[31mred\u0001\u202e\n\nRalph-Agent: x\u001b[2J',
      )
      .trim()
    repo.git('update-ref', lineRef('main'), evil)
    expect((await log(env)).entries[0]).toMatchObject({ subject: 'a[31mred', agent: 'x[2J', changes: [] })
  })
})

describe('the log of a memory', () => {
  it('tells all of its versions and nothing else, also after it was forgotten and restored', async () => {
    const env = makeRepo().env()
    const { memory } = await remember(env, 'one')
    await remember(env, 'another')
    env.tick(1)
    await edit(env, memory.id, { content: 'two' })
    env.tick(1)
    await forget(env, [memory.id])
    const history = ['forget pattern: two', 'edit pattern: two', 'remember pattern: one']
    for (const typed of [memory.id, memory.id.slice(-4)]) {
      const found = await log(env, typed)
      expect(subjects(found)).toEqual(history)
      expect(found.entries.map(({ changes }) => changes[0]!.what)).toEqual(['forgotten', 'changed', 'added'])
    }
    env.tick(1)
    await restore(env, memory.id)
    expect(subjects(await log(env, memory.id))).toEqual(['restore pattern: two', ...history])
  })

  it('finds what came and went on a branch that was merged later', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'base')
    repo.git('checkout', '-q', '-b', 'topic')
    const { memory } = await remember(env, 'short-lived')
    env.tick(1)
    await forget(env, [memory.id])
    await remember(env, 'stays')
    repo.git('checkout', '-q', 'main')
    await remember(env, 'meanwhile')
    await mergeLine(env, 'topic', 'main')
    expect(subjects(await log(env, memory.id))).toEqual([
      'forget pattern: short-lived',
      'remember pattern: short-lived',
    ])
  })

  it('shows a merge only when it made a version of its own', async () => {
    const { env, memory, variant } = await makeConflict()
    expect((await log(env, variant)).entries).toMatchObject([
      { subject: 'merge topic', changes: [{ id: variant, what: 'added' }] },
    ])
    expect(subjects(await log(env, memory.id))).toEqual([
      'edit fix: the port is 3',
      'edit fix: the port is 2',
      'remember fix: the port is 1',
    ])
  })

  it('follows what was folded into it', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'base')
    repo.git('checkout', '-q', '-b', 'topic')
    const { memory: kept } = await remember(env, 'said twice')
    repo.git('checkout', '-q', 'main')
    env.tick(10)
    const { memory: folded } = await remember(env, 'Said twice.')
    await mergeLine(env, 'topic', 'main')
    const found = await log(env, folded.id)
    expect(found.ids).toEqual([kept.id, folded.id])
    expect(subjects(found)).toEqual(
      expect.arrayContaining(['remember pattern: Said twice.', 'remember pattern: said twice']),
    )
  })

  it('knows the history of a file that cannot be read any more', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const { memory } = await remember(env, 'one')
    const blob = repo.git('rev-parse', 'HEAD:README.md').trim()
    const [, shard, file] = pathOf(memory.id).split('/')
    const mktree = (line: string): string => {
      repo.write('.git/tree', line)
      return repo.git('-c', 'alias.mk=!git mktree < .git/tree', 'mk').trim()
    }
    const inner = mktree(`100644 blob ${blob}\t${file}\n`)
    const tree = mktree(`040000 tree ${mktree(`040000 tree ${inner}\t${shard}\n`)}\tmemories\n`)
    const broken = repo.git('commit-tree', tree, '-p', lineRef('main'), '-m', 'break it').trim()
    repo.git('update-ref', lineRef('main'), broken)
    expect((await log(env, memory.id, { texts: true })).entries).toMatchObject([
      { subject: 'break it', changes: [{ what: 'changed', before: { body: 'one' } }] },
      { subject: 'remember pattern: one' },
    ])
  })

  it('refuses what never was', async () => {
    const env = makeRepo().env()
    await remember(env, 'one')
    for (const typed of ['mem-1-0000', 'nothing', ''])
      await expect(log(env, typed)).rejects.toMatchObject({ code: 'memory-not-found' })
  })
})
