import { describe, expect, it } from 'vitest'
import type { Memory } from '../../src/memory/memory.js'
import {
  isReadable,
  mergeFields,
  mergeSets,
  sameMemory,
  uniteAliases,
} from '../../src/memory/merge-fields.js'

const ONE = '2025-01-21T13:00:00Z'
const TWO = '2025-01-21T14:00:00Z'
const old: Memory = {
  id: 'mem-1737460800-d0c1',
  type: 'fix',
  tags: ['docker'],
  created: '2025-01-21T12:00:00Z',
  body: 'text',
}

/** The fields of a memory that both sides edited, theirs later. Whichever is ours. */
function merged(mine: Partial<Memory>, other: Partial<Memory>, base: Partial<Memory> = {}) {
  const [b, o, t] = [
    { ...old, ...base },
    { ...old, updated: ONE, ...mine },
    { ...old, updated: TWO, ...other },
  ]
  const fields = mergeFields(b, o, t)
  expect(mergeFields(b, t, o)).toEqual(fields)
  return fields
}

describe('two versions of a memory', () => {
  it('are the same when only the order of their fields differs, or a field that has no value', () => {
    const { body, ...rest } = old
    const other: Memory = { body, title: undefined, ...rest }
    expect(sameMemory(old, other)).toBe(true)
    expect(sameMemory(old, { ...other, title: 't' })).toBe(false)
    expect(sameMemory(old, { ...old, body: 'other' })).toBe(false)
    expect(sameMemory(undefined, undefined)).toBe(true)
    expect([sameMemory(old, undefined), sameMemory(undefined, old)]).toEqual([false, false])
  })
})

describe('the fields of a memory that both sides edited', () => {
  it('are each taken from the side that changed it', () => {
    const anchors = [{ path: 'src/a.ts' }]
    const mine = { conflicts: 'mem-1-000a', source: 'me', anchors, extra: { priority: 1 } }
    const other = { supersedes: 'mem-2-000b', confidence: 0.5, title: 'Title' }
    expect(merged(mine, other)).toMatchObject({ ...mine, ...other })
    expect(merged(other, mine)).toMatchObject({ ...mine, ...other })
  })

  it('are without a field that one side took away', () => {
    const before = { title: 'Title', source: 'me', links: [{ to: 'a', rel: 'see' }], extra: { a: 1 } }
    const none = { title: undefined, source: undefined, links: undefined, extra: undefined }
    expect(merged(before, { ...before, tags: ['docker', 'new'] }, before)).toMatchObject(before)
    const fields = merged({ ...before, ...none }, { ...before, tags: ['docker', 'new'] }, before)
    for (const key of Object.keys(none)) expect(fields).not.toHaveProperty(key)
    expect(fields.tags).toEqual(['docker', 'new'])
  })

  it('tell of the first time and the last', () => {
    const fields = mergeFields(undefined, { ...old, created: TWO }, { ...old, created: ONE })
    expect([fields.created, fields.updated]).toEqual([ONE, TWO])
    expect(mergeFields(undefined, old, { ...old, tags: [] })).not.toHaveProperty('updated')
    expect(mergeFields(undefined, { ...old, updated: old.created }, old).updated).toBe(old.created)
    expect(mergeFields(undefined, old, { ...old, updated: old.created }).updated).toBe(old.created)
  })

  it('hold no more tags, links and aliases than are read', () => {
    const many = (mark: string, n: number) => Array.from({ length: n }, (_, i) => `${mark}${i}`)
    const links = (mark: string) => many(mark, 150).map((to) => ({ to, rel: 'see' }))
    const aliases = (from: number) => many('mem-', 600).map((id, i) => `${id}-${from + i}`)
    const fields = merged(
      { tags: many('a', 32), links: links('a'), aliases: aliases(1000) },
      { tags: many('b', 32), links: links('b'), aliases: aliases(5000) },
    )
    expect([fields.tags.length, fields.links!.length, fields.aliases!.length]).toEqual([32, 200, 1000])
  })

  it('tell links to the same place from each other by what they mean', () => {
    const [see, fixes] = [
      { to: 'a', rel: 'see' },
      { to: 'a', rel: 'fixes' },
    ]
    expect(merged({ links: [see] }, { links: [fixes] }).links).toEqual([fixes, see])
  })
})

