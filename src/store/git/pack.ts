/**
 * Packs our own objects from time to time. Each memory is four loose objects; left alone, they would set off the user's
 * `gc --auto` in the middle of a command after some 1,700 memories.
 */
import { join } from 'node:path'
import { readLocalJson, writeCacheFile } from './local-files.js'
import { takeTurn } from './queue.js'
import type { Oid, Repo } from './repo.js'

const PACK_AT = 1_000

interface Count {
  /** Objects written since the last packing, about. */
  loose: number
  /** The tip then: older objects are left alone. */
  packed?: Oid
}

/** What is packed together: the lines, which share most of their history, and the journal. */
export type Packed = 'lines' | 'journal'

/**
 * Counts `written` new objects between `before` and `tip`, and packs once there are enough. What was there when counting began is
 * left alone: a long line that was fetched is packed already. A failure is no one's business: gc will do.
 */
export async function packOwnObjects(
  repo: Repo,
  what: Packed,
  before: Oid | undefined,
  tip: Oid,
  written: number,
): Promise<void> {
  try {
    await packIfMany(repo, what, before, tip, written)
  } catch {
    // What was to be stored is stored.
  }
}

async function packIfMany(
  repo: Repo,
  what: Packed,
  before: Oid | undefined,
  tip: Oid,
  written: number,
): Promise<void> {
  const path = join(repo.ralphDir, what === 'lines' ? 'loose.json' : `loose-${what}.json`)
  const count = readLocalJson<Count>(path) ?? { loose: 0, ...(before && { packed: before }) }
  count.loose += written
  if (count.loose < PACK_AT) {
    writeCacheFile(path, JSON.stringify(count))
    return
  }
  const turn = await takeTurn(repo, 'pack', 0)
  if (!turn.held) return
  try {
    const since =
      count.packed && (await repo.tryGit(['cat-file', '-e', count.packed])).code === 0
        ? `^${count.packed}\n`
        : ''
    const packed = await repo.tryGit(
      [
        'pack-objects',
        '--revs',
        '--quiet',
        '--incremental',
        '--local',
        join(repo.commonDir, 'objects/pack/pack'),
      ],
      { input: `${tip}\n${since}` },
    )
    if (packed.code === 0) await repo.tryGit(['prune-packed', '--quiet'])
    writeCacheFile(path, JSON.stringify({ loose: 0, packed: tip } satisfies Count))
  } finally {
    turn.release()
  }
}
