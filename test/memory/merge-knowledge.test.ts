import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Article, Slug } from '../../src/memory/knowledge.js'
import { isSlug } from '../../src/memory/knowledge.js'
import {
  type Articles,
  mergeArticle,
  mergeKnowledge,
  reapplyArticles,
} from '../../src/memory/merge-knowledge.js'
import { normaliseText } from '../../src/memory/text.js'

const article = (body: string, more: Partial<Article> = {}): Article => ({
  title: 'Title',
  tags: ['a'],
  createdAt: '2026-01-01T00:00:00Z',
  body,
  ...more,
})
const at = (hour: number): string => `2026-01-02T0${hour}:00:00Z`
const one = (value: Article | undefined): Articles => new Map(value ? [['title', value]] : [])

describe('merging an article', () => {
  const base = article('one\ntwo\nthree')

  it('takes the side that changed', () => {
    const edited = article('new', { updated: at(1) })
    expect(mergeArticle(base, edited, base).merged).toBe(edited)
    expect(mergeArticle(base, base, edited).merged).toBe(edited)
    expect(mergeArticle(base, base, undefined).merged).toBeUndefined()
    expect(mergeArticle(undefined, undefined, edited).merged).toBe(edited)
  })

  it('keeps an edit where the other side forgot', () => {
    const edited = article('new', { updated: at(1) })
    expect(mergeArticle(base, undefined, edited).merged).toBe(edited)
    expect(mergeArticle(base, edited, undefined).merged).toBe(edited)
  })

  it('joins edits of different lines and different fields', () => {
    const ours = article('ONE\ntwo\nthree', { tags: ['a', 'ours'], feature: 'f', updated: at(1) })
    const theirs = article('one\ntwo\nTHREE', { tags: ['theirs'], title: 'New title', updated: at(2) })
    const { merged, loser } = mergeArticle(base, ours, theirs)
    expect(loser).toBeUndefined()
    expect(merged).toEqual({
      title: 'New title',
      tags: ['ours', 'theirs'],
      feature: 'f',
      createdAt: '2026-01-01T00:00:00Z',
      updated: at(2),
      body: 'ONE\ntwo\nTHREE',
    })
  })

  it('is left with tags when each side removed what the other kept', () => {
    const old = article('x', { tags: ['a', 'b'] })
    const { merged } = mergeArticle(old, article('x', { tags: ['a'] }), article('x', { tags: ['b'] }))
    expect(merged?.tags).toEqual(['a', 'b'])
  })

  it('keeps a text that lost as an article of its own', () => {
    const ours = article('ours', { updated: at(1), tags: ['ours'] })
    const theirs = article('theirs', { updated: at(2) })
    const { articles, conflicts } = mergeKnowledge(one(base), one(ours), one(theirs))
    expect(conflicts).toHaveLength(1)
    const { slug, variant } = conflicts[0]!
    expect([slug, variant]).toEqual(['title', expect.stringMatching(/^title-[0-9a-f]{4}$/)])
    expect(articles.get('title')?.body).toBe('theirs')
    expect(articles.get(variant)).toEqual({
      title: 'Title',
      tags: ['ours'],
      createdAt: '2026-01-01T00:00:00Z',
      conflicts: 'title',
      body: 'ours',
    })
  })

  it('does not overwrite another article that has the slug of a variant', () => {
    const sides = [one(base), one(article('ours')), one(article('theirs'))] as const
    const taken = mergeKnowledge(...sides).conflicts[0]!.variant
    const [b, o, t] = sides.map((side) => new Map([...side, [taken, article('something else')]]))
    const { articles, conflicts } = mergeKnowledge(b!, o!, t!)
    expect(conflicts[0]!.variant).not.toBe(taken)
    expect(articles.get(taken)?.body).toBe('something else')
    expect(articles.get(conflicts[0]!.variant)?.conflicts).toBe('title')
  })
})

