import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../helpers/runs.js'
import { mergeEntries, sameMemory } from '../../src/memory/merge.js'
import type { Entries } from '../../src/memory/merge.js'
import type { MemoryId } from '../../src/memory/memory.js'
import { normaliseText } from '../../src/memory/text.js'
import { anyOperations, evolve, hasDoubles, lostBy, treeOf } from './small-world.js'

const EMPTY: Entries = new Map()

/** A base, itself the outcome of a merge, and two states that evolved from it. */
const anyFork = fc
  .tuple(anyOperations, anyOperations, anyOperations, anyOperations, anyOperations)
  .map(([first, left, right, mine, other]) => {
    const root = evolve(EMPTY, first)
    const base = mergeEntries(root, evolve(root, left), evolve(root, right)).entries
    return { base, ours: evolve(base, mine), theirs: evolve(base, other) }
  })
const RUNS = runs(400)

describe('merging', () => {
  it('gives the same whoever is ours', () => {
    fc.assert(
      fc.property(anyFork, ({ base, ours, theirs }) => {
        const one = mergeEntries(base, ours, theirs)
        const two = mergeEntries(base, theirs, ours)
        expect(treeOf(one.entries)).toEqual(treeOf(two.entries))
        expect([one.conflicts, one.folded]).toEqual([two.conflicts, two.folded])
      }),
      RUNS,
    )
  })

  it('loses nothing that one side knew and nobody deleted', () => {
    fc.assert(
      fc.property(anyFork, ({ base, ours, theirs }) => {
        const { entries } = mergeEntries(base, ours, theirs)
        expect(lostBy(base, ours, theirs, entries)).toEqual([])
        expect(lostBy(base, theirs, ours, entries)).toEqual([])
      }),
      RUNS,
    )
  })

  it('of a state with itself changes nothing', () => {
    fc.assert(
      fc.property(anyFork, ({ base, ours }) => {
        fc.pre(!hasDoubles(ours))
        expect(treeOf(mergeEntries(base, ours, ours).entries)).toEqual(treeOf(ours))
      }),
      RUNS,
    )
  })

  it('of what is merged already changes nothing', () => {
    fc.assert(
      fc.property(anyFork, ({ base, ours, theirs }) => {
        const { entries, folded } = mergeEntries(base, ours, theirs)
        fc.pre(!hasDoubles(entries))
        expect(treeOf(mergeEntries(ours, entries, ours).entries)).toEqual(treeOf(entries))
        expect(treeOf(mergeEntries(theirs, entries, theirs).entries)).toEqual(treeOf(entries))
        // From the old base as well, as long as no entry has gone into another one since.
        fc.pre(folded.length === 0)
        expect(treeOf(mergeEntries(base, entries, ours).entries)).toEqual(treeOf(entries))
        expect(treeOf(mergeEntries(base, entries, theirs).entries)).toEqual(treeOf(entries))
      }),
      RUNS,
    )
  })

  it('gives the same when entries that have no part in it are left out', () => {
    fc.assert(
      fc.property(anyFork, ({ base, ours, theirs }) => {
        const isTaken = (id: MemoryId) => base.has(id) || ours.has(id) || theirs.has(id)
        const whole = mergeEntries(base, ours, theirs, isTaken)
        const differing = [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])].filter(
          (id) => !sameMemory(base.get(id), ours.get(id)) || !sameMemory(base.get(id), theirs.get(id)),
        )
        const texts = new Set(
          differing
            .flatMap((id) => [ours.get(id), theirs.get(id)])
            .flatMap((memory) => (memory ? [normaliseText(memory.body)] : [])),
        )
        const part = (state: Entries) =>
          new Map(
            [...state].filter(
              ([id, memory]) => differing.includes(id) || texts.has(normaliseText(memory.body)),
            ),
          )
        const some = mergeEntries(part(base), part(ours), part(theirs), isTaken)
        const rest = [...ours].filter(
          ([id]) => !part(ours).has(id) && !part(theirs).has(id) && !part(base).has(id),
        )
        expect(treeOf(new Map([...some.entries, ...rest]))).toEqual(treeOf(whole.entries))
        expect([some.conflicts, some.folded]).toEqual([whole.conflicts, whole.folded])
      }),
      RUNS,
    )
  })
})
