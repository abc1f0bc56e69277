import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { buildLineGraph } from '../../src/store/line/line-graph.js'

/** Random histories: each commit has up to two parents among those before it. */
const history = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.integer({ min: 0, max: 2 })), {
  minLength: 1,
  maxLength: 30,
})

function commitsOf(drawn: [number, number, number][]): string[][] {
  return drawn.map(([a, b, parents], n) => {
    const chosen = n === 0 ? [] : [a % n, b % n].slice(0, parents)
    return [`c${n}`, ...new Set(chosen.map((parent) => `c${parent}`))]
  })
}

function reach(commits: string[][], from: string, seen = new Set<string>()): Set<string> {
  if (!seen.has(from)) {
    seen.add(from)
    for (const parent of commits.find(([commit]) => commit === from)!.slice(1)) reach(commits, parent, seen)
  }
  return seen
}

it('counts as sets of reachable commits would', () => {
  fc.assert(
    fc.property(history, fc.nat(), fc.nat(), (drawn, a, b) => {
      const commits = commitsOf(drawn)
      const [base, tip] = [`c${a % commits.length}`, `c${b % commits.length}`]
      const [ofBase, ofTip] = [reach(commits, base), reach(commits, tip)]
      expect(buildLineGraph(commits).distance(base, tip)).toMatchObject({
        ahead: [...ofTip].filter((commit) => !ofBase.has(commit)).length,
        behind: [...ofBase].filter((commit) => !ofTip.has(commit)).length,
      })
    }),
  )
})

it('takes a parent that is not there for the end of history', () => {
  const graph = buildLineGraph([
    ['b', 'a'],
    ['a', 'cut off'],
  ])
  expect(graph.distance('a', 'b')).toEqual({ ahead: 1, behind: 0, fork: 1 })
})
