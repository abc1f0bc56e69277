import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rememberArticle } from '../../../src/verbs/know/add.js'
import { editArticle } from '../../../src/verbs/know/edit.js'
import { forgetArticles } from '../../../src/verbs/know/forget.js'
import { listArticles, showArticle } from '../../../src/verbs/know/list.js'
import { knowledgeFor } from '../../../src/verbs/know/match.js'
import { list } from '../../../src/verbs/list.js'
import { remember } from '../../../src/verbs/remember.js'
import { mergeLine } from '../../helpers/conflict.js'
import { makeRepo, type TestEnv, type TestRepo } from '../../helpers/repo.js'

const LINE = 'refs/ralph-memory/main'
const wal = { title: 'SQLite WAL mode', tags: ['database', 'wal'], body: 'Enable it.\n\nAt connection time.' }

const filesOn = (repo: TestRepo, line = LINE): string[] =>
  repo.git('ls-tree', '-r', '--name-only', line).split('\n').filter(Boolean)
const slugs = async (env: TestEnv): Promise<string[]> =>
  (await listArticles(env)).entries.map(({ slug }) => slug)

describe('knowing', () => {
  it('stores an article as one commit, in the format that other tools read', async () => {
    const repo = makeRepo()
    const { slug, outcome, branch } = await rememberArticle(repo.env(), { ...wal, feature: 'storage' })
    expect({ slug, outcome, branch }).toEqual({ slug: 'sqlite-wal-mode', outcome: 'stored', branch: 'main' })
    expect(repo.git('show', `${LINE}:knowledge/sqlite-wal-mode.md`)).toBe(`---
title: "SQLite WAL mode"
tags: [database, wal]
feature: "storage"
created_at: "2025-01-21T10:00:00Z"
---

Enable it.

At connection time.
`)
    expect(repo.git('log', '-1', '--format=%s', LINE)).toBe('know: SQLite WAL mode\n')
    repo.git('fsck', '--strict')
  })

  it('lives beside memories, and neither disturbs the other', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const { memory } = await remember(env, 'a memory')
    await rememberArticle(env, wal)
    await remember(env, 'another memory')
    expect((await list(env)).memories).toHaveLength(2)
    expect((await showArticle(env, 'sqlite-wal-mode')).entry.article.body).toBe(wal.body)
    expect(filesOn(repo)).toContain(`knowledge/sqlite-wal-mode.md`)
    expect(filesOn(repo).some((path) => path.endsWith(`${memory.id}.md`))).toBe(true)
  })

  it('edits what is about the same, and keeps the text it replaced in the history', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await rememberArticle(env, wal)
    env.tick(60)
    const again = await rememberArticle(env, { title: 'WAL mode', tags: ['wal', 'sqlite'], body: 'Better.' })
    // One tag of two in common is not more than half.
    expect([again.slug, again.outcome]).toEqual(['wal-mode', 'stored'])
    const more = await rememberArticle(env, { title: 'sqlite wal MODE', tags: ['locks'], body: 'Best.' })
    expect([more.slug, more.outcome, more.article.tags]).toEqual([
      'sqlite-wal-mode',
      'updated',
      ['database', 'wal', 'locks'],
    ])
    expect(await slugs(env)).toEqual(['sqlite-wal-mode', 'wal-mode'])
    expect(repo.git('log', '-p', LINE, '--', 'knowledge')).toContain('-At connection time.')
  })

  it('writes nothing when nothing is new', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await rememberArticle(env, wal)
    const before = repo.git('rev-parse', LINE)
    env.tick(60)
    expect((await rememberArticle(env, wal)).outcome).toBe('known')
    expect(repo.git('rev-parse', LINE)).toBe(before)
  })

  it('refuses an article without tags before anything is written', async () => {
    const repo = makeRepo()
    await expect(rememberArticle(repo.env(), { ...wal, tags: [] })).rejects.toMatchObject({
      code: 'bad-content',
    })
    expect(repo.git('for-each-ref', 'refs/ralph-memory')).toBe('')
  })

  it('of two writers at once ends in one article with the tags of both', async () => {
    const repo = makeRepo()
    const added = await Promise.all(
      ['a', 'b', 'c', 'd'].map((tag) =>
        rememberArticle(repo.env(), { ...wal, tags: [tag], body: `by ${tag}` }),
      ),
    )
    expect(new Set(added.map(({ slug }) => slug))).toEqual(new Set(['sqlite-wal-mode']))
    const { entries } = await listArticles(repo.env())
    expect(entries).toHaveLength(1)
    expect(entries[0]!.article.tags.toSorted()).toEqual(['a', 'b', 'c', 'd'])
    expect(repo.git('rev-list', '--count', LINE).trim()).toBe('4')
  })

  it('waits on a ref while the line is locked, and joins it with the next command', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await rememberArticle(env, wal)
    const lock = join(repo.dir, '.git', `${LINE}.lock`)
    writeFileSync(lock, '')
    const impatient = repo.env({ vars: { ...env.vars, RALPH_WRITE_TIMEOUT: '50' } })
    const { parked } = await rememberArticle(impatient, { title: 'Other', tags: ['x'], body: 'text' })
    expect(parked).toMatch(/^refs\/ralph-memory-pending\/main\//)
    expect(filesOn(repo)).toEqual(['knowledge/sqlite-wal-mode.md'])
    rmSync(lock)
    expect(await slugs(repo.env())).toEqual(['other', 'sqlite-wal-mode'])
    expect(repo.git('for-each-ref', 'refs/ralph-memory-pending')).toBe('')
  })
})

