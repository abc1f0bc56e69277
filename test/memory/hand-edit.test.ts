import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesByHand } from '../../src/memory/hand-edit.js'
import type { HandEdits } from '../../src/memory/hand-edit.js'
import { renderMemories } from '../../src/memory/memories-md.js'
import { mergeMemory } from '../../src/memory/merge.js'
import type { Memory } from '../../src/memory/memory.js'
import { anyMemory } from './arbitrary.js'

const one: Memory = {
  id: 'mem-1-aaaa',
  type: 'pattern',
  tags: ['x', 'y'],
  created: '2025-01-20T10:00:00Z',
  title: 'kept through edits',
  body: 'first\n\nlast',
}
const two: Memory = {
  id: 'mem-2-bbbb',
  type: 'fix',
  tags: [],
  created: '2025-01-21T10:00:00Z',
  body: 'second',
}
const RENDERED = renderMemories([one, two])
const NOTHING: HandEdits = { added: [], edited: [], removed: [], kept: [], warnings: [] }

const lookup =
  (...memories: Memory[]) =>
  (id: string) =>
    memories.find((memory) => memory.id === id)
const both = lookup(one, two)
/** The rendered file with one edit; the edit must hit something. */
function edit(from: string | RegExp, to: string): string {
  const text = RENDERED.replace(from, to)
  expect(text).not.toBe(RENDERED)
  return text
}

describe('hand edits', () => {
  it('are none when the file is as it was rendered', () => {
    fc.assert(
      fc.property(fc.uniqueArray(anyMemory, { selector: ({ id }) => id, maxLength: 4 }), (memories) => {
        const text = renderMemories(memories, { kept: ['## Notes\n\nmine'], left: 3 })
        const edits = changesByHand(text, text.replaceAll('\n', '\r\n'), lookup(...memories))
        expect(edits).toEqual({ ...NOTHING, kept: ['## Notes\n\nmine'] })
      }),
    )
  })

  it.each<[string, string | RegExp, string, Partial<Memory>]>([
    ['text', '> last', '> last, changed', { body: 'first\n\nlast, changed' }],
    ['tags', 'tags: x, y', 'tags: Y, z', { tags: ['y', 'z'] }],
    ['metadata taken away', /<!-- tags: x.*-->\n/, '', { tags: [] }],
  ])('change %s and nothing else', (_, from, to, change) => {
    const edits = changesByHand(RENDERED, edit(from, to), both)
    expect(edits).toEqual({ ...NOTHING, edited: [{ id: one.id, before: one, after: { ...one, ...change } }] })
  })

  it('change the type by moving a block to another section', () => {
    const moved = renderMemories([{ ...one, type: 'decision' }, two])
    expect(changesByHand(RENDERED, moved, both).edited).toEqual([
      { id: one.id, before: one, after: { ...one, type: 'decision' } },
    ])
  })

  it('do not change the day or the id', () => {
    expect(changesByHand(RENDERED, edit('2025-01-20', '2024-12-31'), both)).toEqual(NOTHING)
  })

  it('are merged with what happened on the line since it was rendered', () => {
    const now: Memory = { ...one, tags: ['x', 'y', 'z'], body: 'first, from elsewhere\n\nlast' }
    const { edited } = changesByHand(RENDERED, edit('> last', '> last, by hand'), lookup(now, two))
    expect(edited).toHaveLength(1)
    const { merged, variant } = mergeMemory(edited[0]!.before, now, edited[0]!.after)
    expect(merged).toEqual({ ...now, body: 'first, from elsewhere\n\nlast, by hand' })
    expect(variant).toBeUndefined()
  })

  it('add blocks, with and without an id', () => {
    const text = `${RENDERED}\n> bare\n\n### Some title\n> titled\n\n### mem-9-cccc\n> with id\n`
    const { added, ...rest } = changesByHand(RENDERED, text, both)
    expect(added.map(({ id, title, body, type }) => [id, title, body, type])).toEqual([
      [undefined, undefined, 'bare', 'context'],
      [undefined, 'Some title', 'titled', 'context'],
      ['mem-9-cccc', undefined, 'with id', 'context'],
    ])
    expect(rest).toEqual({ edited: [], removed: [], kept: [], warnings: [] })
  })

  it('remove a block that is gone', () => {
    expect(changesByHand(RENDERED, renderMemories([two]), both)).toEqual({ ...NOTHING, removed: [one.id] })
    expect(changesByHand(RENDERED, renderMemories([]), both).removed).toEqual([one.id, two.id])
  })

  it('do not remove what was not shown', () => {
    const rendered = renderMemories([two], { left: 1 })
    expect(changesByHand(rendered, renderMemories([]), both).removed).toEqual([two.id])
  })

  it('do not remove what was edited on the line meanwhile, and say so', () => {
    const edits = changesByHand(RENDERED, renderMemories([two]), lookup({ ...one, body: 'new' }, two))
    expect(edits.removed).toEqual([])
    expect(edits.warnings).toEqual([{ line: 1, message: "'mem-1-aaaa' was edited meanwhile and stays" }])
  })

  it('bring back an edited block that was forgotten meanwhile, but not an untouched one', () => {
    expect(changesByHand(RENDERED, edit('> last', '> last, changed'), lookup(two)).added).toMatchObject([
      { id: one.id, body: 'first\n\nlast, changed' },
    ])
    expect(changesByHand(RENDERED, RENDERED, lookup(two))).toEqual(NOTHING)
  })

  it.each(['', '\n \n', 'something else entirely\n'])('remove nothing when the file is %j', (text) => {
    const { removed, warnings } = changesByHand(RENDERED, text, both)
    expect(removed).toEqual([])
    expect(warnings.at(-1)).toEqual({
      line: 1,
      message: 'the file is empty or has lost its heading: nothing was forgotten',
    })
  })

  it('keep a block that lost its content, and do not remove its memory', () => {
    const edits = changesByHand(RENDERED, edit('> second\n', ''), both)
    expect(edits).toMatchObject({ removed: [], edited: [], added: [] })
    expect(edits.kept).toEqual(['### mem-2-bbbb\n<!-- tags:  | created: 2025-01-21 -->'])
    expect(edits.warnings).toHaveLength(1)
  })

  describe('without knowledge of what was rendered', () => {
    it('remove nothing and take a file that says what is known', () => {
      expect(changesByHand(undefined, RENDERED, both)).toEqual(NOTHING)
      expect(changesByHand(undefined, renderMemories([]), both)).toEqual(NOTHING)
    })

    it('add tags, but no text over a text that may be newer', () => {
      const { edited } = changesByHand(undefined, edit('tags: x, y', 'tags: z'), both)
      expect(edited).toEqual([{ id: one.id, before: one, after: { ...one, tags: ['x', 'y', 'z'] } }])
      const edits = changesByHand(undefined, edit('> second', '> other'), both)
      expect(edits).toMatchObject({ edited: [], removed: [], added: [{ body: 'other', type: 'fix' }] })
      expect(edits.added[0]).not.toHaveProperty('id')
      expect(edits.warnings).toHaveLength(1)
    })

    it('add what is unknown', () => {
      expect(changesByHand(undefined, RENDERED, () => undefined).added.map(({ id }) => id)).toEqual([
        one.id,
        two.id,
      ])
    })
  })
})
