/** Memories and segment files for the tests of this room. */
import * as fc from 'fast-check'
import type { Memory } from '../../src/memory/memory.js'
import { encodeSegment, openSegment, type Entry, type RandomAccess } from '../../src/search/segment.js'

const START = 1_737_390_000

/** The n-th memory, a minute after the one before. */
export function makeEntry(n: number, body: string, more: Partial<Memory> = {}): Entry {
  const seconds = START + n * 60
  const created = `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
  const id = `mem-${seconds}-${n.toString(16).padStart(4, '0')}`
  return {
    memory: { id, type: 'context', tags: [], created, body, ...more },
    blob: n.toString(16).padStart(40, '0'),
  }
}

export function fileOf(bytes: Uint8Array): RandomAccess {
  return { size: bytes.length, read: (offset, length) => bytes.slice(offset, offset + length) }
}

export function segmentOf(entries: Entry[]): ReturnType<typeof openSegment> {
  return openSegment(fileOf(encodeSegment(entries)))
}

const WORDS =
  'postgres docker port connection refused getUserById user_service src/db.ts --force ECONNREFUSED 결제 서비스는 배포를 設定 ファイル the retry cache 42 v1.2.3'.split(
    ' ',
  )

const someText = fc
  .array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 })
  .map((words) => words.join(' '))

/** Entries with text from a small vocabulary, so that words meet, and with times that often collide. */
export const someEntries: fc.Arbitrary<Entry[]> = fc
  .array(
    fc.record({
      minute: fc.integer({ min: 0, max: 400 }),
      body: fc.oneof(
        someText,
        fc.tuple(someText, someText).map((lines) => lines.join('\n')),
        fc.string({ unit: 'grapheme', minLength: 1 }),
      ),
      tags: fc.uniqueArray(fc.constantFrom('docker', 'db', 'build tools'), { maxLength: 2 }),
      type: fc.constantFrom('pattern', 'decision', 'fix', 'context'),
      path: fc.option(fc.constantFrom('src/db.ts', 'src/api/user_service.ts'), { nil: undefined }),
    }),
    { maxLength: 40 },
  )
  .map((all) =>
    all.map(({ minute, body, tags, type, path }, n) => {
      const time = makeEntry(minute, '').memory.created
      const more: Partial<Memory> = { tags, type, created: time, ...(path ? { anchors: [{ path }] } : {}) }
      return makeEntry(n, body, more)
    }),
  )

/** Words that memories have, words they do not have, and operators, in any order. */
export const someQuestion: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...WORDS),
      fc.constantFrom(
        'postgers',
        'dock',
        'getUser',
        'unheard',
        '결제가',
        'type:fix',
        'tag:db',
        '-docker',
        '"port connection"',
      ),
    ),
    { maxLength: 5 },
  )
  .map((words) => words.join(' '))