describe('an article', () => {
  async function twoArticles(): Promise<{ repo: TestRepo; env: TestEnv }> {
    const repo = makeRepo()
    const env = repo.env()
    await rememberArticle(env, wal)
    await rememberArticle(env, {
      title: 'SQL dialects',
      tags: ['database'],
      feature: 'Storage',
      body: 'Differ.',
    })
    return { repo, env }
  }

  it.each(['sqlite-wal-mode', 'SQLITE WAL mode', 'sqli', 'SQLite W'])('is found by %s', async (typed) => {
    const { env } = await twoArticles()
    expect((await showArticle(env, typed)).entry.slug).toBe('sqlite-wal-mode')
  })

  it('is not guessed', async () => {
    const { env } = await twoArticles()
    await expect(showArticle(env, 'sql')).rejects.toMatchObject({ code: 'ambiguous-id' })
    await expect(showArticle(env, 'nothing')).rejects.toMatchObject({ code: 'memory-not-found' })
    await expect(showArticle(env, ' ')).rejects.toMatchObject({ code: 'memory-not-found' })
  })

  it('is listed by tag and by feature', async () => {
    const { env } = await twoArticles()
    const by = async (options: object): Promise<string[]> =>
      (await listArticles(env, options)).entries.map(({ slug }) => slug)
    expect(await by({})).toEqual(['sql-dialects', 'sqlite-wal-mode'])
    expect(await by({ tags: ['wal'] })).toEqual(['sqlite-wal-mode'])
    expect(await by({ feature: 'storage' })).toEqual(['sql-dialects'])
  })

  it('is edited in place: its slug stays', async () => {
    const { repo, env } = await twoArticles()
    env.tick(5)
    const { entry, changed } = await editArticle(env, 'sql-d', {
      title: 'Dialects of SQL',
      addTags: ['New'],
      feature: '',
      content: 'They differ.',
    })
    expect(changed).toBe(true)
    expect(entry).toEqual({
      slug: 'sql-dialects',
      article: {
        title: 'Dialects of SQL',
        tags: ['database', 'new'],
        createdAt: '2025-01-21T10:00:00Z',
        updated: '2025-01-21T10:00:05Z',
        body: 'They differ.',
      },
    })
    expect(filesOn(repo)).toEqual(['knowledge/sql-dialects.md', 'knowledge/sqlite-wal-mode.md'])
    await expect(editArticle(env, 'sql-d', { tags: [] })).rejects.toThrow('at least one tag')
    expect((await editArticle(env, 'sql-d', { addTags: ['new'] })).changed).toBe(false)
  })

  it('is edited in an editor, and a text that is none any more is not lost', async () => {
    const { env } = await twoArticles()
    const vars = { ...env.vars, GIT_EDITOR: 'sed -i -e s/Differ./Vary./' }
    expect((await editArticle({ ...env, vars }, 'sql-d')).entry.article.body).toBe('Vary.')
    const broken = { ...env, vars: { ...env.vars, GIT_EDITOR: 'sed -i -e /^tags/d' } }
    await expect(editArticle(broken, 'sql-d')).rejects.toMatchObject({
      message: expect.stringContaining('has no tags'),
      hint: expect.stringContaining('your text is in'),
    })
  })

  it('is forgotten, and stays in the history', async () => {
    const { repo, env } = await twoArticles()
    expect((await forgetArticles(env, ['sql-d'], { dryRun: true })).entries).toHaveLength(1)
    expect(await slugs(env)).toHaveLength(2)
    await forgetArticles(env, ['sql-d'])
    expect(await slugs(env)).toEqual(['sqlite-wal-mode'])
    expect(repo.git('show', `${LINE}~1:knowledge/sql-dialects.md`)).toContain('Differ.')
  })

  it('that somebody else broke is skipped with a warning', async () => {
    const { repo, env } = await twoArticles()
    const blob = repo.git('hash-object', '-w', 'README.md').trim()
    const tree = repo.git('rev-parse', `${LINE}:knowledge`).trim()
    writeFileSync(
      join(repo.dir, 'tree.txt'),
      `${repo.git('ls-tree', tree)}100644 blob ${blob}\tbroken.md\n120000 blob ${blob}\tlink.md\n`,
    )
    repo.git('config', 'alias.mk', '!git mktree < tree.txt')
    const knowledge = repo.git('mk').trim()
    writeFileSync(join(repo.dir, 'tree.txt'), `040000 tree ${knowledge}\tknowledge\n`)
    const top = repo.git('mk').trim()
    repo.git('update-ref', LINE, repo.git('commit-tree', top, '-p', LINE, '-m', 'hostile').trim())
    const { entries, warnings } = await listArticles(env)
    expect(entries).toHaveLength(2)
    expect(warnings.toSorted()).toEqual([
      expect.stringContaining("'knowledge/broken.md' is skipped: article 'broken' has no front matter"),
      "'knowledge/link.md' is skipped: it is not a file",
    ])
  })
})

