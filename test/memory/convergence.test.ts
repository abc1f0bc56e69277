import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Memory, MemoryId } from '../../src/memory/memory.js'
import { normaliseText } from '../../src/memory/text.js'
import { baseOf, createCommit, mergeCommits, pull } from './clones.js'
import type { Commit } from './clones.js'
import { anyOperations, evolve, lostBy, resolve, treeOf } from './small-world.js'

/** Clone `who` works, or pulls from clone `from`. */
const anyStep = fc.oneof(
  fc.record({ who: fc.nat(4), operations: anyOperations }),
  fc.record({ who: fc.nat(4), from: fc.nat(4) }),
)
const anySchedule = fc.record({
  clones: fc.integer({ min: 3, max: 5 }),
  first: anyOperations,
  steps: fc.array(anyStep, { maxLength: 14 }),
})
const RUNS = { numRuns: Number(process.env['RALPH_RUNS'] ?? 1000) }

interface Played {
  heads: Commit[]
  /** Everything that was ever added, by the clone that added it. */
  added: Memory[]
  touched: Set<MemoryId>
  lost: string[]
}

function play({
  clones,
  first,
  steps,
}: typeof anySchedule extends fc.Arbitrary<infer S> ? S : never): Played {
  const touched = new Set<MemoryId>()
  const start = createCommit(evolve(new Map(), first, touched))
  const heads = Array<Commit>(clones).fill(start)
  const played: Played = { heads, added: [...start.entries.values()], touched, lost: [] }
  for (const step of steps) {
    const who = step.who % clones
    const head = heads[who]!
    if ('operations' in step) {
      heads[who] = createCommit(evolve(head.entries, step.operations, touched), head)
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
        const { heads, added, touched, lost } = play(schedule)
        expect(lost).toEqual([])
        const { entries } = heads.reduce(pull)
        const texts = new Set([...entries.values()].map((memory) => normaliseText(memory.body)))
        for (const memory of added.filter(({ id }) => !touched.has(id))) {
          expect(resolve(entries, memory.id)).not.toEqual([])
          expect(texts).toContain(normaliseText(memory.body))
        }
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

  it('end in the same tree without a hub, all merging at once', () => {
    fc.assert(
      fc.property(anySchedule, (schedule) => {
        let { heads } = play(schedule)
        const trees = () => new Set(heads.map((head) => treeOf(head.entries).join('\n')))
        let rounds = 0
        for (; trees().size > 1 && rounds < 4; rounds++) {
          const before = heads
          heads = before.map((head, i) => [...before.slice(i), ...before.slice(0, i)].reduce(pull, head))
        }
        expect(trees().size).toBe(1)
        const settled = mergeCommits(heads[0]!, heads.at(-1)!)
        expect(treeOf(settled.entries)).toEqual(treeOf(heads[0]!.entries))
      }),
      RUNS,
    )
  })
})
