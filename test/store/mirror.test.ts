import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { afterCheckout } from '../../src/verbs/follow-git.js'
import { rememberArticle } from '../../src/verbs/know/add.js'
import { editArticle } from '../../src/verbs/know/edit.js'
import { forgetArticles } from '../../src/verbs/know/forget.js'
import { listArticles, showArticle } from '../../src/verbs/know/list.js'
import { importMemories } from '../../src/verbs/import.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'

const DIR = '.ralph/knowledge'
const LINE = 'refs/ralph-memory/main'
const article = (title: string, body: string, tags = 'x'): string =>
  `---\ntitle: "${title}"\ntags: [${tags}]\n---\n\n${body}\n`

interface Mirrored {
  repo: TestRepo
  env: TestEnv
  files(): string[]
  read(name: string): string
  /** What any command says on the side. */
  look(): Promise<string[]>
}

async function makeMirrored(): Promise<Mirrored> {
  const repo = makeRepo()
  repo.git('config', 'ralph.knowledgePath', DIR)
  const env = repo.env()
  await rememberArticle(env, { title: 'First', tags: ['a'], body: 'one\ntwo\nthree' })
  await rememberArticle(env, { title: 'Second', tags: ['b'], body: 'second' })
  return {
    repo,
    env,
    files: () => readdirSync(join(repo.dir, DIR)).toSorted(),
    read: (name) => readFileSync(join(repo.dir, DIR, name), 'utf8'),
    look: async () => (await listArticles(env)).warnings,
  }
}

const tip = (repo: TestRepo): string => repo.git('rev-parse', LINE)
const bodyOf = async (env: TestEnv, slug: string): Promise<string> =>
  (await showArticle(env, slug)).entry.article.body