describe('branches', () => {
  it('carry articles along, and merging joins edits of the same one', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await rememberArticle(env, { ...wal, body: 'one\ntwo\nthree' })
    repo.git('checkout', '-q', '-b', 'topic')
    env.tick(10)
    await editArticle(env, 'sqlite', { content: 'ONE\ntwo\nthree', addTags: ['topic'] })
    await rememberArticle(env, { title: 'Only here', tags: ['x'], body: 'text' })
    repo.git('checkout', '-q', 'main')
    env.tick(10)
    await editArticle(env, 'sqlite', { content: 'one\ntwo\nTHREE' })
    expect(await slugs(env)).toEqual(['sqlite-wal-mode'])
    await mergeLine(env, 'topic', 'main')
    expect(await slugs(env)).toEqual(['only-here', 'sqlite-wal-mode'])
    const { article } = (await showArticle(env, 'sqlite')).entry
    expect([article.body, article.tags]).toEqual(['ONE\ntwo\nTHREE', ['database', 'wal', 'topic']])
  })

  it('that changed the same lines keep both texts, whichever way they are merged', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await rememberArticle(env, wal)
    repo.git('checkout', '-q', '-b', 'topic')
    env.tick(10)
    await editArticle(env, 'sqlite', { content: 'of topic' })
    repo.git('checkout', '-q', 'main')
    env.tick(10)
    await editArticle(env, 'sqlite', { content: 'of main' })
    repo.git('update-ref', 'refs/ralph-memory/copy', LINE)
    await mergeLine(env, 'topic', 'main')
    await mergeLine(env, 'copy', 'topic')
    const tree = (line: string): string => repo.git('rev-parse', `refs/ralph-memory/${line}^{tree}`)
    expect(tree('main')).toBe(tree('topic'))
    const { entries } = await listArticles(env)
    expect(entries.map(({ slug, article }) => [slug, article.body, article.conflicts])).toEqual([
      ['sqlite-wal-mode', 'of main', undefined],
      [expect.stringMatching(/^sqlite-wal-mode-[0-9a-f]{4}$/), 'of topic', 'sqlite-wal-mode'],
    ])
    expect((await showArticle(env, 'SQLite WAL mode')).entry.slug).toBe('sqlite-wal-mode')
    await mergeLine(env, 'topic', 'main')
    expect(tree('main')).toBe(tree('topic'))
    repo.git('fsck', '--strict')
  })

  it('that wrote the same title without knowing of each other end in one article', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await rememberArticle(env, { title: 'Base', tags: ['x'], body: 'text' })
    repo.git('checkout', '-q', '-b', 'topic')
    await rememberArticle(env, { ...wal, tags: ['topic'] })
    repo.git('checkout', '-q', 'main')
    await rememberArticle(env, { ...wal, tags: ['main'] })
    await mergeLine(env, 'topic', 'main')
    expect(await slugs(env)).toEqual(['base', 'sqlite-wal-mode'])
    expect((await showArticle(env, 'sqlite')).entry.article.tags).toEqual(['main', 'topic'])
  })
})

