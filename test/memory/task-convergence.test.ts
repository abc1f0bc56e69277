import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../helpers/runs.js'
import { clonesOf, type CommitOf } from './clones.js'
import { anyChange, type Files, mergeFiles, treeOf, withChanges } from './tasks.js'

const { createCommit, pull } = clonesOf(mergeFiles)

const anySchedule = fc.record({
  first: fc.array(anyChange, { maxLength: 4 }),
  steps: fc.array(
    fc.oneof(
      fc.record({ who: fc.nat(3), changes: fc.array(anyChange, { minLength: 1, maxLength: 2 }) }),
      fc.record({ who: fc.nat(3), from: fc.nat(3) }),
    ),
    { minLength: 4, maxLength: 14, size: 'max' },
  ),
})

function play({ first, steps }: typeof anySchedule extends fc.Arbitrary<infer S> ? S : never) {
  const heads = Array<CommitOf<Files>>(4).fill(createCommit(withChanges(new Map(), first)))
  for (const step of steps) {
    const head = heads[step.who]!
    heads[step.who] =
      'from' in step
        ? pull(head, heads[step.from]!)
        : createCommit(withChanges(head.entries, step.changes), head)
  }
  return heads
}

describe('clones that work on one task', () => {
  it('merge to the same files whoever pulls, also after criss-cross merges', () => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        const [one, two] = play(schedule) as [CommitOf<Files>, CommitOf<Files>]
        expect(treeOf(pull(one, two).entries)).toEqual(treeOf(pull(two, one).entries))
      }),
      runs(250),
    )
  })

  it('end in the same files once one has pulled from all and all from it', () => {
    fc.assert(
      fc.property(anySchedule, fc.nat(3), (schedule, collector) => {
        const heads = play(schedule)
        for (const head of heads) heads[collector] = pull(heads[collector]!, head)
        for (const clone of heads.keys()) heads[clone] = pull(heads[clone]!, heads[collector]!)
        expect(new Set(heads).size).toBe(1)
      }),
      runs(300),
    )
  })
})
