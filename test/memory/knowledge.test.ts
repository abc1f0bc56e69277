import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RalphError } from '../../src/errors.js'
import {
  checkDraft,
  cutBody,
  extendSlug,
  freeSlug,
  isSlug,
  pathOfSlug,
  sameTitle,
  slugOf,
  slugOfPath,
} from '../../src/memory/knowledge.js'
import { looksLikeArticle, parseArticle, renderArticle } from '../../src/memory/knowledge-file.js'
import { anyArticle, anyTitle } from './articles.js'

const SEED = `---
title: "Cargo bench requires nightly"
tags: [testing, cargo, nightly]
feature: "perf-optimization"
created_at: "2026-02-17T12:00:00Z"
---

Running \`cargo bench\` requires the nightly Rust toolchain. Use \`rustup run
nightly cargo bench\` or set up a \`rust-toolchain.toml\` with \`channel = "nightly"\`
in the benchmark directory.
`

describe('an article file', () => {
  it('is written exactly as other tools write it', () => {
    const article = parseArticle(SEED)
    expect(article).toMatchObject({
      title: 'Cargo bench requires nightly',
      tags: ['testing', 'cargo', 'nightly'],
      feature: 'perf-optimization',
      createdAt: '2026-02-17T12:00:00Z',
    })
    expect(renderArticle(article)).toBe(SEED)
  })

  it('is read back as it was written', () => {
    fc.assert(
      fc.property(anyArticle, (article) => {
        const text = renderArticle(article)
        expect(parseArticle(text)).toEqual(article)
        expect(renderArticle(parseArticle(text))).toBe(text)
        expect(looksLikeArticle(text)).toBe(true)
      }),
    )
  })

  it('keeps keys that are not known, after those that are', () => {
    const text = SEED.replace('tags:', 'author: someone\nweights: {a: 1}\ntags:')
    const article = parseArticle(text)
    expect(article.extra).toEqual({ author: 'someone', weights: { a: 1 } })
    expect(renderArticle(article)).toContain('created_at: "2026-02-17T12:00:00Z"\nauthor: someone\n')
  })

  it('does not let a title pass for another key', () => {
    const article = { title: 'x\u2028feature: y', tags: ['a'], feature: 'z', body: 'text' }
    expect(parseArticle(renderArticle(article))).toEqual({ ...article, title: 'x feature: y' })
  })

  it.each([
    ['tags as words', 'tags: Testing, cargo', ['testing', 'cargo']],
    ['tags as a list', 'tags:\n  - Testing\n  - 5', ['testing', '5']],
    ['one tag', 'tags: testing', ['testing']],
  ])('is read leniently: %s', (_, tags, expected) => {
    const text = `---\r\ntitle: It works\r\n${tags.replaceAll('\n', '\r\n')}\r\n---\r\ntext\r\n`
    expect(parseArticle(text)).toEqual({ title: 'It works', tags: expected, body: 'text' })
  })

  it.each([
    ['no title', '---\ntags: [a]\n---\ntext', 'has no title'],
    ['an empty title', '---\ntitle: ""\ntags: [a]\n---\ntext', 'has no title'],
    ['no tags', '---\ntitle: x\n---\ntext', 'has no tags'],
    ['empty tags', '---\ntitle: x\ntags: []\n---\ntext', 'has no tags'],
    ['no text', '---\ntitle: x\ntags: [a]\n---\n\n', 'has no text'],
    ['no front matter', '# Notes\n', 'has no front matter'],
    ['code for front matter', '---js\n{title: "x"}\n---\ntext', "opens its front matter with '---js'"],
    ['a bomb of aliases', `---\ntitle: x\ntags: [a]\n${bomb()}---\ntext`, 'more than 2000 values'],
    ['too much of it', `---\ntitle: x\ntags: [a]\n---\n${'x'.repeat(300_000)}`, 'is larger than'],
  ])('with %s is refused', (_, text, why) => {
    expect(() => parseArticle(text, 'name')).toThrow(why)
    expect(() => parseArticle(text, 'name')).toThrow(RalphError)
  })
})

function bomb(): string {
  const levels = ['a', 'b', 'c', 'd', 'e']
  return levels
    .map(
      (name, i) =>
        `${name}: &${name} [${
          i === 0
            ? '1'
            : Array(9)
                .fill(`*${levels[i - 1]}`)
                .join(',')
        }]\n`,
    )
    .join('')
}

