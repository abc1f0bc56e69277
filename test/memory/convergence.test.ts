import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../helpers/runs.js'
import type { Memory, MemoryId } from '../../src/memory/memory.js'
import { normaliseText } from '../../src/memory/text.js'
import { baseOf, createCommit, pull } from './clones.js'
import type { Commit } from './clones.js'
import { anyOperations, evolve, lostBy, resolve, treeOf } from './small-world.js'
import type { Operation } from './small-world.js'

/** Clone `who` works, or pulls from clone `from`. */
const anyStep = fc.oneof(
  fc.record({ who: fc.nat(4), operations: anyOperations }),
  fc.record({ who: fc.nat(4), from: fc.nat(4) }),
)
const anySchedule = fc.record({
  clones: fc.integer({ min: 3, max: 5 }),
  first: anyOperations,
  // Long ones, or hardly anything meets.
  steps: fc.array(anyStep, { minLength: 4, maxLength: 14, size: 'max' }),
})
const RUNS = runs(250)

interface Played {
  heads: Commit[]
  /** Everything that was ever added, by the clone that added it. */
  added: Memory[]
  touched: Set<MemoryId>
  lost: string[]
}

type Schedule = typeof anySchedule extends fc.Arbitrary<infer S> ? S : never

/** With `ownIds` no two clones draw the same id, as is nearly certain outside of this small world. */
function play({ clones, first, steps }: Schedule, ownIds = false): Played {
  const touched = new Set<MemoryId>()
  const start = createCommit(evolve(new Map(), first, touched))
  const heads = Array<Commit>(clones).fill(start)
  const played: Played = { heads, added: [...start.entries.values()], touched, lost: [] }
  for (const step of steps) {
    const who = step.who % clones
    const head = heads[who]!
    if ('operations' in step) {
      const operations = ownIds
        ? step.operations.map((operation) => withOwnId(operation, who))
        : step.operations
      heads[who] = createCommit(evolve(head.entries, operations, touched), head)
      played.added.push(...[...heads[who].entries.values()].filter((memory) => !head.entries.has(memory.id)))
    } else {
      const other = heads[step.from % clones]!
      heads[who] = pull(head, other)
      const base = baseOf(head, other).entries
      played.lost.push(...lostBy(base, head.entries, other.entries, heads[who].entries))
      played.lost.push(...lostBy(base, other.entries, head.entries, heads[who].entries))
    }
  }
  return played
}

describe('clones that pull from each other', () => {
  it('lose nothing on the way, whatever the order', () => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        expect(play(schedule).lost).toEqual([])
        const { heads, added, touched, lost } = play(schedule, true)
        expect(lost).toEqual([])
        const { entries } = heads.reduce(pull)
        const texts = new Set([...entries.values()].map((memory) => normaliseText(memory.body)))
        const untouched = added.filter(({ id }) => !touched.has(id))
        expect(untouched.filter(({ id }) => resolve(entries, id).length === 0)).toEqual([])
        // An edit of a memory that another one was folded into is an edit of both, for those who knew of the fold.
        expect(untouched.filter(({ body }) => !texts.has(normaliseText(body)))).toEqual([])
      }),
      RUNS,
    )
  })

  it('merge to the same tree whoever pulls, also after criss-cross merges', () => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        const [one, two] = play(schedule).heads as [Commit, Commit]
        expect(treeOf(pull(one, two).entries)).toEqual(treeOf(pull(two, one).entries))
      }),
      RUNS,
    )
  })

  it('end in the same tree without a hub once one has pulled from all and all from it, in whatever order', () => {
    const anyOrder = fc.shuffledSubarray([0, 1, 2, 3, 4], { minLength: 5 })
    fc.assert(
      fc.property(anySchedule, anyOrder, anyOrder, (schedule, before, after) => {
        const { heads } = play(schedule)
        const collector = before[0]! % heads.length
        const others = (order: number[]) => order.filter((clone) => clone < heads.length)
        for (const clone of others(before)) heads[collector] = pull(heads[collector]!, heads[clone]!)
        for (const clone of others(after)) heads[clone] = pull(heads[clone]!, heads[collector]!)
        expect(new Set(heads).size).toBe(1)
      }),
      RUNS,
    )
  })

  it('end in the same tree through a hub', () => {
    fc.assert(
      fc.property(anySchedule, fc.array(fc.nat(4), { minLength: 5, maxLength: 5 }), (schedule, order) => {
        const { heads } = play(schedule)
        let hub = heads[0]!
        for (const clone of [...order, ...heads.keys()])
          hub = heads[clone % heads.length] = pull(heads[clone % heads.length]!, hub)
        for (const head of heads) expect(treeOf(pull(head, hub).entries)).toEqual(treeOf(hub.entries))
      }),
      RUNS,
    )
  })
})

function withOwnId(operation: Operation, who: number): Operation {
  return operation.do === 'add'
    ? { ...operation, id: `${operation.id.slice(0, -2)}${who}${operation.id.slice(-1)}` }
    : operation
}
