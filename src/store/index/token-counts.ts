/** Token counts of memories, by the object that holds them: counted once, so that a briefing seldom needs the tokenizer. */
import { join } from 'node:path'
import { readLocalJson, writeCacheFile } from '../git/local-files.js'
import type { Oid, Repo } from '../git/repo.js'

const MOST_KEPT = 20_000

export interface TokenCounts {
  get(blob: Oid): number | undefined
  set(blob: Oid, tokens: number): void
  save(): void
}

export function openTokenCounts(repo: Repo, encoding: string): TokenCounts {
  const path = join(repo.ralphDir, 'cache', `tokens-${encoding}.json`)
  const counts = new Map(Object.entries(readLocalJson<Record<Oid, number>>(path) ?? {}))
  let changed = false
  return {
    get: (blob) => counts.get(blob),
    set(blob, tokens) {
      counts.set(blob, tokens)
      changed = true
    },
    save() {
      if (changed) writeCacheFile(path, JSON.stringify(Object.fromEntries([...counts].slice(-MOST_KEPT))))
    },
  }
}