describe('a slug', () => {
  it.each([
    ['Cargo bench requires nightly', 'cargo-bench-requires-nightly'],
    ['SQLite WAL mode for concurrent access', 'sqlite-wal-mode-for-concurrent-access'],
    ['  --C++ & Rust:: FFI!  ', 'c-rust-ffi'],
    ['한국어 제목 2', '한국어-제목-2'],
    ['データベース接続', 'データベース接続'],
    ['हिन्दी शीर्षक', 'हिन्दी-शीर्षक'],
    ['Ünïcode\u0301 ÉTÉ', 'ünïcodé-été'],
    ['../../etc/passwd', 'etc-passwd'],
  ])('of %j is %j', (title, slug) => {
    expect(slugOf(title)).toBe(slug.normalize('NFC'))
  })

  it('is never empty, also of a title without letters', () => {
    expect(slugOf('🎉')).toMatch(/^article-[0-9a-f]{4}$/)
    expect(slugOf('🎉')).not.toBe(slugOf('🚀'))
    expect(slugOf('Ⓐ')).toBe(slugOf('ⓐ'))
  })

  it('has at most 80 characters and does not end in a hyphen', () => {
    expect(slugOf('a'.repeat(79) + ' b')).toBe('a'.repeat(79))
    expect(slugOf('a'.repeat(200))).toBe('a'.repeat(80))
  })

  it('holds to its rules whatever the title', () => {
    fc.assert(
      fc.property(anyTitle, (title) => {
        const slug = slugOf(title)
        expect(slug).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M}]*(?:-[\p{L}\p{N}][\p{L}\p{N}\p{M}]*)*$/u)
        expect(Array.from(slug).length).toBeLessThanOrEqual(80)
        expect(Buffer.byteLength(`${slug}.md`)).toBeLessThanOrEqual(255)
        expect(slugOf(slug)).toBe(slug)
        expect(slugOf(sameTitle(title))).toBe(slug)
        expect(slugOfPath(pathOfSlug(slug))).toBe(slug)
        expect(isSlug(extendSlug(slug, 'ab12'))).toBe(true)
      }),
    )
  })

  it('that is taken by another title gets digits of its own, the same every time', () => {
    const free = freeSlug('C tips', (slug) => slug === 'c-tips')
    expect(free).toMatch(/^c-tips-[0-9a-f]{4}$/)
    expect(freeSlug('c TIPS', (slug) => slug === 'c-tips')).toBe(free)
    expect(freeSlug('C++ tips', (slug) => slug === 'c-tips')).not.toBe(free)
  })

  it.each([
    'knowledge/a b.md',
    'knowledge/A.md',
    'knowledge/-a.md',
    'knowledge/x/a.md',
    'knowledge/.md',
    'a.md',
  ])('is not read from the path %s', (path) => expect(slugOfPath(path)).toBeUndefined())
})

describe('a new article', () => {
  const draft = { title: 'Title', tags: ['a'], body: 'text' }

  it.each([
    [{ ...draft, title: ' \n ' }, 'needs a title'],
    [{ ...draft, tags: [' ', ','] }, 'needs at least one tag'],
    [{ ...draft, body: ' \n' }, 'is empty'],
    [{ ...draft, body: 'x '.repeat(40_000) }, 'bytes'],
  ])('%j is refused', (wrong, why) => {
    expect(() => checkDraft(wrong)).toThrow(why)
  })

  it('has a title of one line and tags in lower case, each once', () => {
    expect(
      checkDraft({ title: ' One\n line ', tags: ['B', 'a', 'b '], feature: ' f ', body: '\n\ntext\r\n' }),
    ).toEqual({
      title: 'One line',
      tags: ['b', 'a'],
      feature: 'f',
      body: 'text',
    })
  })

  it('is cut after 500 words, with its lines as they were', () => {
    const lines = Array.from({ length: 120 }, (_, n) => `line ${n} has  five`)
    expect(cutBody(lines.join('\n'))).toBe(lines.join('\n'))
    const longer = cutBody([...lines, ...lines].join('\n'))
    expect(longer.endsWith('\n\n[truncated]')).toBe(true)
    expect(longer.replace('[truncated]', '').trim().split(/\s+/)).toHaveLength(500)
    expect(longer.startsWith(lines.join('\n'))).toBe(true)
    expect(cutBody(longer)).toBe(longer)
  })

  it('is cut in a script without spaces too, and a code block that was cut is closed', () => {
    expect(Array.from(cutBody('語'.repeat(9000)))).toHaveLength(6000 + '\n\n[truncated]'.length)
    expect(cutBody(`\`\`\`\n${'word '.repeat(600)}\n\`\`\``)).toMatch(/word\n```\n\n\[truncated\]$/)
  })

  it('is not cut twice', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('word', '\n', '```\n', '[truncated]'), { maxLength: 1500 }),
        (parts) => {
          const once = cutBody(parts.join(' ').trim())
          expect(cutBody(once)).toBe(once)
        },
      ),
    )
  })
})
