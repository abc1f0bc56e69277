import { describe, expect, it } from 'vitest'
import { foldAway, foldEqual, foldInto } from '../../src/memory/fold.js'
import type { Memory } from '../../src/memory/memory.js'
import { createVariant, fourDigits, isVariantOf } from '../../src/memory/variant.js'

const NOON = '2025-01-21T12:00:00Z'
const LATER = '2025-01-22T12:00:00Z'
const known: Memory = { id: 'mem-10-aaaa', type: 'fix', tags: ['b'], created: NOON, body: 'Use pnpm' }
const added: Memory = { id: 'mem-11-bbbb', type: 'pattern', tags: ['a'], created: NOON, body: 'use pnpm.' }
const details: Partial<Memory> = {
  title: 'Title',
  supersedes: 'mem-1-0000',
  confidence: 0.5,
  source: 'somebody',
  links: [{ to: 'x', rel: 'see' }],
  anchors: [{ path: 'a.ts' }],
  extra: { key: 1 },
}

describe('a memory that is told again', () => {
  it('keeps its text, and has the tags of both, its own first', () => {
    expect(foldInto(known, added)).toEqual({ ...known, tags: ['b', 'a'] })
  })

  it('is the very same when nothing is new', () => {
    expect(foldInto(known, { ...added, tags: ['b'] })).toBe(known)
  })

  it('takes over fields that it did not have, and none that it had', () => {
    expect(foldInto(known, { ...added, ...details })).toEqual({ ...known, tags: ['b', 'a'], ...details })
    const own: Partial<Memory> = {
      title: 'Own',
      supersedes: 'mem-2-0000',
      confidence: 0,
      source: 'me',
      anchors: [{ path: 'own.ts' }],
      extra: { own: true },
    }
    expect(foldInto({ ...known, ...own }, { ...added, ...details })).toMatchObject(own)
  })

  it('never supersedes itself', () => {
    expect(foldInto(known, { ...added, supersedes: known.id })).not.toHaveProperty('supersedes')
  })

  it('has the links of both, each once', () => {
    const [x, y] = [
      { to: 'x', rel: 'see' },
      { to: 'y', rel: 'see' },
    ]
    expect(foldInto({ ...known, links: [x] }, { ...added, links: [x, y] }).links).toEqual([x, y])
    expect(foldInto(known, added)).not.toHaveProperty('links')
  })

  it('was changed when the later of the two was', () => {
    expect(foldInto(known, { ...added, updated: LATER }).updated).toBe(LATER)
    expect(foldInto({ ...known, updated: LATER }, { ...added, updated: NOON }).updated).toBe(LATER)
    expect(foldInto(known, { ...added, updated: NOON })).not.toHaveProperty('updated')
  })

  it('has no more tags and links than are read', () => {
    const many = (mark: string, n: number) => Array.from({ length: n }, (_, i) => `${mark}${i}`)
    const links = (mark: string) => many(mark, 150).map((to) => ({ to, rel: 'see' }))
    const folded = foldInto(
      { ...known, tags: many('a', 32), links: links('a') },
      { ...added, tags: many('b', 32), links: links('b') },
    )
    expect([folded.tags.length, folded.links!.length]).toEqual([32, 200])
  })
})

describe('a memory that another goes into', () => {
  it('goes by the id of the other, and has the tags by name when some are new', () => {
    expect(foldAway(known, added)).toEqual({ ...known, tags: ['a', 'b'], aliases: [added.id] })
    const sorted = { ...known, tags: ['z', 'b'] }
    expect(foldAway(sorted, { ...added, tags: ['b'] }).tags).toEqual(['z', 'b'])
  })

  it('no longer conflicts with what has gone into it, but still with others', () => {
    expect(foldAway({ ...known, conflicts: added.id }, added)).not.toHaveProperty('conflicts')
    expect(foldAway({ ...known, conflicts: 'mem-1-0000' }, added).conflicts).toBe('mem-1-0000')
  })
})

describe('of several that say the same', () => {
  const fold = (memories: Memory[], changed = memories.map(({ id }) => id)) => {
    const entries = new Map(memories.map((memory) => [memory.id, memory]))
    const folded = foldEqual(entries, new Set(changed), new Set(['use pnpm']), new Map())
    return { left: [...entries.keys()], folded }
  }
  const third = { ...added, id: 'mem-9-cccc' }

  it('the oldest stays, and the rest is reported oldest first', () => {
    const expected = {
      left: [third.id],
      folded: [
        { id: known.id, into: third.id },
        { id: added.id, into: third.id },
      ],
    }
    expect(fold([added, known, third])).toEqual(expected)
    expect(fold([known, third, added])).toEqual(expected)
  })

  it('a memory proper stays rather than an older variant', () => {
    const variant = { ...third, conflicts: 'mem-1-0000' }
    expect(fold([variant, known]).left).toEqual([known.id])
    expect(fold([known, variant]).left).toEqual([known.id])
  })

  it('none goes away unless one of them changed', () => {
    expect(fold([known, added], [])).toEqual({ left: [known.id, added.id], folded: [] })
    expect(fold([known, added], [added.id]).left).toEqual([known.id])
  })
})

describe('a variant', () => {
  it('is of the second in which the text that lost was made, and has none of its tags', () => {
    const variant = createVariant(known, known.id)
    expect(variant).toEqual({
      id: expect.stringMatching(/^mem-1737460800-[0-9a-f]{4}$/),
      type: 'fix',
      tags: [],
      created: NOON,
      body: known.body,
      conflicts: known.id,
    })
    expect(createVariant({ ...known, created: '1960-01-01T00:00:00Z' }, known.id).id).toMatch(/^mem-0-/)
    expect(createVariant({ ...known, created: 'someday' }, known.id).id).toMatch(/^mem-10-/)
  })

  it('has another id for another text, another memory or another attempt', () => {
    const ids = [
      createVariant(known, known.id),
      createVariant(added, known.id),
      createVariant(known, added.id),
      createVariant(known, known.id, 1),
    ].map(({ id }) => id)
    expect(new Set(ids).size).toBe(4)
    expect(createVariant(known, known.id, 63).id).toMatch(/^mem-1737460800-/)
    expect(createVariant(known, known.id, 64).id).toMatch(/^mem-1737460801-/)
  })

  it('is known by its text and by what it conflicts with', () => {
    const variant = createVariant(known, known.id)
    expect(isVariantOf({ ...variant, tags: ['x'] }, variant)).toBe(true)
    expect(isVariantOf({ ...variant, body: 'x' }, variant)).toBe(false)
    expect(isVariantOf({ ...variant, conflicts: 'mem-1-0000' }, variant)).toBe(false)
  })

  it('has four digits, whatever they are', () => {
    for (let n = 0; n < 200; n++) expect(fourDigits(String(n))).toMatch(/^[0-9a-f]{4}$/)
  })
})
