import { readFileSync } from 'node:fs'
import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { runs } from '../helpers/runs.js'
import { search } from '../../src/search/search.js'
import { nearness, normalised, quantise, UNKNOWN } from '../../src/search/vectors.js'
import { WordVectors } from '../../src/search/word-vectors.js'
import { fileOf, makeEntry, segmentOf } from './memories.js'

const bytes = new Uint8Array(readFileSync(new URL('../../assets/words.vec', import.meta.url)))
const table = new WordVectors(fileOf(bytes))
const cosine = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * b[i]!, 0)

function near(vectors: Float32Array[], query: Float32Array, wanted = Int32Array.from(vectors.keys())) {
  const rows = vectors.map(quantise)
  const dimensions = query.length
  const values = new Int8Array(rows.length * dimensions)
  rows.forEach((row, n) => values.set(row.values, n * dimensions))
  const words = Int32Array.from(rows, ({ scale }) => scale)
  const layout = { bytes: values, words, first: 0, step: dimensions, firstScale: 0, scaleStep: 1, dimensions }
  return nearness(layout, wanted, quantise(query))
}

const someVector = (dimensions: number) =>
  fc
    .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
    .map((values) => Float32Array.from(values))
    .filter((vector) => vector.some((value) => Math.abs(value) > 0.01))

describe('vectors as bytes', () => {
  test.each([3, 8, 128, 1536])(
    'are as near as the numbers they came from, with %i dimensions',
    (dimensions) => {
      fc.assert(
        fc.property(someVector(dimensions), someVector(dimensions), (a, b) => {
          const { near: found, unit, most, nearest } = near([a, b], b)
          expect(found[0]! * unit).toBeCloseTo(cosine(normalised(a), normalised(b)), 1)
          expect(found[1]! * unit).toBeCloseTo(1, 1)
          expect(found[nearest]).toBe(most)
        }),
        runs(50),
      )
    },
  )

  test('of nothing are unknown', () => {
    const vector = Float32Array.of(1, 0, 0)
    const zeros = new Float32Array(3)
    const found = near([vector, zeros], vector, Int32Array.of(0, 1, -1))
    expect([...found.near.subarray(1)]).toEqual([UNKNOWN, UNKNOWN])
    expect(near([zeros], vector)).toMatchObject({ nearest: -1 })
  })
})

describe('the table of words', () => {
  test('is as it was made', () => {
    expect(table.isSound()).toBe(true)
    const changed = bytes.slice()
    changed[2_000_000]! ^= 1
    expect(new WordVectors(fileOf(changed)).isSound()).toBe(false)
    expect(() => new WordVectors(fileOf(bytes.slice(0, 1_000_000)))).toThrow('damaged')
    expect(() => new WordVectors(fileOf(new Uint8Array(100)))).toThrow('damaged')
  })

  test.each([
    ['billing', 'the invoice was not paid', 'the sidebar is blue'],
    ['timezone', 'clocks run on UTC', 'install packages'],
    ['getUserById', 'how to look up a user', 'restart the queue'],
  ])('knows that %s is nearer to "%s" than to "%s"', (word, nearer, farther) => {
    const [a, b, c] = [word, nearer, farther].map((text) => table.embed(text))
    expect(cosine(a!, b!)).toBeGreaterThan(cosine(a!, c!) + 0.1)
  })

  test.each(['', '결제 서비스 3', 'データベース', '!?', 'xqzvkjwq'])('says nothing of %j', (text) => {
    expect(table.embed(text).every((value) => value === 0)).toBe(true)
  })

  test('takes any text, and gives a vector of length 1 or 0', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (text) => {
        const vector = table.embed(text)
        const length = Math.sqrt(cosine(vector, vector))
        expect(length === 0 || Math.abs(length - 1) < 1e-3).toBe(true)
      }),
    )
  })
})

describe('search with meaning', () => {
  const bodies = [
    ...Array.from({ length: 30 }, (_, n) => `unrelated note ${n}`),
    'the colour of buttons is blue',
    'a red word',
  ]
  const entries = bodies.map((body, n) => makeEntry(n * 1440, body))
  const vectors = bodies.map((body) => table.embed(body))
  const meaningOf = (question: string, which = [...bodies.keys()]) => {
    const { near: found, ...rest } = near(vectors, table.embed(question))
    return { near: [Int32Array.from(which, (n) => found[n]!)], ...rest, weight: 0.3 }
  }

  test('finds what has none of the words, marked so', () => {
    const parts = [{ segment: segmentOf(entries), dead: new Set<number>() }]
    expect(search(parts, 'crimson hues').total).toBe(0)
    const answer = search(parts, 'crimson hues', { meaning: meaningOf('crimson hues'), explain: true })
    expect(answer.hits.map(({ entry }) => entry.memory.body)).toEqual(['the colour of buttons is blue'])
    expect(answer.total).toBe(1)
    expect(answer.hits[0]!.explain!.priors).toEqual([{ name: 'meaning', score: answer.hits[0]!.score }])
  })

  test('keeps to the filters', () => {
    const parts = [{ segment: segmentOf(entries), dead: new Set<number>() }]
    const meaning = meaningOf('crimson hues')
    expect(search(parts, 'crimson hues', { meaning, types: ['context'] }).total).toBe(1)
    expect(search(parts, 'crimson hues', { meaning, types: ['fix'] }).total).toBe(0)
  })

  test('answers the same however memories lie in segments', () => {
    const half = (parity: number): number[] => [...bodies.keys()].filter((n) => n % 2 === parity)
    const one = [{ segment: segmentOf(entries), dead: new Set<number>() }]
    const two = [0, 1].map((parity) => ({
      segment: segmentOf(half(parity).map((n) => entries[n]!)),
      dead: new Set<number>(),
    }))
    for (const question of ['crimson hues', 'note about hues', 'red crimson hues']) {
      const meaning = meaningOf(question)
      const split = { ...meaning, near: [0, 1].map((parity) => meaningOf(question, half(parity)).near[0]!) }
      const answers = [search(one, question, { meaning }), search(two, question, { meaning: split })]
      expect(answers[1]!.hits).toEqual(answers[0]!.hits)
      expect(answers[0]!.hits).not.toEqual([])
    }
  })
})
