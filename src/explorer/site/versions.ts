/** Many lines hold mostly the same memories: each text is kept once, with the lines that have it. Pure. */
import type { Memory, SiteLine } from './shapes.js'

export interface OnLine {
  branch: string
  memories: readonly Memory[]
}

export function versionsOf(lines: readonly OnLine[]): { versions: Memory[]; lines: SiteLine[] } {
  const known = new Map<string, Memory>()
  const keys = lines.map(({ memories }) =>
    memories.map((memory) => {
      const key = keyOf(memory)
      if (!known.has(key)) known.set(key, memory)
      return key
    }),
  )
  const sorted = [...known].toSorted(([, a], [, b]) => compare(a.created, b.created) || compare(a.id, b.id))
  const numbers = new Map(sorted.map(([key], number) => [key, number]))
  return {
    versions: sorted.map(([, memory]) => memory),
    lines: lines.map(({ branch }, i) => ({ branch, on: runsOf(keys[i]!.map((key) => numbers.get(key)!)) })),
  }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

/** Who wrote it, and how far that can be trusted, is no part of the text. */
function keyOf(memory: Memory): string {
  return JSON.stringify({ ...memory, trust: undefined, provenance: undefined })
}

function runsOf(numbers: number[]): [number, number][] {
  const runs: [number, number][] = []
  for (const number of numbers.toSorted((a, b) => a - b)) {
    const last = runs.at(-1)
    if (last && last[1] === number - 1) last[1] = number
    else runs.push([number, number])
  }
  return runs
}
