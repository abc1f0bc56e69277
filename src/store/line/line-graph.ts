/** How far lines are apart in commits: the graph of all lines is read once, by one git process, and walked here. */
import type { Oid, Repo } from '../git/repo.js'

export interface Distance {
  /** Commits that the line has and its base has not. */
  ahead: number
  behind: number
  /** Where the line left its base, as a number that is smaller the later that was. */
  fork: number
}

export interface LineGraph {
  distance(base: Oid, tip: Oid): Distance
}

export async function readLineGraph(repo: Repo, tips: readonly Oid[]): Promise<LineGraph> {
  const input = [...new Set(tips)].map((tip) => `${tip}\n`).join('')
  const listing = input === '' ? '' : await repo.git(['rev-list', '--parents', '--stdin'], { input })
  return buildLineGraph(
    listing
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split(' ')),
  )
}

/** `commits`: each with its parents after it. */
export function buildLineGraph(commits: readonly (readonly Oid[])[]): LineGraph {
  const numbers = new Map(commits.map(([commit], n) => [commit!, n]))
  const numbersOf = (oids: readonly Oid[]): number[] => oids.flatMap((oid) => numbers.get(oid) ?? []) // a shallow clone ends somewhere
  const parents = commits.map(([, ...rest]) => numbersOf(rest))

  /** Marks what `from` reaches without entering `closed`; answers how many, and where it was stopped. */
  const walk = (from: readonly number[], closed?: Uint8Array) => {
    const seen = new Uint8Array(commits.length)
    const stopped = new Set<number>()
    const open = [...from]
    let count = 0
    for (let n = open.pop(); n !== undefined; n = open.pop()) {
      if (closed?.[n]) stopped.add(n)
      else if (!seen[n]) {
        seen[n] = 1
        count++
        open.push(...parents[n]!)
      }
    }
    return { seen, count, stopped }
  }

  const ofBase = memoise((base: Oid) => walk(numbersOf([base])))
  const shared = memoise((key: string) => walk(key.split(' ').filter(Boolean).map(Number)).count)
  return {
    distance(base, tip) {
      const reached = ofBase(base)
      const { count, stopped } = walk(numbersOf([tip]), reached.seen)
      const common = shared([...stopped].toSorted((a, b) => a - b).join(' '))
      return { ahead: count, behind: reached.count - common, fork: Math.min(...stopped) }
    },
  }
}

function memoise<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>()
  return (key) => {
    if (!made.has(key)) made.set(key, make(key))
    return made.get(key)!
  }
}
