/** The commands of knowledge, as processes. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runBin } from '../helpers/bin.js'
import { makeRepo } from '../helpers/repo.js'

const ADD = ['know', 'add', '--title', 'SQLite WAL mode', '--tags', 'Database,wal', '--feature', 'storage']

describe('git ralph know', () => {
  it('adds, lists, shows, matches, edits and forgets', () => {
    const { dir: cwd } = makeRepo()
    const run = (...args: string[]) => runBin(['know', ...args], { cwd })
    expect(runBin([...ADD, 'Enable', 'it.'], { cwd })).toEqual({
      code: 0,
      out: '📚 Article stored: sqlite-wal-mode\n',
      err: '',
    })
    expect(runBin([...ADD, '-', '--format', 'quiet'], { cwd, input: 'Better.\n' }).out).toBe(
      'sqlite-wal-mode\n',
    )
    expect(runBin([...ADD, 'Better.'], { cwd }).out).toBe('📚 Article already known: sqlite-wal-mode\n')
    expect(run('list').out).toMatch(
      /^SLUG +CREATED +TAGS +TITLE\nsqlite-wal-mode +\S+ +database, wal +SQLite WAL mode\n$/,
    )
    expect(run('show', 'sqlite').out).toMatch(
      /^sqlite-wal-mode\ntitle: SQLite WAL mode\ntags: database, wal\nfeature: storage\n/,
    )
    expect(run('show', 'sqlite', '--format', 'markdown').out).toMatch(/^---\ntitle: "SQLite WAL mode"\n/)
    expect(run('match', '--task-title', 'wal', '--path', 'src/database/x.ts').out).toMatch(
      /^SCORE +SLUG.*\n +3 +sqlite-wal-mode /,
    )
    expect(run('match', '--task-description', 'wal', '--format', 'markdown').out).toMatch(
      /^## Project Knowledge\n\n### SQLite WAL mode\n_Tags: database, wal_\n\nBetter\.\n$/,
    )
    expect(run('match', '--task-title', 'nothing').out).toBe('no articles\n')
    expect(run('edit', 'sqlite', '--add-tag', 'Locks').out).toBe('✏️  Article changed: sqlite-wal-mode\n')
    expect(run('forget', 'sqlite').out).toBe('🗑️  Forgotten: sqlite-wal-mode  SQLite WAL mode\n')
    expect(run('list')).toEqual({ code: 0, out: 'no articles\n', err: '' })
  })

  it('speaks JSON', () => {
    const { dir: cwd } = makeRepo()
    const json = (...args: string[]): unknown =>
      JSON.parse(runBin([...args, '--format', 'json'], { cwd }).out)
    const article = {
      slug: 'sqlite-wal-mode',
      title: 'SQLite WAL mode',
      content: 'Enable it.',
      tags: ['database', 'wal'],
      feature: 'storage',
      created_at: expect.stringMatching(/Z$/) as string,
    }
    expect(json(...ADD, 'Enable it.')).toEqual({
      version: 1,
      kind: 'article-stored',
      outcome: 'stored',
      branch: 'main',
      article,
    })
    expect(json('know', 'list')).toEqual({
      version: 1,
      kind: 'articles',
      branch: 'main',
      articles: [article],
    })
    expect(json('know', 'show', 'sqlite')).toEqual({ version: 1, kind: 'article', article })
    expect(json('know', 'match', '--task-title', 'WAL')).toMatchObject({
      kind: 'articles-matched',
      left: 0,
      matches: [{ ...article, score: 2, matched: { task: ['wal'], feature: [], paths: [] } }],
    })
    expect(json('know', 'edit', 'sqlite', '--feature', '')).toMatchObject({
      kind: 'article-edited',
      changed: true,
    })
    expect(json('know', 'forget', 'sqlite', '--dry-run')).toMatchObject({
      kind: 'articles-forgotten',
      dryRun: true,
      articles: [{ slug: 'sqlite-wal-mode' }],
    })
  })

  it.each([
    [['know', 'add', 'text'], 'error: an article needs a title\n'],
    [['know', 'add', '--title', 'T', 'text'], 'error: an article needs at least one tag\n'],
    [['know', 'add', '--title', 'T', '--tags', 'a'], 'error: nothing to store: the article is empty\n'],
    [['know', 'lsit'], "error: 'know lsit' is not a git-ralph command\nhint: did you mean 'know list'?\n"],
    [['knwo', 'list'], "error: 'knwo' is not a git-ralph command\nhint: did you mean 'know'?\n"],
  ])('refuses %j and says what to type', (args, err) => {
    const ran = runBin(args, { cwd: makeRepo().dir })
    expect({ code: ran.code, out: ran.out }).toEqual({ code: 2, out: '' })
    expect(ran.err.startsWith(err)).toBe(true)
    expect(ran.err).toContain('hint: ')
  })

  it('without a second word lists what it can do', () => {
    expect(runBin(['know']).out).toMatch(
      /^usage: git ralph know <command> \[options\]\n\n {2}know add +store/,
    )
  })

  it('takes mirrored files away when it is uninstalled, but not those that were changed', () => {
    const repo = makeRepo()
    repo.git('config', 'ralph.knowledgePath', '.ralph/knowledge')
    runBin([...ADD, 'Enable it.'], { cwd: repo.dir })
    runBin(['know', 'add', '--title', 'Other', '--tags', 'x', 'text'], { cwd: repo.dir })
    repo.write('.ralph/knowledge/other.md', 'changed')
    const { code, err } = runBin(['uninstall'], { cwd: repo.dir })
    expect([code, err]).toEqual([0, expect.stringContaining('other.md')])
    expect(readdirSync(join(repo.dir, '.ralph/knowledge'))).toEqual(['other.md'])
  })
})