describe('what matters for a task', () => {
  it('is scored, rendered and counted within the budget', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await rememberArticle(env, { ...wal, body: 'See [[Locks]].' })
    await rememberArticle(env, { title: 'Locks', tags: ['files'], body: 'word '.repeat(300) })
    await rememberArticle(env, { title: 'Nothing to do with it', tags: ['other'], body: 'text' })
    const context = { taskTitle: 'Fix the WAL', recentPaths: ['src/database/open.ts'] }
    const whole = await knowledgeFor(env, context)
    expect(whole.matches.map(({ slug, score }) => [slug, score])).toEqual([
      ['sqlite-wal-mode', 3],
      ['locks', 2.5],
    ])
    expect(whole.text).toMatch(/^## Project Knowledge\n\n### SQLite WAL mode\n_Tags: database, wal_\n\nSee/)
    const short = await knowledgeFor(env, context, { budget: 60 })
    expect(short.entries.map(({ slug }) => slug)).toEqual(['sqlite-wal-mode'])
    expect([short.left, short.tokens <= 60]).toEqual([1, true])
    expect((await knowledgeFor(env, {})).text).toBe('')
  })

  it('is read from a cache that may be lost or damaged at any time', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await rememberArticle(env, wal)
    const cache = join(repo.dir, '.git/ralph/cache/knowledge')
    expect(await slugs(env)).toEqual(['sqlite-wal-mode'])
    const files = readdirSync(cache)
    expect(files).toContain(`${repo.git('rev-parse', `${LINE}:knowledge`).trim()}.json`)
    for (const file of files) writeFileSync(join(cache, file), '{"broken')
    expect(await slugs(env)).toEqual(['sqlite-wal-mode'])
    rmSync(cache, { recursive: true })
    expect(await slugs(env)).toEqual(['sqlite-wal-mode'])
    expect(existsSync(cache)).toBe(true)
  })
})
