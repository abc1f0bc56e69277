/**
 * How many times longer work takes on a text that is sixteen times as long: about 16 when it takes time in proportion, 256 when that grows
 * with the square. Processor time, so that it does not matter what else the machine does.
 */
export function growthOf(work: (text: string) => unknown, make: (n: number) => string, n: number): number {
  const timeOf = (text: string): number => {
    const before = process.cpuUsage()
    work(text)
    const { user, system } = process.cpuUsage(before)
    return (user + system) / 1000
  }
  const [little, much] = [make(n), make(16 * n)].map((text) => Math.min(timeOf(text), timeOf(text)))
  // What takes less than a millisecond is not measured well.
  return much! / Math.max(little!, 1)
}

export const SQUARE = 150
