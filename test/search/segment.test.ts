import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hashText } from '../../src/search/bytes.js'
import { mergeSegments } from '../../src/search/merge-segments.js'
import {
  DamagedSegment,
  encodeSegment,
  idKey,
  openSegment,
  textKey,
  type Entry,
} from '../../src/search/segment.js'
import { fileOf, makeEntry, segmentOf, someEntries } from './memories.js'

const byId = (entries: Iterable<Entry>): Entry[] =>
  [...entries].toSorted((a, b) => (a.memory.id < b.memory.id ? -1 : 1))

describe('a segment', () => {
  test('gives back the entries it was made of', () => {
    fc.assert(
      fc.property(someEntries, (entries) => {
        const segment = segmentOf(entries)
        expect(segment.count).toBe(entries.length)
        expect(byId(segment.entries())).toEqual(byId(entries))
        expect(Array.from({ length: segment.count }, (_, n) => segment.entry(n))).toEqual([
          ...segment.entries(),
        ])
      }),
    )
  })

  test('numbers its documents from the oldest to the newest', () => {
    const segment = segmentOf([makeEntry(3, 'c'), makeEntry(1, 'a'), makeEntry(2, 'b')])
    expect([...segment.entries()].map(({ memory }) => memory.body)).toEqual(['a', 'b', 'c'])
  })

  test('has the same bytes whatever the order of the entries', () => {
    fc.assert(
      fc.property(someEntries, fc.infiniteStream(fc.double({ noNaN: true })), (entries, random) => {
        const shuffled = entries
          .map((entry) => ({ entry, at: random.next().value }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ entry }) => entry)
        expect(encodeSegment(shuffled)).toEqual(encodeSegment(entries))
      }),
    )
  })

  test('takes times it cannot order by as the oldest', () => {
    const segment = segmentOf([makeEntry(1, 'a'), makeEntry(2, 'b', { created: 'yesterday' })])
    expect([...segment.entries()].map(({ memory }) => memory.body)).toEqual(['b', 'a'])
  })

  test('keeps entries larger than a page', () => {
    const body = 'long '.repeat(10_000)
    const segment = segmentOf([makeEntry(1, 'before'), makeEntry(2, body), makeEntry(3, 'after')])
    expect(segment.entry(1).memory.body).toBe(body)
    expect(segment.entry(2).memory.body).toBe('after')
  })
})

describe('find', () => {
  const entries = [
    makeEntry(1, 'Use pnpm, not npm.', { aliases: ['mem-5-abcd'] }),
    makeEntry(2, 'use   pnpm, NOT npm'),
    makeEntry(3, 'Something else'),
  ]
  const segment = segmentOf(entries)

  test('finds a memory by its id and by an alias', () => {
    expect(segment.find(idKey(entries[2]!.memory.id))).toEqual([2])
    expect(segment.find(idKey('mem-5-abcd'))).toEqual([0])
    expect(segment.find(idKey('mem-6-abcd'))).toEqual([])
  })

  test('finds every memory that says the same', () => {
    expect(segment.find(textKey('USE pnpm, not npm!'))).toEqual([0, 1])
    expect(segment.find(textKey('something'))).toEqual([])
  })

  test('does not take one id for another that has the same hash', () => {
    const [one, other] = ['mem-1757096421-12b8', 'mem-1762428811-6498']
    expect(hashText(idKey(one))).toBe(hashText(idKey(other)))
    const both = segmentOf([makeEntry(1, 'one', { id: one }), makeEntry(2, 'other', { id: other })])
    expect([both.find(idKey(one)), both.find(idKey(other))]).toEqual([[0], [1]])
    expect(segmentOf([makeEntry(1, 'one', { id: one })]).find(idKey(other))).toEqual([])
  })

  test('finds each of many', () => {
    const many = Array.from({ length: 3000 }, (_, n) => makeEntry(n, `text ${n}`))
    const large = segmentOf(many)
    for (let n = 0; n < many.length; n += 37) {
      expect(large.find(idKey(many[n]!.memory.id))).toEqual([n])
      expect(large.find(textKey(`Text ${n}`))).toEqual([n])
    }
  })
})

