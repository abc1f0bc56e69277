/**
 * How many memories lines have that their base has not, and the other way round, without reading a memory. Each tree is compared
 * with the one before it, and what that says about the base is kept up: when neighbours were forked close to each other, hundreds
 * of lines cost one git process and a walk through the base's history.
 */
import { idOfPath } from '../../memory/id.js'
import type { Oid, Repo } from '../git/repo.js'

/** Trees to be compared with a base, in an order in which neighbours have much in common. */
export interface TreeChain {
  /** Undefined: with nothing. */
  base: Oid | undefined
  trees: Oid[]
}

export interface MemoryCounts {
  total: number
  /** Memories that the tree has and the base has not. */
  added: number
  changed: number
  removed: number
}

/** Git knows it without having it. */
const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
const NO_BLOB = '0'.repeat(40)

interface Row {
  path: string
  before: Oid
  after: Oid
}

/** For each chain the counts of its trees. */
export async function countMemories(repo: Repo, chains: readonly TreeChain[]): Promise<MemoryCounts[][]> {
  const steps = chains.flatMap(({ base, trees }) => {
    const all = [EMPTY_TREE, base ?? EMPTY_TREE, ...trees]
    return trees.length === 0 ? [] : all.slice(1).map((tree, at) => [all[at]!, tree] as const)
  })
  const differences = await diffTreePairs(repo, steps)
  return chains.map(({ trees }) => {
    if (trees.length === 0) return []
    const ofBase = new Comparison()
    ofBase.apply(differences.shift()!)
    const comparison = new Comparison()
    return trees.map(() => {
      comparison.apply(differences.shift()!)
      const { added, changed, removed } = comparison.counts
      return { total: ofBase.counts.added + added - removed, added, changed, removed }
    })
  })
}

/** What a tree that changes step by step has become, compared with how it was. */
class Comparison {
  readonly counts = { added: 0, changed: 0, removed: 0 }
  readonly #differing = new Map<string, { first: Oid; now: Oid }>()

  apply(rows: readonly Row[]): void {
    for (const { path, before, after } of rows) {
      const known = this.#differing.get(path)
      if (known) this.counts[kindOf(known)]--
      const entry = { first: known?.first ?? before, now: after }
      if (entry.first === entry.now) this.#differing.delete(path)
      else {
        this.#differing.set(path, entry)
        this.counts[kindOf(entry)]++
      }
    }
  }
}

function kindOf({ first, now }: { first: Oid; now: Oid }): 'added' | 'changed' | 'removed' {
  return first === NO_BLOB ? 'added' : now === NO_BLOB ? 'removed' : 'changed'
}

async function diffTreePairs(repo: Repo, pairs: readonly (readonly [Oid, Oid])[]): Promise<Row[][]> {
  const rows: Row[][] = []
  if (pairs.length === 0) return rows
  const input = pairs.map(([before, after]) => `${before} ${after}\n`).join('')
  const answer = await repo.git(['diff-tree', '--stdin', '-r', '--no-renames', '--', 'memories'], { input })
  for (const line of answer.split('\n')) {
    const [head = '', path = ''] = line.split('\t')
    const [, , before, after] = head.split(' ')
    if (!line.startsWith(':')) rows.push([])
    else if (idOfPath(path) !== undefined) rows.at(-1)!.push({ path, before: before!, after: after! })
  }
  return rows
}
