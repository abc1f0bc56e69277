/**
 * How merge behaves, by example. The numbers are those of the cases in src/memory/merge.ts; the laws that hold for all of them are
 * in merge-laws.test.ts and convergence.test.ts.
 */
import { describe, expect, it } from 'vitest'
import { parseMemory, renderMemory } from '../../src/memory/markdown.js'
import type { Memory } from '../../src/memory/memory.js'
import { foldInto, mergeEntries, mergeMemory } from '../../src/memory/merge.js'
import type { Entries } from '../../src/memory/merge.js'
import { createVariant } from '../../src/memory/variant.js'

const NOON = '2025-01-21T12:00:00Z'
const ONE = '2025-01-21T13:00:00Z'
const TWO = '2025-01-21T14:00:00Z'

const docker: Memory = {
  id: 'mem-1737460800-d0c1',
  type: 'fix',
  tags: ['docker'],
  created: NOON,
  body: 'ECONNREFUSED on 5432: PostgreSQL is not running',
}
/** Younger than `docker`. */
const pnpm: Memory = { id: 'mem-1737464400-a9b9', type: 'pattern', tags: [], created: ONE, body: 'Use pnpm' }

const having = (...memories: Memory[]): Entries => new Map(memories.map((memory) => [memory.id, memory]))
const NOTHING = having()
const merge = (base: Entries, ours: Entries, theirs: Entries): Memory[] => [
  ...mergeEntries(base, ours, theirs).entries.values(),
]

describe('one entry, changed by one side at most', () => {
  const tagged = { ...docker, tags: ['docker', 'database'], updated: ONE }

  it('1. takes the side that changed it', () => {
    expect(merge(having(docker), having(tagged), having(docker))).toEqual([tagged])
    expect(merge(having(docker), having(docker), having(tagged))).toEqual([tagged])
  })

  it('2. takes a change that both made', () => {
    expect(merge(having(docker), having(tagged), having({ ...tagged }))).toEqual([tagged])
  })

  it('3. takes what either side added', () => {
    expect(merge(NOTHING, having(docker), having(pnpm))).toEqual([docker, pnpm])
  })

  it('4. forgets what one side forgot and the other did not touch', () => {
    expect(merge(having(docker, pnpm), having(pnpm), having(docker, pnpm))).toEqual([pnpm])
    expect(merge(having(docker, pnpm), having(docker, pnpm), having(pnpm))).toEqual([pnpm])
  })

  it('5. keeps what one side forgot and the other edited', () => {
    expect(merge(having(docker), NOTHING, having(tagged))).toEqual([tagged])
    expect(merge(having(docker), having(tagged), NOTHING)).toEqual([tagged])
  })
})

