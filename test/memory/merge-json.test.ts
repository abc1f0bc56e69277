import { describe, expect, it } from 'vitest'
import { type Json, mergeJson } from '../../src/memory/merge-json.js'

/** Whichever side is ours. */
function merged(base: Json | undefined, one: Json, other: Json, at: [string, string] = ['', '']): string {
  const both = [mergeJson(base, one, other, at), mergeJson(base, other, one, [at[1], at[0]])]
  const [first, second] = both.map((value) => JSON.stringify(value))
  expect(second).toBe(first)
  return first!
}
const LATER: [string, string] = ['2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z']

describe('the merge of two values of JSON', () => {
  it('takes the later of two changes, and the greater of two at the same time', () => {
    expect(merged('a', 'z', 'b', LATER)).toBe('"b"')
    expect(merged('a', 'z', 'b')).toBe('"z"')
    expect(mergeJson('a', 'z', 'b')).toBe('z')
    expect(mergeJson('a', 'b', 'z')).toBe('z')
  })

  it('takes the later one where they are of different kinds', () => {
    const values: Json[] = [null, 1, 'text', ['item'], { key: 'value' }]
    for (const one of values) {
      for (const other of values) expect(merged('old', one, other, LATER)).toBe(JSON.stringify(other))
    }
  })

  it('takes the change of one side, though the other is later', () => {
    const old = { list: ['x', 'x'], at: { y: 1 } }
    expect(merged(old, { ...old, list: ['x'] }, { ...old, more: true }, LATER)).toBe(
      '{"list":["x"],"at":{"y":1},"more":true}',
    )
  })
})

describe('the merge of two objects', () => {
  it('keeps what one side changed and the other removed, however deep it lies', () => {
    expect(merged({ a: { b: 1 } }, { a: {} }, { a: { b: 2 } })).toBe('{"a":{"b":2}}')
    expect(merged({ a: { b: [1] } }, {}, { a: { b: [1, 2] } })).toBe('{"a":{"b":[1,2]}}')
  })

  it('keeps what one side changed though the other removed it later', () => {
    expect(merged({ a: 1 }, { a: 2 }, {}, LATER)).toBe('{"a":2}')
  })

  it('is without what one side removed and the other left as it was', () => {
    const old = { word: 'a', list: ['b'], object: { c: 1 } }
    expect(merged(old, { added: 1 }, { ...old, other: 2 })).toBe('{"added":1,"other":2}')
    const kept = mergeJson(old, { added: 1 }, { ...old, other: 2 })
    expect(Object.keys(kept as object)).toEqual(['added', 'other'])
  })

  it('has the keys in the order of the base, then the new ones by name', () => {
    expect(merged({ z: 1, a: 1 }, { z: 1, a: 1, n: 1 }, { z: 1, a: 1, m: 1 })).toBe(
      '{"z":1,"a":1,"m":1,"n":1}',
    )
  })

  it('unites two that were made independently', () => {
    expect(merged(undefined, { a: 1 }, { b: 2 })).toBe('{"a":1,"b":2}')
    expect(merged('text', { a: 1 }, { b: 2 })).toBe('{"a":1,"b":2}')
  })
})

describe('the merge of two lists', () => {
  it('has the items that either side added, without those that either side removed', () => {
    expect(merged(['a', 'b'], ['a', 'd'], ['a', 'b', 'c'])).toBe('["a","c","d"]')
    expect(merged([1, { x: 1 }], [{ x: 1 }, null], [1, { x: 1 }, [2]])).toBe('[{"x":1},[2],null]')
  })

  it('unites two that were made independently', () => {
    expect(merged(undefined, ['a'], ['b'])).toBe('["a","b"]')
    expect(merged({ not: 'a list' }, ['a'], ['b'])).toBe('["a","b"]')
  })

  it('takes a list that holds something twice as a whole', () => {
    expect(merged(['a'], ['a', 'b', 'b'], ['a', 'c'], LATER)).toBe('["a","c"]')
    expect(merged(['a'], ['a', 'c'], ['a', 'b', 'b'], LATER)).toBe('["a","b","b"]')
  })

  it('goes by the ids of items, be they words or numbers', () => {
    for (const id of ['US-1', 1]) {
      const [old, other] = [{ id, a: 1, b: 1 }, { id: 'other' }]
      expect(merged([old], [{ ...old, a: 2 }], [{ ...old, b: 2 }, other])).toBe(
        JSON.stringify([{ id, a: 2, b: 2 }, other]),
      )
    }
  })

  it('tells the id 1 from the id "1"', () => {
    expect(merged([], [{ id: 1 }], [{ id: '1' }])).toBe('[{"id":"1"},{"id":1}]')
  })

  it('loses no item that has no id of its own', () => {
    const [twice, again, nameless] = [{ id: 'a', x: 1 }, { id: 'a', x: 2 }, { name: 'b' }]
    expect(merged([], [twice, again], [nameless])).toBe(JSON.stringify([twice, again, nameless]))
    expect(merged([], [twice, again], [{ id: 'b' }])).toBe(JSON.stringify([twice, again, { id: 'b' }]))
    expect(merged([], [nameless, { name: 'c' }], [{ id: null }])).toBe(
      JSON.stringify([{ id: null }, nameless, { name: 'c' }]),
    )
  })
})
