/** How trees differ in memories, many pairs through one git process, without reading a memory. */
import { idOfPath } from '../memory/id.js'
import type { Oid, Repo } from './repo.js'

export interface TreePair {
  before: Oid
  after: Oid
}

export interface MemoryCounts {
  added: number
  changed: number
  removed: number
}

/** Git knows it without having it. */
export const EMPTY_TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'

export async function countDifferences(repo: Repo, pairs: readonly TreePair[]): Promise<MemoryCounts[]> {
  const counts = pairs.map(() => ({ added: 0, changed: 0, removed: 0 }))
  if (pairs.length === 0) return counts
  const input = pairs.map(({ before, after }) => `${before} ${after}\n`).join('')
  const command = ['diff-tree', '--stdin', '-r', '--no-renames', '--name-status', '--', 'memories']
  const answer = await repo.git(command, { input })
  let at = -1
  for (const line of answer.split('\n')) {
    const tab = line.indexOf('\t')
    if (tab < 0) at += line === '' ? 0 : 1
    else if (idOfPath(line.slice(tab + 1)) !== undefined) {
      const count = counts[at]!
      if (line.startsWith('A')) count.added++
      else if (line.startsWith('D')) count.removed++
      else count.changed++
    }
  }
  return counts
}