describe('unknown fields that both sides edited', () => {
  const extra = (...sides: (Memory['extra'] | undefined)[]) =>
    merged({ extra: sides[1] }, { extra: sides[2] }, { extra: sides[0] }).extra

  it('have what either side added or changed, without what either side took away', () => {
    expect(extra({ a: 1, b: 1, c: 1 }, { b: 1, c: 2, d: 1 }, { a: 1, b: 1, c: 1, e: 1 })).toEqual({
      b: 1,
      c: 2,
      d: 1,
      e: 1,
    })
    expect(Object.keys(extra({ z: 1 }, { z: 1, y: 1 }, { z: 1, x: 1 })!)).toEqual(['z', 'x', 'y'])
  })

  it('are gone when each side took one away', () => {
    expect(extra({ a: 1, b: 1 }, { a: 1 }, { b: 1 })).toBeUndefined()
  })

  it('have the later value where both changed one', () => {
    expect(extra({ a: 1 }, { a: 3 }, { a: 2 })).toEqual({ a: 2 })
  })

  it('are those of the later side when both together are too many', () => {
    const [mine, other] = [{ a: 'x'.repeat(5000) }, { b: 'y'.repeat(5000) }]
    expect(extra(undefined, mine, other)).toEqual(other)
    expect(extra(undefined, mine, { b: 'y' })).toEqual({ ...mine, b: 'y' })
  })
})

describe('a set that both sides edited', () => {
  it('is in the order of a side that has just these items', () => {
    expect(mergeSets(['a'], ['c', 'a', 'b'], ['a', 'b'])).toEqual(['c', 'a', 'b'])
    expect(mergeSets(['a'], ['a', 'b'], ['c', 'a', 'b'])).toEqual(['c', 'a', 'b'])
  })

  it('is in the order of the side that changed the order', () => {
    expect(mergeSets(['a', 'b'], ['b', 'a'], ['a', 'b'])).toEqual(['b', 'a'])
    expect(mergeSets(['a', 'b'], ['a', 'b'], ['b', 'a'])).toEqual(['b', 'a'])
  })

  it('has otherwise the old items first, and then the new ones by name', () => {
    expect(mergeSets(['z', 'x', 'y'], ['z', 'y', 'n', 'm'], ['y', 'x', 'z', 'k'])).toEqual([
      'z',
      'y',
      'k',
      'm',
      'n',
    ])
    expect(mergeSets(undefined, ['b', 'd'], ['c', 'a'])).toEqual(['a', 'b', 'c', 'd'])
  })
})

describe('aliases', () => {
  it('are united, oldest first, without the own id', () => {
    const [a, b, c] = ['mem-9-aaaa', 'mem-10-aaaa', 'mem-11-aaaa']
    expect(uniteAliases(b, [c, b], undefined, [a, c])).toEqual([a, c])
    expect(uniteAliases(b, [b])).toBeUndefined()
  })
})

describe('a memory is taken for readable', () => {
  const readable = (more: Partial<Memory>) => isReadable({ ...old, ...more })

  it('up to a length of its fields that counts what quoting adds', () => {
    expect(readable({ title: 'x'.repeat(30_000) })).toBe(true)
    expect(readable({ title: 'x'.repeat(31_000) })).toBe(false)
    for (const [character, bytes] of [
      ["'", 2],
      ['"', 2],
      ['\\', 2],
      ['한', 6],
    ] as const) {
      expect(readable({ title: character.repeat(30_000 / bytes) })).toBe(true)
      expect(readable({ title: character.repeat(31_000 / bytes) })).toBe(false)
    }
  })

  it('up to a length of the names of unknown fields', () => {
    expect(readable({ extra: { ['k'.repeat(30_000)]: null } })).toBe(true)
    expect(readable({ extra: { ['k'.repeat(31_000)]: null } })).toBe(false)
  })

  it('up to a number of values', () => {
    expect(readable({ extra: { list: Array<number>(1800).fill(1) } })).toBe(true)
    expect(readable({ extra: { list: Array<number>(1950).fill(1) } })).toBe(false)
  })

  it('up to a length of all of it in bytes', () => {
    expect(readable({ body: '한'.repeat(85_000) })).toBe(true)
    expect(readable({ body: '한'.repeat(86_000) })).toBe(false)
    expect(readable({ body: '한'.repeat(85_000), title: 'x'.repeat(2_000) })).toBe(false)
  })
})
