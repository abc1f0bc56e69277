import { describe, expect, it } from 'vitest'
import {
  endsOf,
  layOut,
  pathOf,
  scaleOf,
  type Span,
  ticksOf,
} from '../../../src/explorer/page/branches/lanes.js'

const main: Span = { branch: 'main', from: 0, to: 1000 }
const laneOf = (spans: Span[]): Record<string, number> =>
  Object.fromEntries(layOut(spans).placed.map(({ span, lane }) => [span.branch, lane]))

describe('lanes', () => {
  it('puts the line without a base into the first lane, whatever the order', () => {
    expect(laneOf([{ branch: 'topic', base: 'main', from: 100, to: 300 }, main])).toEqual({
      main: 0,
      topic: 1,
    })
  })

  it('never puts two lines that live at the same time into one lane', () => {
    const lanes = laneOf([
      main,
      { branch: 'a', base: 'main', from: 100, to: 500 },
      { branch: 'b', base: 'main', from: 200, to: 300 },
    ])
    expect(lanes).toEqual({ main: 0, a: 1, b: 2 })
  })

  it('uses a lane again once its line has landed', () => {
    const lanes = laneOf([
      main,
      { branch: 'a', base: 'main', from: 100, to: 180, landed: 200 },
      { branch: 'b', base: 'main', from: 600, to: 900 },
    ])
    expect(lanes['b']).toBe(lanes['a'])
  })

  it('never uses the lane of main again', () => {
    expect(
      laneOf([
        { ...main, to: 10 },
        { branch: 'a', base: 'main', from: 900, to: 1000 },
      ])['a'],
    ).toBe(1)
  })

  it('knows the lane that a line left', () => {
    const { placed } = layOut([
      main,
      { branch: 'a', base: 'main', from: 100, to: 900 },
      { branch: 'b', base: 'a', from: 300, to: 900 },
    ])
    expect(placed.find(({ span }) => span.branch === 'b')?.baseLane).toBe(1)
    expect(placed.find(({ span }) => span.branch === 'main')?.baseLane).toBeUndefined()
  })

  it('takes a line whose base is not there as one without', () => {
    const { placed } = layOut([{ branch: 'orphan', base: 'gone', from: 0, to: 1 }])
    expect(placed[0]).toMatchObject({ lane: 0, baseLane: undefined })
  })

  it('bows back into its base only where it landed', () => {
    const x = scaleOf(0, 1000, 0, 1000)
    const y = (lane: number): number => lane * 10
    const placed = { lane: 1, baseLane: 0, span: { branch: 'a', base: 'main', from: 100, to: 500 } }
    expect(pathOf(placed, 500, x, y)).toMatch(/H500$/)
    expect(pathOf({ ...placed, span: { ...placed.span, landed: 520 } }, 500, x, y)).toMatch(/ 514 0$/)
  })

  it('draws a base on until what landed is back in it', () => {
    const x = scaleOf(0, 1000, 0, 1000)
    const { placed } = layOut([main, { branch: 'a', base: 'main', from: 990, to: 995, landed: 1000 }])
    expect(Object.fromEntries(endsOf(placed, x))).toEqual({ main: 1018, a: 1004 })
  })

  it('is empty for no lines', () => {
    expect(layOut([])).toEqual({ placed: [], count: 0, from: 0, to: 0 })
  })
})

describe('ticks', () => {
  it('are at the beginnings of months for most of a year, and name the year in January', () => {
    const labels = ticksOf(Date.UTC(2025, 10, 5), Date.UTC(2026, 2, 5), 6).map(({ label }) => label)
    expect(labels).toEqual(['Dec', '2026', 'Feb', 'Mar'])
  })

  it('are days for a week', () => {
    const labels = ticksOf(Date.UTC(2026, 4, 1), Date.UTC(2026, 4, 4), 5).map(({ label }) => label)
    expect(labels).toEqual(['1 May', '2 May', '3 May', '4 May'])
  })
})