describe('6. one entry, edited by both', () => {
  const edits = (ours: Partial<Memory>, theirs: Partial<Memory>, base = docker) =>
    mergeMemory(base, { ...base, updated: ONE, ...ours }, { ...base, updated: TWO, ...theirs })

  it('has the tags that either added, without those that either removed', () => {
    const { merged } = edits({ tags: ['docker', 'database'] }, { tags: ['postgres'] })
    expect(merged!.tags).toEqual(['database', 'postgres'])
  })

  it('has the links that either added, without those that either removed', () => {
    const [old, mine, other] = ['a', 'b', 'c'].map((to) => ({ to, rel: 'see' }))
    const base = { ...docker, links: [old!] }
    const { merged } = edits({ links: [old!, mine!] }, { links: [other!] }, base)
    expect(merged!.links).toEqual([mine, other])
  })

  it('has the type, title and confidence that one side changed', () => {
    const { merged } = edits({ type: 'context', confidence: 0.5 }, { title: 'Database down' })
    expect(merged).toMatchObject({ type: 'context', confidence: 0.5, title: 'Database down' })
  })

  it('has the later title when both changed it, and the greater one in the same second', () => {
    expect(edits({ title: 'Zebra' }, { title: 'Apple' }).merged!.title).toBe('Apple')
    expect(edits({ title: 'Zebra' }, { title: 'Apple', updated: ONE }).merged!.title).toBe('Zebra')
  })

  it('has both edits of the text when they are of different lines', () => {
    const base = { ...docker, body: 'first\nsecond\nthird' }
    const { merged, variant } = edits({ body: 'FIRST\nsecond\nthird' }, { body: 'first\nsecond\n3rd' }, base)
    expect(merged!.body).toBe('FIRST\nsecond\n3rd')
    expect(variant).toBeUndefined()
  })

  it('keeps the earlier of two edits of the same line as a variant that names what it conflicts with', () => {
    const { merged, variant } = edits({ body: 'start it with systemctl' }, { body: 'start it with docker' })
    expect(merged).toMatchObject({ id: docker.id, body: 'start it with docker' })
    expect(variant).toMatchObject({ conflicts: docker.id, body: 'start it with systemctl', created: NOON })
    expect(variant!.id).not.toBe(docker.id)
  })

  it('keeps the greater text in the same second, whichever side has it', () => {
    for (const [mine, other] of [
      ['apple', 'zebra'],
      ['zebra', 'apple'],
    ]) {
      const { merged, variant } = edits({ body: mine! }, { body: other!, updated: ONE })
      expect([merged!.body, variant!.body]).toEqual(['zebra', 'apple'])
    }
  })

  it('needs no variant when the two texts say the same', () => {
    const { merged, variant } = edits({ body: 'Start it.' }, { body: 'start it' })
    expect([merged!.body, variant]).toEqual(['start it', undefined])
  })

  it('never writes conflict markers', () => {
    const ours = having({ ...docker, body: 'a\nb\nc' })
    const { entries, conflicts } = mergeEntries(having(docker), ours, having({ ...docker, body: 'd\ne\nf' }))
    expect(conflicts).toHaveLength(1)
    for (const { body } of entries.values()) expect(body).not.toMatch(/<<<<|====|>>>>/)
  })

  it('treats the same id drawn on two clones for different things as an edit of both', () => {
    const { entries, conflicts } = mergeEntries(NOTHING, having(docker), having({ ...pnpm, id: docker.id }))
    expect([...entries.values()].map(({ body }) => body).toSorted()).toEqual([docker.body, pnpm.body])
    expect(conflicts).toEqual([{ id: docker.id, variant: expect.any(String) }])
  })

  it('gives a variant another id when its first is taken by something else', () => {
    const [mine, other] = [
      { ...docker, body: 'mine', updated: ONE },
      { ...docker, body: 'other', updated: TWO },
    ]
    const first = createVariant(mine, docker.id)
    const squatter = { ...pnpm, id: first.id }
    const { entries, conflicts } = mergeEntries(
      having(docker, squatter),
      having(mine, squatter),
      having(other, squatter),
    )
    expect(entries.get(first.id)).toEqual(squatter)
    expect(entries.get(conflicts[0]!.variant)).toMatchObject({ body: 'mine', conflicts: docker.id })
    const unseen = mergeEntries(having(docker), having(mine), having(other), (id) => id === first.id)
    expect(unseen.entries.has(first.id)).toBe(false)
    expect(unseen.conflicts).toEqual(conflicts)
  })

  it('leaves alone a variant that somebody edited, and makes another', () => {
    const [mine, other] = [
      { ...docker, body: 'mine', updated: ONE },
      { ...docker, body: 'other', updated: TWO },
    ]
    const variant = createVariant(mine, docker.id)
    const edited = { ...variant, body: 'mine, but better' }
    const texts = merge(having(docker, variant), having(mine, variant), having(other, edited)).map(
      ({ body }) => body,
    )
    expect(texts.toSorted()).toEqual(['mine', 'mine, but better', 'other'])
  })
})

describe('an alias that the base knows', () => {
  const known = { ...docker, aliases: [pnpm.id] }

  it('stays with a memory that was changed by a side which never saw it', () => {
    const changed = { ...docker, title: 'Database down', updated: ONE }
    const named = { ...changed, aliases: [pnpm.id] }
    expect(mergeMemory(known, changed, known).merged).toEqual(named)
    expect(mergeMemory(known, known, changed).merged).toEqual(named)
  })

  it('does not bring back a memory that was forgotten', () => {
    expect(mergeMemory(known, known, undefined).merged).toBeUndefined()
    expect(mergeMemory(known, undefined, known).merged).toBeUndefined()
  })

  it('is left out where the memory could not be read with it', () => {
    const full = { ...docker, title: 't'.repeat(30_600), updated: ONE }
    expect(parseMemory(renderMemory(full)).title).toBe(full.title)
    expect(mergeMemory(known, full, known).merged).toBe(full)
  })
})