describe('an article that both sides edited', () => {
  const base = article('old')
  const merge = (mine: Partial<Article>, other: Partial<Article>, before: Article | undefined = base) => {
    const [ours, theirs] = [
      { ...base, updated: at(1), ...mine },
      { ...base, updated: at(2), ...other },
    ]
    const merged = mergeArticle(before, ours, theirs)
    expect(mergeArticle(before, theirs, ours)).toEqual(merged)
    return merged
  }

  it('has the later text, and of two in the same second the greater', () => {
    expect(merge({ body: 'z' }, { body: 'a' }).merged?.body).toBe('a')
    const { merged, loser } = merge({ body: 'z' }, { body: 'a', updated: at(1) })
    expect([merged?.body, loser?.body]).toEqual(['z', 'a'])
  })

  it('has one text when both say the same', () => {
    expect(merge({ body: 'Said.' }, { body: 'said' })).toEqual({
      merged: { ...base, updated: at(2), body: 'said' },
    })
  })

  it('has fields that one side gave it, and unknown ones', () => {
    const fields = { conflicts: 'other', extra: { author: 'me' } }
    expect(merge(fields, { feature: 'f' }).merged).toMatchObject({ ...fields, feature: 'f' })
    expect(merge({ feature: 'f' }, fields).merged).toMatchObject({ ...fields, feature: 'f' })
  })

  it('was made at the first time that is known, and changed at the last', () => {
    const times = (mine: Partial<Article>, other: Partial<Article>) => {
      const none = { createdAt: undefined, updated: undefined }
      const { merged } = merge({ ...none, ...mine, title: 'A' }, { ...none, ...other, title: 'B' }, undefined)
      return [merged?.createdAt, merged?.updated]
    }
    expect(times({ createdAt: at(2) }, { createdAt: at(1) })).toEqual([at(1), at(2)])
    expect(times({ createdAt: at(1) }, { createdAt: at(1) })).toEqual([at(1), undefined])
    expect(times({ createdAt: at(1) }, {})).toEqual([at(1), undefined])
    expect(times({ createdAt: at(1), updated: at(1) }, { createdAt: at(1) })).toEqual([at(1), at(1)])
    expect(times({}, { updated: at(3) })).toEqual([undefined, at(3)])
    expect(times({}, {})).toEqual([undefined, undefined])
  })

  it('has no more tags than are read', () => {
    const tags = (mark: string) => Array.from({ length: 32 }, (_, n) => `${mark}${n}`)
    expect(merge({ tags: tags('a') }, { tags: tags('b') }).merged?.tags).toHaveLength(32)
  })
})

describe('a text that lost', () => {
  const [base, ours, theirs] = [article('old'), article('ours'), article('theirs')]
  const slug = mergeKnowledge(one(base), one(ours), one(theirs)).conflicts[0]!.variant
  const kept = mergeKnowledge(one(base), one(ours), one(theirs)).articles.get(slug)!
  const beside = (value: Article, variant: Article | undefined): Articles =>
    new Map([['title', value], ...(variant ? [[slug, variant] as const] : [])])

  it('is kept once, though a clone has kept it already', () => {
    const { articles, conflicts } = mergeKnowledge(one(base), one(ours), beside(theirs, kept))
    expect([...articles.keys()]).toEqual(['title', slug])
    expect(conflicts).toEqual([{ slug: 'title', variant: slug }])
  })

  it('is kept again where somebody forgot it, and elsewhere where its place had another text', () => {
    const again = mergeKnowledge(beside(base, kept), one(ours), one(theirs))
    expect(again.articles.get(slug)).toEqual(kept)
    const other = mergeKnowledge(beside(base, article('something else')), one(ours), one(theirs))
    expect(other.conflicts[0]!.variant).not.toBe(slug)
    expect(other.articles.has(slug)).toBe(false)
  })

  it('is kept beside an article of that slug that says something else', () => {
    for (const squatter of [{ ...kept, body: 'edited' }, article(kept.body)]) {
      const { articles, conflicts } = mergeKnowledge(one(base), one(ours), beside(theirs, squatter))
      expect(articles.get(slug)).toEqual(squatter)
      expect(articles.get(conflicts[0]!.variant)?.conflicts).toBe('title')
      expect(conflicts[0]!.variant).not.toBe(slug)
    }
  })
})

describe('changes decided on an older state', () => {
  const [a, b, c] = [article('a'), article('b'), article('c')]
  const entry = (slug: Slug, value: Article) => ({ slug, article: value })

  it('come onto what is there now, and touch nothing else', () => {
    const now = [entry('one', a), entry('two', b)]
    expect([...reapplyArticles(now, new Map([['one', a]]), new Map([['one', c]]))]).toEqual([['one', c]])
    expect([...reapplyArticles(now, new Map(), new Map([['new', c]]))]).toEqual([['new', c]])
    expect([...reapplyArticles(now, new Map([['one', a]]), new Map())]).toEqual([['one', undefined]])
  })

  it('are none when somebody else has made them', () => {
    expect(reapplyArticles([entry('one', c)], new Map([['one', a]]), new Map([['one', c]])).size).toBe(0)
  })

  it('leave an article that somebody else has edited since', () => {
    expect(reapplyArticles([entry('one', b)], new Map([['one', a]]), new Map()).size).toBe(0)
  })
})

