/** Memories as fast-check draws them: every field, awkward text, values that satisfy what `Memory` promises. */
import * as fc from 'fast-check'
import type { Memory, MemoryId } from '../../src/memory/memory.js'
import { MEMORY_TYPES } from '../../src/memory/memory.js'
import { cleanBody, normaliseTags, renderTime } from '../../src/memory/text.js'

const awkward = fc.constantFrom(
  '---',
  '--- ',
  '----',
  '---js',
  '> quoted',
  '>',
  '# heading',
  '## Patterns',
  '### mem-1737372000-a1b2',
  '<!-- tags: a | created: 2025-01-20 -->',
  '-->',
  '<!--',
  "it's: \"so\" 'so'",
  'back\\slash\\',
  '  indented',
  '\ttab',
  '',
  ' ',
  '한국어 日本語 🎉',
  '[a, b]: {c: d}',
  '1234e5',
  'null',
  '~',
  '2025-01-20',
  'é\u0301\u00a0x',
  '\u2028\u0085',
)

export const anyLine = fc.oneof(
  awkward,
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.string({ unit: 'grapheme' }),
)

/** Text as `cleanBody` leaves it. */
export const anyBody = fc
  .array(anyLine, { minLength: 1, maxLength: 6 })
  .map((lines) => cleanBody(lines.join('\n')))
  .filter((body) => body.trim() !== '')

export const anyTags = fc
  .array(fc.oneof(anyLine, fc.constantFrom('docker', 'a b', 'no', '5')), { maxLength: 4 })
  .map(normaliseTags)

export const anyId: fc.Arbitrary<MemoryId> = fc
  .tuple(
    fc.constantFrom('mem', 'mem', 'mem', 'fix', 'decision', 'pattern', 'context'),
    fc.oneof(fc.integer({ min: 1_700_000_000, max: 1_700_000_100 }), fc.nat(999_999_999_999)),
    fc.string({
      unit: fc.constantFrom(...Array.from('0123456789abcdefghijklmnopqrstuvwxyz')),
      minLength: 4,
      maxLength: 4,
    }),
  )
  .map(([prefix, seconds, rest]) => `${prefix}-${seconds}-${rest}`)

export const anyTime = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map(renderTime)

const anyText = anyLine
  .map((line) =>
    cleanBody(line)
      .trim()
      .replace(/\s*\n\s*/g, ' '),
  )
  .filter((text) => text !== '')

const KEYS = new Set([
  'id',
  'type',
  'tags',
  'created',
  'title',
  'updated',
  'aliases',
  'conflicts',
  'supersedes',
])
for (const key of ['confidence', 'source', 'links', 'anchors', '__proto__', 'constructor', 'prototype'])
  KEYS.add(key)
const anyKey = fc
  .oneof(fc.string(), fc.constantFrom('x-other', 'priority', '? ', 'a: b'))
  .filter((key) => !KEYS.has(key))
const { value: anyValue } = fc.letrec((again) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    anyLine,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
    fc.array(again('value'), { maxLength: 3 }),
    fc.dictionary(anyKey, again('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}))

export const anyMemory: fc.Arbitrary<Memory> = fc
  .record(
    {
      id: anyId,
      type: fc.constantFrom(...MEMORY_TYPES),
      tags: anyTags,
      created: anyTime,
      body: anyBody,
      title: anyText,
      updated: anyTime,
      aliases: fc.uniqueArray(anyId, { minLength: 1, maxLength: 3 }),
      conflicts: anyId,
      supersedes: anyId,
      confidence: fc.double({ noNaN: true, noDefaultInfinity: true }),
      source: anyText,
      links: fc.array(fc.record({ to: anyText, rel: anyText }), { minLength: 1, maxLength: 3 }),
      anchors: fc.array(
        fc.record(
          { path: anyText, lines: anyText, blob: anyText, symbol: anyText },
          { requiredKeys: ['path'], noNullPrototype: true },
        ),
        { minLength: 1, maxLength: 2 },
      ),
      extra: fc.dictionary(anyKey, anyValue, { minKeys: 1, maxKeys: 3, noNullPrototype: true }),
    },
    { requiredKeys: ['id', 'type', 'tags', 'created', 'body'], noNullPrototype: true },
  )
  .filter((memory) => !memory.aliases?.includes(memory.id))