describe('7. different entries that say the same', () => {
  const again: Memory = {
    ...pnpm,
    id: 'mem-1737468000-0002',
    created: TWO,
    tags: ['node'],
    body: 'use pnpm.',
  }

  it('are folded into the older, which has the tags of both and goes by both ids', () => {
    const { entries, folded } = mergeEntries(NOTHING, having(again), having(pnpm))
    expect([...entries.values()]).toEqual([{ ...pnpm, tags: ['node'], aliases: [again.id] }])
    expect(folded).toEqual([{ id: again.id, into: pnpm.id }])
  })

  it('are folded also when they are of different types: the older one stays what it is', () => {
    const [only] = merge(NOTHING, having(pnpm), having({ ...again, type: 'decision' }))
    expect(only).toMatchObject({ id: pnpm.id, type: 'pattern' })
  })

  it('stay two when they are merely similar', () => {
    expect(merge(NOTHING, having(pnpm), having({ ...again, body: 'Use pnpm here' }))).toHaveLength(2)
  })

  it('7a. stay two when the other side has changed the one that stayed', () => {
    const folded = { ...pnpm, tags: ['node'], aliases: [again.id] }
    const changed = { ...pnpm, body: 'Use npm', updated: TWO }
    const texts = merge(having(pnpm, again), having(folded), having(changed, again)).map(({ body }) => body)
    expect(texts).toEqual(['Use npm', 'use pnpm.'])
  })

  it('7b. become two again when somebody who knew of one only has changed it', () => {
    const folded = { ...pnpm, tags: ['node'], aliases: [again.id] }
    const changed = { ...pnpm, body: 'Use npm', updated: TWO }
    const merged = merge(having(pnpm), having(folded), having(changed))
    expect(merged).toMatchObject([
      { id: pnpm.id, body: 'Use npm' },
      { id: again.id, body: 'Use pnpm' },
    ])
    expect(merge(having(pnpm), having(changed), having(folded))).toEqual(merged)
  })

  it('7b. does not come back under an id that has been given to another', () => {
    const folded = { ...pnpm, aliases: [again.id] }
    const changed = { ...pnpm, body: 'Use npm', updated: TWO }
    const other = { ...docker, id: again.id }
    const merged = [{ ...changed, aliases: [again.id] }, other]
    expect(merge(having(pnpm), having(folded), having(changed, other))).toEqual(merged)
    expect(merge(having(pnpm), having(changed, other), having(folded))).toEqual(merged)
    const isTaken = (id: string) => id === again.id
    const { entries } = mergeEntries(having(pnpm), having(folded), having(changed), isTaken)
    expect([...entries.keys()]).toEqual([pnpm.id])
  })

  it('6. reports the memory that a variant has gone into', () => {
    const mine = { ...docker, body: 'mine', updated: ONE }
    const other = { ...docker, body: 'other', updated: TWO }
    const same = { ...pnpm, body: 'Mine.' }
    const { entries, conflicts } = mergeEntries(having(docker), having(mine), having(other, same))
    expect([...entries.values()].map(({ body }) => body)).toEqual(['other', 'Mine.'])
    expect(conflicts).toEqual([{ id: docker.id, variant: pnpm.id }])
  })

  it('7b. stay one when the text is said elsewhere', () => {
    const folded = { ...pnpm, aliases: [again.id] }
    const changed = { ...pnpm, body: 'Use npm', updated: TWO }
    const third = { ...pnpm, id: 'mem-1737471600-0003' }
    expect(merge(having(pnpm), having(folded), having(changed, third))).toEqual([
      { ...changed, aliases: [again.id] },
      third,
    ])
  })

  it('are folded also when nobody has touched one of them since', () => {
    const once = [{ ...pnpm, tags: ['node'], aliases: [again.id] }]
    expect(merge(having(pnpm), having(pnpm, again), having(pnpm))).toEqual(once)
    expect(merge(having(pnpm), having(pnpm), having(pnpm, again))).toEqual(once)
  })

  it('stay two when both were there before and neither was touched', () => {
    const both = having(pnpm, again)
    expect(merge(both, having(pnpm, again, docker), both)).toEqual([docker, pnpm, again])
  })

  it('do not get back a tag that was taken away after they were folded', () => {
    const folded = { ...pnpm, tags: [], aliases: [again.id] }
    expect(merge(having(pnpm, again), having(folded), having(pnpm, again))).toEqual([folded])
    const retagged = { ...again, tags: ['node', 'fresh'], updated: TWO }
    expect(merge(having(pnpm, again), having(folded), having(pnpm, retagged))).toMatchObject([
      { id: pnpm.id, tags: ['fresh', 'node'], aliases: [again.id] },
    ])
  })

  it('change together once the fold is known', () => {
    const folded = { ...pnpm, aliases: [again.id] }
    const changed = { ...folded, body: 'Use npm', updated: TWO }
    expect(merge(having(folded), having({ ...folded, tags: ['x'] }), having(changed))).toMatchObject([
      { id: pnpm.id, body: 'Use npm', aliases: [again.id] },
    ])
    const tagged = { ...folded, tags: ['x'], updated: ONE }
    expect(merge(having(pnpm), having(tagged), having(changed))).toMatchObject([
      { id: pnpm.id, body: 'Use npm', aliases: [again.id] },
    ])
    const unaware = { ...pnpm, body: 'Use npm', updated: TWO }
    expect(merge(having(folded), having(tagged), having(unaware))).toMatchObject([
      { id: pnpm.id, body: 'Use npm', aliases: [again.id] },
    ])
  })

  it('5. keeps an edit of the one that was folded away', () => {
    const folded = { ...pnpm, aliases: [again.id] }
    const edited = { ...again, body: 'use pnpm 9', updated: TWO }
    expect(merge(having(again), having(folded), having(edited))).toMatchObject([
      { id: pnpm.id, body: 'Use pnpm' },
      { id: again.id, body: 'use pnpm 9' },
    ])
  })
})

