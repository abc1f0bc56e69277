import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../helpers/runs.js'
import { mergeSegments } from '../../src/search/merge-segments.js'
import { search, type SearchAnswer, type SearchOptions } from '../../src/search/search.js'
import { openSegment, type Entry } from '../../src/search/segment.js'
import { fileOf, makeEntry, segmentOf, someEntries, someQuestion } from './memories.js'

const DAY_APART = 24 * 60

/** Memories that lie a day apart, so that none is near another. */
const notes = [
  makeEntry(0, 'ECONNREFUSED on port 5432 means PostgreSQL is not running. Fix: `docker-compose up -d`', {
    type: 'fix',
    tags: ['docker', 'database'],
  }),
  makeEntry(DAY_APART, 'We chose postgres over mysql for its JSON support', {
    type: 'decision',
    tags: ['database'],
  }),
  makeEntry(2 * DAY_APART, 'getUserById in src/api/user_service.ts throws when the cache is cold', {
    type: 'fix',
    anchors: [{ path: 'src/api/user_service.ts' }],
  }),
  makeEntry(3 * DAY_APART, 'Run node with --max-old-space-size=4096, else the build dies', {
    type: 'pattern',
  }),
  makeEntry(4 * DAY_APART, '결제 서비스는 세 번 재시도한 뒤 알림을 보낸다', { tags: ['결제'] }),
  makeEntry(5 * DAY_APART, 'データベースの設定を変更した'),
  makeEntry(6 * DAY_APART, 'Imports\nUse barrel exports; `import type` for types', { type: 'pattern' }),
  makeEntry(7 * DAY_APART, 'The importer reads the export file twice, and types are lost'),
]

function ask(question: string, options: SearchOptions = {}, entries: Entry[] = notes): SearchAnswer {
  return search([{ segment: segmentOf(entries), dead: new Set() }], question, options)
}

const found = (question: string, options: SearchOptions = {}, entries: Entry[] = notes): number[] =>
  ask(question, options, entries).hits.map(({ entry }) =>
    entries.findIndex(({ blob }) => blob === entry.blob),
  )

describe('search', () => {
  test.each([
    ['port 5432 connection', 0],
    ['econnrefused?', 0],
    ['TypeError: getUserById is not a function', 2],
    ['get user by id', 2],
    ['get_user_by_id', 2],
    ['user service', 2],
    ['user_service.ts', 2],
    ['--max-old-space-size', 3],
    ['max old space', 3],
    ['결제', 4],
    ['결제는 재시도를 하나요', 4],
    ['設定', 5],
    ['データベース', 5],
  ])('answers %s', (question, note) => {
    expect(found(question)[0]).toBe(note)
  })

  test('finds nothing where nothing is to be found', () => {
    expect(ask('kubernetes ingress')).toMatchObject({ hits: [], total: 0 })
    expect(ask('the of and')).toMatchObject({ hits: [], total: 0 })
    expect(ask('???')).toMatchObject({ hits: [], total: 0 })
    expect(search([], 'postgres')).toMatchObject({ hits: [], total: 0 })
  })

  test('gives the newest first when nothing is asked', () => {
    expect(found('')).toEqual([7, 6, 5, 4, 3, 2, 1, 0])
    expect(ask('  ', { limit: 2 })).toMatchObject({ total: 8, hits: [{ score: 0 }, { score: 0 }] })
  })

  test('finds a word with a slip in it, and says what it took it for', () => {
    expect(found('postgers')).toEqual(found('postgres'))
    expect(ask('postgers').replaced).toEqual([{ word: 'postger', by: ['postgr'] }])
    expect(found('conection', {}, [makeEntry(0, 'connection')])).toEqual([0])
    expect(found('datbase')).toEqual(found('database'))
  })

  test('finds words that begin with an unknown one', () => {
    expect(found('postgresq')).toEqual([0])
    expect(ask('data').replaced).toEqual([{ word: 'data', by: ['databas'] }])
    expect(found('데이', {}, [makeEntry(0, '데이터베이스')])).toEqual([0])
  })

  test('guesses only words of living memories', () => {
    const gone = Array.from('bcfghjklmn', (letter, n) => makeEntry(n, `data${letter}`))
    const segment = segmentOf([...gone, makeEntry(20, 'datastructures')])
    const dead = new Set(gone.keys())
    expect(search([{ segment, dead: new Set() }], 'data').total).toBeGreaterThan(1)
    expect(search([{ segment, dead }], 'data')).toMatchObject({
      hits: [{ entry: { memory: { body: 'datastructures' } } }],
      replaced: [{ word: 'data', by: ['datastructur'] }],
    })
  })

  test('does not guess at words that memories have', () => {
    expect(ask('postgres').replaced).toEqual([])
    expect(found('postgres')).toEqual([1, 0])
  })

  test('counts hits beyond the limit', () => {
    const many = Array.from({ length: 30 }, (_, n) => makeEntry(n * DAY_APART, `note ${n} on caching`))
    const { hits, total } = ask('cache', { limit: 7 }, many)
    expect([hits.length, total]).toEqual([7, 30])
    expect(ask('cache', {}, many).hits).toHaveLength(30)
  })
})