describe('merging segments', () => {
  test('gives the bytes of one segment with the living entries', () => {
    const deadRatio = fc.infiniteStream(fc.integer({ min: 0, max: 9 }))
    fc.assert(
      fc.property(someEntries, fc.integer({ min: 1, max: 5 }), deadRatio, (entries, count, random) => {
        const groups = Array.from({ length: count }, (_, k) => entries.filter((_entry, n) => n % count === k))
        const living: Entry[] = []
        const parts = groups.map((group) => {
          const segment = segmentOf(group)
          const dead = new Set<number>()
          for (let n = 0; n < segment.count; n++) {
            if (random.next().value === 0) dead.add(n)
            else living.push(segment.entry(n))
          }
          return { segment, dead }
        })
        expect(mergeSegments(parts)).toEqual(encodeSegment(living))
      }),
    )
  })
})

describe('a damaged segment', () => {
  const entries = Array.from({ length: 60 }, (_, n) =>
    makeEntry(n, `note ${n} about postgres and ${'word'.repeat(n % 7)} ${n * n}`),
  )
  const bytes = encodeSegment(entries)
  const readAll = (file: Uint8Array): unknown => {
    const segment = openSegment(fileOf(file))
    return {
      entries: [...segment.entries()],
      columns: [segment.times(), segment.ties(), segment.lengths(), segment.types()].map((column) => [
        ...column,
      ]),
      terms: [...segment.termsFrom('')].map((term) => [term, segment.postings(term)]),
      found: segment.find(textKey(entries[7]!.memory.body)),
    }
  }
  const right = readAll(bytes)

  test('is noticed whichever bit is flipped', () => {
    for (let at = 0; at < bytes.length; at += 11) {
      const flipped = bytes.slice()
      flipped[at]! ^= 1 << (at % 8)
      expect(() => readAll(flipped), `byte ${at}`).toThrow(DamagedSegment)
    }
    expect(readAll(bytes)).toEqual(right)
  })

  test('is noticed wherever it is cut, and when something is appended', () => {
    for (let length = 0; length < bytes.length; length += 97) {
      expect(() => readAll(bytes.subarray(0, length)), `${length} bytes`).toThrow(DamagedSegment)
    }
    expect(() => readAll(new Uint8Array([...bytes, 0]))).toThrow(DamagedSegment)
  })

  test('is noticed when two pages changed places', () => {
    const large = encodeSegment(Array.from({ length: 400 }, (_, n) => makeEntry(n, `note ${n}`)))
    const swapped = large.slice()
    const at = large.length - 3 * 4096
    swapped.set(large.subarray(at, at + 4096), at - 4096)
    swapped.set(large.subarray(at - 4096, at), at)
    expect(() => readAll(swapped)).toThrow(DamagedSegment)
  })

  test('is noticed when the file is not ours', () => {
    expect(() => openSegment(fileOf(new TextEncoder().encode('{"version":"2.3.9"}'.repeat(400))))).toThrow(
      DamagedSegment,
    )
    expect(() => openSegment(fileOf(new Uint8Array(0)))).toThrow(DamagedSegment)
  })

  test('can still be read where it is whole, and is read only where it is asked', () => {
    const large = encodeSegment(
      Array.from({ length: 2000 }, (_, n) => makeEntry(n, `note ${n} ${'x'.repeat(200)}`)),
    )
    let read = 0
    const file = fileOf(large)
    const counted = { size: file.size, read: (o: number, l: number) => ((read += l), file.read(o, l)) }
    const segment = openSegment(counted)
    expect(read).toBeLessThan(8192)
    expect(segment.entry(1999).memory.body).toMatch(/^note 1999 /)
    expect(segment.find(idKey(segment.entry(5).memory.id))).toEqual([5])
    expect(read).toBeLessThan(80_000)
    expect(large.length).toBeGreaterThan(600_000)
  })
})