const anyBody = fc
  .array(fc.constantFrom('a', 'b', 'c', 'd'), { minLength: 1, maxLength: 5 })
  .map((lines) => lines.join('\n'))
const anySmall: fc.Arbitrary<Article> = fc
  .record(
    {
      title: fc.constantFrom('Title', 'Other'),
      tags: fc.uniqueArray(fc.constantFrom('x', 'y', 'z'), { minLength: 1 }),
      feature: fc.constantFrom('f', 'g'),
      createdAt: fc.constantFrom(at(0), at(1)),
      updated: fc.constantFrom(at(2), at(3), at(4)),
      body: anyBody,
      extra: fc.dictionary(fc.constantFrom('k', 'l'), fc.nat(2), { minKeys: 1, noNullPrototype: true }),
    },
    { requiredKeys: ['title', 'tags', 'body'], noNullPrototype: true },
  )
  .map((small) => small as Article)
const anySide = fc
  .dictionary(fc.constantFrom('p', 'q', 'r'), anySmall, { noNullPrototype: true })
  .map((side): Articles => new Map(Object.entries(side)))

/** A side is the base with some articles changed. */
const anySides = fc
  .tuple(anySide, anySide, anySide, fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }))
  .map(([base, ours, theirs, keep]) => {
    const mix = (side: Articles, from: number): Articles =>
      new Map(
        ['p', 'q', 'r'].flatMap((slug, i): [Slug, Article][] => {
          const chosen = (keep[from + i] ? base : side).get(slug)
          return chosen ? [[slug, chosen]] : []
        }),
      )
    return { base, ours: mix(ours, 0), theirs: mix(theirs, 3) }
  })
const sorted = (articles: Articles): unknown => [...articles].toSorted(([a], [b]) => (a < b ? -1 : 1))

describe('merging articles', () => {
  it('does not depend on which side is ours', () => {
    fc.assert(
      fc.property(anySides, ({ base, ours, theirs }) => {
        const [one, other] = [mergeKnowledge(base, ours, theirs), mergeKnowledge(base, theirs, ours)]
        expect(sorted(one.articles)).toEqual(sorted(other.articles))
        expect(one.conflicts).toEqual(other.conflicts)
      }),
    )
  })

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(anySides, ({ base, ours, theirs }) => {
        const { articles } = mergeKnowledge(base, ours, theirs)
        expect(sorted(mergeKnowledge(ours, ours, articles).articles)).toEqual(sorted(articles))
        expect(sorted(mergeKnowledge(theirs, articles, theirs).articles)).toEqual(sorted(articles))
        expect(sorted(mergeKnowledge(articles, articles, articles).articles)).toEqual(sorted(articles))
      }),
    )
  })

  it('loses no text that one side wrote and nobody replaced', () => {
    fc.assert(
      fc.property(anySides, ({ base, ours, theirs }) => {
        const { articles } = mergeKnowledge(base, ours, theirs)
        const said = [...articles.values()].map(({ body }) => normaliseText(body))
        for (const [side, other] of [
          [ours, theirs],
          [theirs, ours],
        ] as const) {
          for (const [slug, { body }] of side) {
            if (base.get(slug)?.body === body) continue
            // Merged line by line, it is part of the text: every line of it that was added is there.
            const lines = normaliseText(articles.get(slug)!.body).split(' ')
            const whole = said.includes(normaliseText(body))
            expect(whole || (other.has(slug) && body.split('\n').some((line) => lines.includes(line)))).toBe(
              true,
            )
          }
        }
      }),
    )
  })

  it('keeps articles valid: a title, tags, a slug', () => {
    fc.assert(
      fc.property(anySides, ({ base, ours, theirs }) => {
        for (const [slug, { title, tags, body }] of mergeKnowledge(base, ours, theirs).articles) {
          expect(isSlug(slug)).toBe(true)
          expect([title, body].every((text) => text !== '')).toBe(true)
          expect(tags).not.toEqual([])
          expect(new Set(tags).size).toBe(tags.length)
        }
      }),
    )
  })
})