describe('filters', () => {
  test('keep types, any of the tags, a time, a path', () => {
    expect(found('', { types: ['fix', 'decision'] })).toEqual([2, 1, 0])
    expect(found('', { tags: ['Docker', '결제'] })).toEqual([4, 0])
    expect(found('', { path: 'src/api' })).toEqual([2])
    expect(found('', { path: './src/api/user_service.ts' })).toEqual([2])
    expect(found('', { path: 'src/ap' })).toEqual([])
    const since = new Date(notes[2]!.memory.created)
    const until = new Date(notes[4]!.memory.created)
    expect(found('', { since, until })).toEqual([3, 2])
  })

  test('apply to questions as well', () => {
    expect(new Set(found('types'))).toEqual(new Set([6, 7]))
    expect(found('types', { types: ['pattern'] })).toEqual([6])
  })
})

describe('operators', () => {
  test('type: and tag: filter, also alone', () => {
    expect(found('types type:pattern')).toEqual([6])
    expect(found('type:fix type:decision')).toEqual([2, 1, 0])
    expect(found('TAG:docker')).toEqual([0])
    expect(found('database tag:docker,결제')).toEqual([0])
  })

  test('quotation marks ask for the exact words', () => {
    expect(new Set(found('import types'))).toEqual(new Set([6, 7]))
    expect(found('"import  Type"')).toEqual([6])
    expect(found('"type import"')).toEqual([])
    expect(found('"src/api" cache')).toEqual([2])
  })

  test('a dash leaves a word out', () => {
    expect(found('types -barrel')).toEqual([7])
    expect(found('type:fix -docker-compose')).toEqual([2])
    expect(found('type:fix -postgresql')).toEqual([2])
  })

  test('are text where they make no sense', () => {
    expect(ask('type:nonsense tag:unheard-of').understood).toEqual({
      types: [],
      tags: [],
      phrases: [],
      excluded: [],
    })
    expect(found('tag:postgres')).toEqual([1, 0])
    expect(found('"postgres')).toEqual([1, 0])
    expect(found('-postgres')).toEqual([1, 0])
    expect(found('"" postgres "…"')).toEqual([1, 0])
    expect(found('rm -rf --max-old-space-size')).toEqual([3])
  })
})

const near = (minutes: number): Entry[] => [
  makeEntry(0, 'The login page of the shop is slow'),
  makeEntry(minutes, 'It was the missing index: fixed by adding one on orders'),
  makeEntry(5 * DAY_APART, 'The index page was fixed'),
]