describe('mirrored articles', () => {
  it('are off unless asked for', async () => {
    const repo = makeRepo()
    await rememberArticle(repo.env(), { title: 'First', tags: ['a'], body: 'text' })
    expect(existsSync(join(repo.dir, '.ralph'))).toBe(false)
  })

  it('are written after each change, as they are stored, out of sight of git status', async () => {
    const { repo, env, files, read } = await makeMirrored()
    expect(files()).toEqual(['first.md', 'second.md'])
    expect(read('first.md')).toBe(repo.git('show', `${LINE}:knowledge/first.md`))
    await editArticle(env, 'second', { content: 'changed' })
    expect(read('second.md')).toContain('changed')
    await forgetArticles(env, ['second'])
    expect(files()).toEqual(['first.md'])
    expect(repo.git('status', '--porcelain', '-uall')).toBe('')
  })

  it('follow the branch that is checked out', async () => {
    const { repo, env, files } = await makeMirrored()
    repo.git('checkout', '-q', '-b', 'topic')
    await rememberArticle(env, { title: 'Third', tags: ['c'], body: 'third' })
    expect(files()).toEqual(['first.md', 'second.md', 'third.md'])
    repo.git('checkout', '-q', 'main')
    await afterCheckout(env, () => {})
    expect(files()).toEqual(['first.md', 'second.md'])
    const before = tip(repo)
    expect((await listArticles(env)).entries).toHaveLength(2)
    expect(tip(repo)).toBe(before)
  })

  it('that were edited before a checkout are stored on the branch they were edited on', async () => {
    const { repo, env, read } = await makeMirrored()
    repo.git('checkout', '-q', '-b', 'topic')
    await rememberArticle(env, { title: 'Third', tags: ['c'], body: 'third' })
    repo.write(`${DIR}/third.md`, read('third.md').replace('third\n', 'edited by hand\n'))
    const past = Date.now() / 1000 - 60
    utimesSync(join(repo.dir, DIR, 'third.md'), past, past)
    repo.git('checkout', '-q', 'main')
    await afterCheckout(env, () => {})
    expect(repo.git('show', 'refs/ralph-memory/topic:knowledge/third.md')).toContain('edited by hand')
    expect((await listArticles(env)).entries.map(({ slug }) => slug)).toEqual(['first', 'second'])
  })

  it('are stored without the rendered file too', async () => {
    const repo = makeRepo()
    repo.git('config', 'ralph.knowledgePath', DIR)
    repo.git('config', 'ralph.render', 'false')
    repo.write(`${DIR}/first.md`, article('First', 'text'))
    const { entries, warnings } = await listArticles(repo.env())
    expect(entries.map(({ slug }) => slug)).toEqual(['first'])
    expect(warnings).toEqual(["note: hand edits of 'knowledge' were stored: 1 added"])
  })

  it('change nothing when nothing changed, also when a file was touched', async () => {
    const { repo, look } = await makeMirrored()
    const before = tip(repo)
    utimesSync(join(repo.dir, DIR, 'first.md'), 1, 1)
    expect(await look()).toEqual([])
    expect(tip(repo)).toBe(before)
  })

  it('are stored when edited by hand, merged with what came to the line meanwhile', async () => {
    const { repo, env, read, look } = await makeMirrored()
    const mine = read('first.md').replace('three', 'THREE').replace('[a]', '[a, Hand]')
    env.tick(10)
    repo.git('config', '--unset', 'ralph.knowledgePath')
    await editArticle(env, 'first', { content: 'ONE\ntwo\nthree' })
    repo.git('config', 'ralph.knowledgePath', DIR)
    repo.write(`${DIR}/first.md`, mine)
    expect(await look()).toEqual(["note: hand edits of 'knowledge' were stored: 1 edited"])
    expect(await bodyOf(env, 'first')).toBe('ONE\ntwo\nTHREE')
    expect(read('first.md')).toContain('ONE\ntwo\nTHREE')
    expect(read('first.md')).toContain('tags: [a, hand]')
    expect(repo.git('log', '-1', '--format=%s', LINE)).toBe('edit knowledge by hand: 1 edited\n')
    expect(await look()).toEqual([])
  })

  it('that are removed are forgotten, unless they were edited meanwhile', async () => {
    const { repo, env, files, look } = await makeMirrored()
    rmSync(join(repo.dir, DIR, 'first.md'))
    expect(await look()).toEqual(["note: hand edits of 'knowledge' were stored: 1 forgotten"])
    expect(files()).toEqual(['second.md'])
    rmSync(join(repo.dir, DIR, 'second.md'))
    repo.git('config', '--unset', 'ralph.knowledgePath')
    await editArticle(env, 'second', { content: 'edited meanwhile' })
    repo.git('config', 'ralph.knowledgePath', DIR)
    await look()
    expect(files()).toEqual(['second.md'])
    expect(await bodyOf(env, 'second')).toBe('edited meanwhile')
  })

  it('are not forgotten when the whole directory was cleaned away', async () => {
    const { repo, files, look } = await makeMirrored()
    repo.git('clean', '-fdxq')
    expect(existsSync(join(repo.dir, DIR))).toBe(false)
    expect(await look()).toEqual([])
    expect(files()).toEqual(['first.md', 'second.md'])
  })

  it('that are new are added under the slug of their title, with all of their text', async () => {
    const { repo, env, files, look, read } = await makeMirrored()
    const long = 'word '.repeat(700).trim()
    repo.write(`${DIR}/My notes.md`, article('Third thing', long, 'C'))
    expect(await look()).toEqual(["note: hand edits of 'knowledge' were stored: 1 added"])
    expect(files()).toEqual(['first.md', 'second.md', 'third-thing.md'])
    expect(await bodyOf(env, 'third-thing')).toBe(long)
    expect(read('third-thing.md')).toContain('created_at: "2025-01-21T10:00:00Z"')
  })

  it('that are renamed stay one article', async () => {
    const { repo, env, files, look } = await makeMirrored()
    renameSync(join(repo.dir, DIR, 'first.md'), join(repo.dir, DIR, 'renamed.md'))
    await look()
    expect(files()).toEqual(['first.md', 'second.md'])
    expect(await bodyOf(env, 'first')).toBe('one\ntwo\nthree')
  })

  it('leave alone what is no article, a link, and what git tracks', async () => {
    const { repo, env, files, look, read } = await makeMirrored()
    repo.write(`${DIR}/notes.md`, '# Notes of my own\n')
    repo.write(`${DIR}/first.md`, '---\ntitle: "First"\n---\n\nwithout tags\n')
    repo.write('elsewhere.md', article('Elsewhere', 'private'))
    symlinkSync(join(repo.dir, 'elsewhere.md'), join(repo.dir, DIR, 'link.md'))
    repo.git('add', '-f', `${DIR}/second.md`)
    rmSync(join(repo.dir, DIR, 'second.md'))
    const before = tip(repo)
    expect((await look()).toSorted()).toEqual([
      'first.md: article has no tags; it is left as it is',
      'link.md: it is no plain file; it is left as it is',
      'notes.md: it is no article; it is left as it is',
    ])
    expect(await look()).toEqual([])
    expect(tip(repo)).toBe(before)
    expect(files()).toEqual(['first.md', 'link.md', 'notes.md'])
    repo.write(`${DIR}/first.md`, article('First', 'mended', 'a'))
    expect(await look()).toEqual(["note: hand edits of 'knowledge' were stored: 1 edited"])
    expect(read('first.md')).toContain('mended')
    expect((await listArticles(env)).entries).toHaveLength(2)
  })

  it('survive the loss of what we remember of them', async () => {
    const { repo, files, look } = await makeMirrored()
    const before = tip(repo)
    rmSync(join(repo.dir, '.git/ralph/render'), { recursive: true })
    await look()
    expect(tip(repo)).toBe(before)
    expect(files()).toEqual(['first.md', 'second.md'])
  })

  it.each(['../outside', '.git/knowledge', 'README.md'])('are not written to %s', async (path) => {
    const repo = makeRepo()
    repo.git('config', 'ralph.knowledgePath', path)
    const { warnings } = await rememberArticle(repo.env(), { title: 'First', tags: ['a'], body: 'text' })
    expect(warnings[0]).toContain(`cannot render to '${path}'`)
    expect(repo.git('status', '--porcelain', '-uall')).toBe('')
  })

  it('are kept apart in linked worktrees', async () => {
    const { repo, files, look } = await makeMirrored()
    const other = join(repo.dir, '../', `${repo.dir.split('/').at(-1)}-other`)
    repo.git('worktree', 'add', '-q', '-b', 'other', other)
    const env = makeRepo().env({ cwd: other })
    await rememberArticle(env, { title: 'Other', tags: ['o'], body: 'other' })
    expect(readdirSync(join(other, DIR)).toSorted()).toEqual(['first.md', 'other.md', 'second.md'])
    expect(await look()).toEqual([])
    expect(files()).toEqual(['first.md', 'second.md'])
    rmSync(other, { recursive: true })
  })
})

