import { describe, expect, test } from 'vitest'
import { findSimilar, LOOKS_ALIKE } from '../../src/search/near.js'
import { makeEntry, segmentOf } from './memories.js'

const known = [
  'ECONNREFUSED on port 5432 means PostgreSQL is not running. Fix: docker-compose up -d',
  'Use pnpm in this repository, never npm: the lock file is pnpm-lock.yaml',
  'Barrel exports keep imports short; every directory has an index.ts',
  'The payment service retries three times with exponential backoff',
  '결제 서비스는 세 번 재시도한 뒤 관리자에게 알림을 보낸다',
]
const filler = Array.from({ length: 200 }, (_, n) => `note ${n} on build step ${n % 17} and cache ${n % 5}`)
const entries = [...known, ...filler].map((body, n) => makeEntry(n, body))
const half = entries.length / 2
const parts = [entries.slice(0, half), entries.slice(half)].map((some) => ({
  segment: segmentOf(some),
  dead: new Set<number>(),
}))
const similarTo = (body: string): string[] =>
  findSimilar(parts, body, 3).map(({ entry }) => entry.memory.body)

describe('findSimilar', () => {
  test('finds the memory itself, fully alike', () => {
    for (const body of known) {
      const [first] = findSimilar(parts, body, 3)
      expect(first).toMatchObject({ entry: { memory: { body } } })
      expect(first!.similarity).toBeCloseTo(1)
    }
  })

  test('finds a memory that was reworded a little, reordered or shortened', () => {
    expect(
      similarTo('PostgreSQL not running gives ECONNREFUSED on port 5432; fix it by `docker-compose up -d`'),
    ).toEqual([known[0]])
    expect(similarTo('Use pnpm in this repo, never npm (pnpm-lock.yaml)')).toEqual([known[1]])
    expect(similarTo('결제 서비스가 세 번 재시도한 뒤 관리자에게 알림을 보냄')).toEqual([known[4]])
  })

  test('leaves alone what merely speaks of the same things', () => {
    expect(similarTo('PostgreSQL listens on port 6543 in the test environment')).toEqual([])
    expect(similarTo('Something entirely new about kubernetes')).toEqual([])
    expect(similarTo('')).toEqual([])
  })

  test('does not find what was forgotten', () => {
    const segment = segmentOf([makeEntry(1, known[0]!), makeEntry(2, known[1]!)])
    expect(findSimilar([{ segment, dead: new Set() }], known[0]!, 3)).toHaveLength(1)
    expect(findSimilar([{ segment, dead: new Set([0]) }], known[0]!, 3)).toEqual([])
  })

  test('gives the most similar first, at most as many as asked for', () => {
    const texts = ['alpha beta gamma delta', 'alpha beta gamma delta epsilon', 'alpha beta gamma zeta']
    const segment = segmentOf(texts.map((text, n) => makeEntry(n, text)))
    const found = findSimilar([{ segment, dead: new Set() }], texts[0]!, 2)
    expect(found.map(({ entry }) => entry.memory.body)).toEqual(texts.slice(0, 2))
    expect(found[1]!.similarity).toBeGreaterThanOrEqual(LOOKS_ALIKE)
    expect(found[1]!.similarity).toBeLessThan(1)
  })
})