describe('a merged memory can be read again', () => {
  const ids = (from: number, n: number) =>
    Array.from({ length: n }, (_, i) => `decision-9999999${from + i}-zzzz`)
  const links = (mark: string, n: number) =>
    Array.from({ length: n }, (_, i) => ({ to: `${mark}${i} 한국어 it's`, rel: 'see' }))
  /** Each is just about as large as can be read. */
  const huge: [what: string, ours: Partial<Memory>, theirs: Partial<Memory>][] = [
    ['aliases', { aliases: ids(10000, 900) }, { aliases: ids(20000, 900) }],
    ['links', { links: links('a', 400) }, { links: links('b', 400) }],
    ['tags', { tags: tagsOf('a') }, { tags: tagsOf('b') }],
    ['title and source', { title: 't'.repeat(30_000) }, { source: "'".repeat(15_000) }],
    ['unknown keys', { extra: { a: 'x'.repeat(30_000) } }, { extra: { b: '🎉'.repeat(2_900) } }],
    [
      'anchors and links',
      { anchors: links('p', 350).map(({ to }) => ({ path: to })) },
      { links: links('b', 400) },
    ],
    ['bodies', { body: 'x'.repeat(250_000) }, { title: 't'.repeat(30_000) }],
  ]

  for (const [what, mine, other] of huge) {
    it(`however many ${what} two sides give it`, () => {
      const ours = { ...docker, updated: ONE, ...mine }
      const theirs = { ...docker, updated: TWO, ...other }
      for (const side of [ours, theirs]) expect(parseMemory(renderMemory(side)).id).toBe(docker.id)
      const { merged } = mergeMemory(docker, ours, theirs)
      expect(parseMemory(renderMemory(merged!)).id).toBe(docker.id)
      expect(mergeMemory(docker, theirs, ours).merged).toEqual(merged)
      expect(parseMemory(renderMemory(foldInto(ours, theirs))).id).toBe(docker.id)
      for (const memory of merge(NOTHING, having(ours), having({ ...theirs, id: pnpm.id })))
        expect(parseMemory(renderMemory(memory)).id).toBe(memory.id)
    })
  }
})

function tagsOf(mark: string): string[] {
  return Array.from({ length: 32 }, (_, i) => `${mark}${i}${'🎉'.repeat(30)}`)
}
