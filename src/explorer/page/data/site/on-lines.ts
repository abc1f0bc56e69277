/** Which line has which versions. Pure. */
import type { Site } from '../../../site/shapes.js'

export type OnLine = (branch: string) => ReadonlySet<number>

export function onLines({ lines }: Pick<Site, 'lines'>): OnLine {
  const known = new Map<string, ReadonlySet<number>>()
  return (branch) => {
    let numbers = known.get(branch)
    if (!numbers) {
      const runs = lines.find((line) => line.branch === branch)?.on ?? []
      numbers = new Set(
        runs.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => from + i)),
      )
      known.set(branch, numbers)
    }
    return numbers
  }
}
