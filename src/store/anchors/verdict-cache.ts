/** Verdicts already found, by anchor and by what the file was like: a few small files, so that reading one costs little. */
import { join } from 'node:path'
import type { Verdict } from '../../memory/anchor-verdict.js'
import { hashLines } from '../../memory/anchor.js'
import type { Anchor } from '../../memory/memory.js'
import { readLocalJson, writeCacheFile } from '../git/local-files.js'
import type { Repo } from '../git/repo.js'

const FORMAT = 1
const MOST_KEPT = 500

interface Shard {
  format: number
  verdicts: Record<string, Verdict>
}

export interface VerdictCache {
  get(anchor: Anchor, stamp: string): Verdict | undefined
  set(anchor: Anchor, stamp: string, verdict: Verdict): void
  save(): void
}

export function openVerdicts(repo: Repo): VerdictCache {
  const shards = new Map<string, { verdicts: Map<string, Verdict>; changed: boolean }>()
  const fileOf = (name: string): string => join(repo.ralphDir, 'cache', `anchors-${name}.json`)
  const shardOf = (key: string) => {
    const name = key[0]!
    let shard = shards.get(name)
    if (shard === undefined) {
      const kept = readLocalJson<Shard>(fileOf(name))
      const verdicts = kept?.format === FORMAT ? Object.entries(kept.verdicts) : []
      shards.set(name, (shard = { verdicts: new Map(verdicts), changed: false }))
    }
    return shard
  }
  return {
    get(anchor, stamp) {
      const key = keyOf(anchor, stamp)
      return shardOf(key).verdicts.get(key)
    },
    set(anchor, stamp, verdict) {
      const key = keyOf(anchor, stamp)
      const shard = shardOf(key)
      shard.verdicts.set(key, verdict)
      shard.changed = true
    },
    save() {
      for (const [name, { verdicts, changed }] of shards) {
        const kept = Object.fromEntries([...verdicts].slice(-MOST_KEPT))
        if (changed) writeCacheFile(fileOf(name), JSON.stringify({ format: FORMAT, verdicts: kept }))
      }
    },
  }
}

function keyOf({ path, lines, blob, hash }: Anchor, stamp: string): string {
  return hashLines([path, lines ?? '', blob ?? '', hash ?? '', stamp])
}
