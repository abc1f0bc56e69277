import { fileURLToPath } from 'node:url'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { measureStrength } from '../../bench/agent-hooks/sets.js'
import { EVERYDAY } from '../../src/search/everyday-words.js'
import { stemOf } from '../../src/search/lunr.js'
import { searchStrong } from '../../src/search/strong.js'
import { makeEntry, segmentOf, someEntries, someQuestion } from './memories.js'

const DATA = fileURLToPath(new URL('../../bench/agent-hooks', import.meta.url))
const partsOf = (...bodies: string[]) => [
  { segment: segmentOf(bodies.map((body, n) => makeEntry(n, body))), dead: new Set<number>() },
]
const strong = (text: string, ...bodies: string[]) =>
  searchStrong(partsOf(...bodies), text, { limit: 10 }).map(({ entry }) => entry.memory.body)

describe('strong hits', () => {
  it('have several telling words of the text, or one that says all', () => {
    const memory = 'Zebra printers in Gdansk print at 300 dpi'
    expect(strong('labels of the zebra printers come out small', memory)).toEqual([memory])
    expect(strong('a zebra crosses the street', memory)).toEqual([])
    const fix = 'ERR_PNPM_OUTDATED_LOCKFILE: run pnpm install --lockfile-only'
    expect(strong('got ERR_PNPM_OUTDATED_LOCKFILE', fix)).toEqual([fix])
  })

  it('are not made by words that every talk about programming has', () => {
    expect(
      strong('run the tests and fix the build', 'Run the tests before the build, and fix them first'),
    ).toEqual([])
    for (const word of ['test', 'function', 'error', 'write', 'explain', 'file'])
      expect(EVERYDAY.has(stemOf(word))).toBe(true)
  })

  it('need more of a long text', () => {
    const memory = 'Umlauts need a prologue'
    const short = 'umlauts without a prologue'
    const rest =
      'meanwhile harvest violet lanterns drift beneath quiet marble arches while distant thunder rolls across amber valleys toward frozen harbours'
    expect(strong(short, memory)).toEqual([memory])
    expect(strong(`${short} ${rest}`, memory)).toEqual([])
  })

  it('are the same however the memories lie in segments', () => {
    fc.assert(
      fc.property(someEntries, someQuestion, fc.nat(40), (entries, question, cut) => {
        const whole = [{ segment: segmentOf(entries), dead: new Set<number>() }]
        const two = [entries.slice(0, cut), entries.slice(cut)]
          .filter((some) => some.length > 0)
          .map((some) => ({ segment: segmentOf(some), dead: new Set<number>() }))
        const hits = (parts: typeof whole) =>
          new Map(
            searchStrong(parts, question, { limit: 50 }).map(({ entry, evidence }) => [
              entry.memory.id,
              evidence,
            ]),
          )
        expect(hits(two)).toEqual(hits(whole))
      }),
    )
  })

  it('are few where prompts have nothing to do with memories, and there where they have', () => {
    const { false: wrong, right, related, unrelated } = measureStrength(DATA)
    expect(unrelated).toBe(200)
    expect(wrong.length).toBeLessThanOrEqual(2)
    expect(right / related).toBeGreaterThan(0.7)
  })

  it('bear any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        searchStrong(partsOf('결제 서비스는 배포를 기다린다', '設定ファイルを読む', 'docker'), text, {
          limit: 3,
        })
      }),
    )
    expect(strong('設定ファイルはどこ', '設定ファイルを読む')).toEqual(['設定ファイルを読む'])
  })
})
