import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf, withContext } from '../../src/memory/changes.js'
import type { Memory } from '../../src/memory/memory.js'
import { lineChanges } from '../../src/memory/merge-text.js'

const memory: Memory = {
  id: 'mem-1737390000-a7b8',
  type: 'fix',
  tags: ['a'],
  created: '2025-01-20T16:20:00Z',
  body: 'one\ntwo',
}
const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { minLength: 1 }).map((lines) => lines.join('\n'))

const many = (name: string): string => Array.from({ length: 3000 }, (_, n) => `${name}${n}`).join('\n')

describe('lineChanges', () => {
  it('holds both texts whole and in order', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = lineChanges(before, after)
        const side = (without: string): string =>
          changes
            .filter(({ kind }) => kind !== without)
            .map((change) => change.text)
            .join('\n')
        expect(side('added')).toBe(before)
        expect(side('removed')).toBe(after)
      }),
    )
  })

  it('replaces a text that has nothing in common with the other, however long', () => {
    const changes = lineChanges(many('a'), many('b'))
    expect(changes).toHaveLength(6000)
    expect(changes[0]).toEqual({ kind: 'removed', text: 'a0' })
    expect(changes.at(-1)).toEqual({ kind: 'added', text: 'b2999' })
  })
})

describe('changesOf', () => {
  it('names the fields that differ and the lines of the body', () => {
    const after: Memory = { ...memory, type: 'pattern', tags: ['a', 'b'], updated: 'x', body: 'one\n2' }
    expect(changesOf(memory, after)).toEqual({
      fields: [
        { field: 'type', before: 'fix', after: 'pattern' },
        { field: 'tags', before: ['a'], after: ['a', 'b'] },
      ],
      lines: [
        { kind: 'same', text: 'one' },
        { kind: 'removed', text: 'two' },
        { kind: 'added', text: '2' },
      ],
    })
  })

  it('shows no lines of a body that is the same', () => {
    expect(changesOf(memory, { ...memory, title: 't' })).toEqual({
      fields: [{ field: 'title', before: undefined, after: 't' }],
      lines: [],
    })
  })
})

it('leaves out what is far from a change', () => {
  const lines = lineChanges('a\nb\nc\nd\ne\nf\ng', 'a\nb\nc\nD\ne\nf\ng')
  expect(withContext(lines, 1).map((line) => line?.text)).toEqual([undefined, 'c', 'd', 'D', 'e', undefined])
})
