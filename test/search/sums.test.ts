import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { runs } from '../helpers/runs.js'
import { bestBySum } from '../../src/search/sums.js'
import { Timeline } from '../../src/search/timeline.js'
import { segmentOf, someEntries } from './memories.js'

const TERMS = ['postgr', 'port', 'connect', 'cach', 'docker', 'the', '42', 'src/db.ts', 'db']

it('the best few are the first of all, though what neighbours say is worked out for few', () => {
  fc.assert(
    fc.property(
      someEntries,
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.double({ min: 0.01, max: 9, noNaN: true }), { minLength: 9, maxLength: 9 }),
      (entries, most, factors) => {
        const timeline = new Timeline([{ segment: segmentOf(entries), dead: new Set() }])
        const terms = TERMS.flatMap((term, i) => {
          const postings = timeline.postings(term)
          return postings ? [{ postings, factor: factors[i]! }] : []
        })
        const all = bestBySum(timeline, terms, 20, undefined, timeline.count)
        const few = bestBySum(timeline, terms, 20, undefined, most)
        expect(few.total).toBe(all.total)
        expect(few.places).toEqual(all.places.slice(0, most))
        for (const place of few.places) expect(few.sums[place]).toBe(all.sums[place])
      },
    ),
    runs(300),
  )
})
