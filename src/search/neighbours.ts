/** The memories made just before and after another, in the same go of work: what `near` stands for in a score. */
import { timeOf } from './fields.js'
import { WEIGHTS } from './weights.js'
import type { Entry, IndexPart } from './segment.js'
import { Timeline } from './timeline.js'

export interface Neighbours {
  before?: Entry
  after?: Entry
}

/** Finds the neighbours of entries that are in `parts`. */
export function neighboursIn(parts: readonly IndexPart[]): (entry: Entry) => Neighbours {
  const timeline = new Timeline(parts)
  const { times, count } = timeline
  return (entry) => {
    const place = placeOf(timeline, entry)
    if (place === undefined) return {}
    const near = (other: number): Entry | undefined =>
      other >= 0 && other < count && Math.abs(times[other]! - times[place]!) <= WEIGHTS.nearSeconds
        ? timeline.entry(other)
        : undefined
    const [before, after] = [near(place - 1), near(place + 1)]
    return { ...(before && { before }), ...(after && { after }) }
  }
}

function placeOf(timeline: Timeline, { memory, blob }: Entry): number | undefined {
  const time = timeOf(memory)
  let low = 0
  let high = timeline.count
  while (low < high) {
    const middle = (low + high) >> 1
    if (timeline.times[middle]! < time) low = middle + 1
    else high = middle
  }
  for (; low < timeline.count && timeline.times[low] === time; low++) {
    const there = timeline.entry(low)
    if (there.memory.id === memory.id && there.blob === blob) return low
  }
  return undefined
}