describe('importing articles', () => {
  it('reads a directory as one commit, and nothing the second time', async () => {
    const repo = makeRepo()
    const env = repo.env()
    repo.write('k/a.md', article('First', 'one', 'A, b'))
    repo.write(
      'k/b.md',
      `---\ntitle: Second\ntags: x\nauthor: me\ncreated_at: 2026-02-17T12:00:00Z\n---\ntwo\n`,
    )
    repo.write('k/c.md', '---\ntitle: none\n---\nno tags\n')
    repo.write('k/README.md', '# Knowledge\n')
    mkdirSync(join(repo.dir, 'k/deeper.txt'))
    const { added, articles, known, warnings } = await importMemories(env, ['k'])
    expect({ added, articles, known }).toEqual({ added: 2, articles: 2, known: 0 })
    expect(warnings).toEqual([
      expect.stringMatching(/k\/README\.md: it is no article, and skipped$/),
      expect.stringMatching(/k\/c\.md: article has no tags, and skipped$/),
    ])
    expect(repo.git('log', '--format=%s', LINE)).toBe('import 2 articles\n')
    expect((await showArticle(env, 'second')).entry.article).toEqual({
      title: 'Second',
      tags: ['x'],
      createdAt: '2026-02-17T12:00:00Z',
      body: 'two',
      extra: { author: 'me' },
    })
    const before = tip(repo)
    env.tick(60)
    expect(await importMemories(env, ['k'])).toMatchObject({ added: 0, known: 2 })
    expect(tip(repo)).toBe(before)
  })

  it('never takes back what was edited since', async () => {
    const repo = makeRepo()
    const env = repo.env()
    repo.write('first.md', article('First', 'as it was'))
    await importMemories(env, ['first.md'])
    env.tick(60)
    await editArticle(env, 'first', { content: 'better' })
    expect(await importMemories(env, ['first.md'])).toMatchObject({ added: 1 })
    expect(await bodyOf(env, 'first')).toBe('better')
    const { entries } = await listArticles(env)
    expect(entries.map(({ article: { body, conflicts } }) => [body, conflicts])).toEqual([
      ['better', undefined],
      ['as it was', 'first'],
    ])
    expect(await importMemories(env, ['first.md'])).toMatchObject({ added: 0, known: 1 })
  })
})