describe('ranking', () => {
  test('prefers what was learnt next to other matches', () => {
    expect(found('slow login index fixed', {}, near(5)).indexOf(1)).toBeLessThan(2)
    const [together, apart] = [near(5), near(2 * DAY_APART)].map(
      (entries) =>
        ask('slow login index', {}, entries).hits.find(({ entry }) => entry.blob === entries[1]!.blob)!.score,
    )
    expect(together).toBeGreaterThan(apart!)
  })

  test('never gives a hit that has none of the words', () => {
    expect(found('orders', {}, near(5))).toEqual([1])
  })

  test('prefers titles and tags to bodies', () => {
    const entries = [
      makeEntry(0, 'some words on caching and more'),
      makeEntry(DAY_APART, 'Caching\nsome words on this and more'),
      makeEntry(2 * DAY_APART, 'some words on nothing', { tags: ['caching'] }),
    ]
    expect(found('caching', {}, entries).at(-1)).toBe(0)
  })

  test('prefers the newer of two that say the same', () => {
    const entries = [0, 40, 80].map((days) => makeEntry(days * DAY_APART, 'use the cache'))
    const now = new Date(entries[2]!.memory.created)
    expect(found('cache', { now }, entries)).toEqual([2, 1, 0])
    const scores = ask('cache', { now }, entries).hits.map(({ score }) => score)
    expect(scores[0]).toBeGreaterThan(scores[2]!)
    expect(scores[0]! / scores[2]!).toBeLessThan(1.1)
  })

  test('prefers the exact phrase, and what has all words', () => {
    const entries = [
      makeEntry(0, 'image: what the build cache keeps'),
      makeEntry(DAY_APART, 'the cache that the image build keeps'),
      makeEntry(2 * DAY_APART, 'the build that the image keeps'),
    ]
    expect(found('build cache', {}, entries)).toEqual([0, 1, 2])
    const priors = ask('build cache', { explain: true }, entries).hits.map(({ explain }) =>
      explain!.priors.map(({ name }) => name),
    )
    expect(priors).toEqual([['all words', 'exact phrase'], ['all words'], []])
  })

  test('prefers memories of the month that is named', () => {
    const entries = [
      makeEntry(0, 'we decided on the cache'),
      makeEntry(60 * DAY_APART, 'we decided on the cache'),
      makeEntry(400 * DAY_APART, 'we decided on the cache'),
    ]
    expect(found('what was decided on the cache', {}, entries)[0]).toBe(2)
    expect(found('what was decided on the cache in January 2025', {}, entries)[0]).toBe(0)
    expect(found('cache decided 2025-03', {}, entries)[0]).toBe(1)
    expect(found('you may cache', {}, entries)[0]).toBe(2)
  })
})

describe('laws', () => {
  const now = new Date(makeEntry(500, '').memory.created)

  test('no question throws', () => {
    const parts = [{ segment: segmentOf(notes), dead: new Set<number>() }]
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 60 }), someQuestion), (question) => {
        const { hits, total } = search(parts, question, { now, explain: true })
        expect(hits.length).toBe(total)
      }),
      runs(200),
    )
  })

  test.each([
    'TypeError: x is not',
    'foo:bar',
    '+a -b',
    '"unclosed',
    '🚀🚀 👩‍👩‍👧',
    'title:^~*?',
    '\u0000\ud800',
    '__proto__ constructor toString',
    'word '.repeat(20_000),
    'ab'.repeat(50_000),
    Array.from({ length: 15_000 }, (_, n) => `w${n}`).join(' '),
  ])('takes %.20s', (question) => {
    expect(() => ask(question, { now, explain: true })).not.toThrow()
  })

  test('the answer does not depend on how memories were put into segments', () => {
    const dice = fc.infiniteStream(fc.integer({ min: 0, max: 9 }))
    fc.assert(
      fc.property(
        someEntries,
        someQuestion,
        fc.integer({ min: 1, max: 5 }),
        dice,
        (entries, question, count, random) => {
          const groups = Array.from({ length: count }, (_, k) =>
            entries.filter((_entry, n) => n % count === k),
          )
          const parts = groups.map((group) => {
            const segment = segmentOf(group)
            const dead = group.flatMap((_entry, n) => (random.next().value === 0 ? [n] : []))
            return { segment, dead: new Set(dead) }
          })
          const one = [{ segment: openSegment(fileOf(mergeSegments(parts))), dead: new Set<number>() }]
          const options = { now, explain: true }
          expect(search(parts, question, options)).toEqual(search(one, question, options))
        },
      ),
      runs(300),
    )
  })

  test('the explanation adds up to the score', () => {
    fc.assert(
      fc.property(someEntries, someQuestion, (entries, question) => {
        for (const { score, explain } of ask(question, { now, explain: true }, entries).hits) {
          const all = [...(explain?.terms ?? []), ...(explain?.priors ?? [])]
          expect(all.reduce((sum, one) => sum + one.score, 0)).toBeCloseTo(score, 9)
        }
      }),
    )
  })

  test('every hit of a one-word question has the word', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        const having = entries.filter(({ memory }) => /postgres/i.test(memory.body))
        const { hits } = ask('postgres', {}, entries)
        expect(new Set(hits.map(({ entry }) => entry.blob))).toEqual(new Set(having.map(({ blob }) => blob)))
      }),
    )
  })

  test('a limit gives the beginning of the whole answer', () => {
    fc.assert(
      fc.property(someEntries, someQuestion, fc.nat(10), (entries, question, limit) => {
        const whole = ask(question, { now }, entries)
        const some = ask(question, { now, limit }, entries)
        expect(some).toEqual({ ...whole, hits: whole.hits.slice(0, limit) })
      }),
    )
  })
})
