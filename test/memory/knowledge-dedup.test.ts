import { describe, expect, it } from 'vitest'
import { addArticle, addFile, findDuplicate } from '../../src/memory/knowledge-dedup.js'
import type { Article, Entry } from '../../src/memory/knowledge.js'
import { slugOf } from '../../src/memory/knowledge.js'

const entry = (title: string, tags: string[], more: Partial<Article> = {}): Entry => ({
  slug: slugOf(title),
  article: { title, tags, createdAt: '2026-01-01T00:00:00Z', body: 'old', ...more },
})
const NOW = '2026-02-02T00:00:00Z'

describe('an article is about the same as another', () => {
  const known = [entry('SQLite WAL mode', ['database', 'sqlite', 'wal', 'locks'])]

  it.each([
    ['the same title', 'SQLite WAL mode', ['other'], 'title'],
    ['the same title in another case', 'sqlite wal MODE', ['other'], 'title'],
    [
      'a longer title and all tags',
      'SQLite WAL mode for readers',
      ['database', 'sqlite', 'wal', 'locks'],
      'tags',
    ],
    ['a shorter title and 2 of 3 tags', 'wal mode', ['sqlite', 'wal', 'x'], 'tags'],
    [
      'a longer title and 3 of 4 tags',
      'Use SQLite WAL mode',
      ['sqlite', 'wal', 'locks', 'x', 'y', 'z'],
      'tags',
    ],
    ['one tag alone, in common', 'WAL', ['wal'], 'tags'],
    ['a shorter title and just half of the tags', 'wal mode', ['sqlite', 'x'], undefined],
    ['a longer title and 2 of 4 tags', 'Use SQLite WAL mode', ['sqlite', 'wal', 'x', 'y', 'z'], undefined],
    ['another title and all tags', 'WAL mode of SQLite', ['database', 'sqlite', 'wal', 'locks'], undefined],
    ['a longer title and no tag', 'SQLite WAL mode for readers', ['x'], undefined],
  ])('with %s: %s %j → %s', (_, title, tags, by) => {
    expect(findDuplicate(known, { title, tags })?.by).toBe(by)
  })

  it('the same title comes before any likeness', () => {
    const both = [entry('a b', ['x']), entry('b', ['y'])]
    expect(findDuplicate(both, { title: 'B', tags: ['x'] })?.entry.slug).toBe('b')
  })

  it('the same one is found whatever the order', () => {
    const two = [entry('wal in depth', ['wal']), entry('about wal', ['wal'])]
    const found = [two, two.toReversed()].map((list) => findDuplicate(list, { title: 'wal', tags: ['wal'] }))
    expect(found.map((one) => one?.entry.slug)).toEqual(['about-wal', 'about-wal'])
  })

  it('a variant of a merge is not written to', () => {
    const variant = entry('SQLite WAL mode', ['wal'], { conflicts: 'sqlite-wal-mode' })
    expect(
      findDuplicate([{ ...variant, slug: 'a' }, ...known], { title: 'SQLite WAL mode', tags: [] })?.entry,
    ).toBe(known[0])
  })
})

describe('adding an article', () => {
  const known = [
    entry('SQLite WAL mode', ['database', 'wal'], { feature: 'storage', extra: { author: 'x' } }),
  ]

  it('that is new stores it, with the time', () => {
    expect(addArticle(known, { title: 'New', tags: ['A'], body: 'text' }, NOW)).toEqual({
      slug: 'new',
      article: { title: 'New', tags: ['a'], body: 'text', createdAt: NOW },
      outcome: 'stored',
    })
  })

  it('of the same title replaces the text and joins the tags, known ones first', () => {
    const added = addArticle(known, { title: 'SQLITE WAL mode', tags: ['wal', 'new'], body: 'new' }, NOW)
    expect(added).toEqual({
      slug: 'sqlite-wal-mode',
      article: {
        title: 'SQLITE WAL mode',
        tags: ['database', 'wal', 'new'],
        feature: 'storage',
        createdAt: '2026-01-01T00:00:00Z',
        updated: NOW,
        body: 'new',
        extra: { author: 'x' },
      },
      outcome: 'updated',
    })
  })

  it('that is much the same keeps the title there is', () => {
    const { slug, article } = addArticle(known, { title: 'WAL mode', tags: ['wal'], body: 'new' }, NOW)
    expect([slug, article.title, article.body]).toEqual(['sqlite-wal-mode', 'SQLite WAL mode', 'new'])
  })

  it('twice changes nothing the second time', () => {
    const draft = { title: 'SQLite WAL mode', tags: ['wal', 'new'], body: 'new' }
    const { slug, article } = addArticle(known, draft, NOW)
    const again = addArticle([{ slug, article }], draft, '2027-01-01T00:00:00Z')
    expect(again).toEqual({ slug, article, outcome: 'known' })
  })

  it('whose slug another title has gets one of its own', () => {
    const added = addArticle([entry('C++ tips', ['cpp'])], { title: 'C tips', tags: ['c'], body: 'x' }, NOW)
    expect(added.slug).toMatch(/^c-tips-[0-9a-f]{4}$/)
    expect(added.outcome).toBe('stored')
  })

  it('from a file keeps its own time and keys, and all of its text', () => {
    const body = 'word '.repeat(600).trim()
    const file = { title: 'New', tags: ['a'], createdAt: '2020-01-01T00:00:00Z', body, extra: { k: 1 } }
    expect(addFile(known, file, NOW).article).toEqual(file)
    expect(addArticle(known, file, NOW).article.body).toContain('[truncated]')
  })
})
