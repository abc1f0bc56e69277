/** Housekeeping of what is ours: objects of our refs are packed, caches kept within limits, leftovers removed. The user's objects are git's affair. */
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { writeLocalFile } from './git/local-files.js'
import { takeTurn } from './git/queue.js'
import type { Repo } from './git/repo.js'
import { ourRefs } from './purge/rewrite.js'
import { originsFile } from './trust/origins-file.js'

export interface Swept {
  /** Loose objects of ours that were packed. */
  packed: number
  /** Bytes of our local files. */
  before: number
  after: number
  /** Sentences. */
  done: string[]
}

const DAY_MS = 86_400_000
/** A text that an editor failed with, or a file that was replaced, is wanted soon or never. */
const KEEP_DAYS = 30
/** The search index of 100,000 memories has a third of it. */
const MOST_CACHE_BYTES = 256 << 20

export async function sweep(repo: Repo): Promise<Swept> {
  const done: string[] = []
  const before = bytesBelow(repo.ralphDir)
  const packed = await packOurs(repo)
  if (packed > 0) done.push(`packed ${packed} objects`)
  const cutoff = repo.env.now().getTime() - KEEP_DAYS * DAY_MS
  for (const name of ['replaced', 'edit']) {
    const old = filesBelow(join(repo.ralphDir, name)).filter((path) => statSync(path).mtimeMs < cutoff)
    for (const path of old) rmSync(path, { force: true })
    if (old.length > 0) done.push(`removed ${old.length} old files from '${name}'`)
  }
  for (const path of filesBelow(repo.ralphDir).filter((file) => file.endsWith('.tmp'))) {
    const written = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Infinity
    if (written < repo.env.now().getTime() - DAY_MS) rmSync(path, { force: true })
  }
  for (const name of ['index', 'vectors', 'cache']) {
    const path = join(repo.ralphDir, name)
    if (bytesBelow(path) <= MOST_CACHE_BYTES) continue
    rmSync(path, { recursive: true, force: true })
    done.push(`removed '${name}', which had grown too large; it is made again`)
  }
  if (compactOrigins(repo)) done.push('dropped repeated lines of origins')
  return { packed, before, after: bytesBelow(repo.ralphDir), done }
}

/** Into one pack, what of our refs is not packed yet. */
async function packOurs(repo: Repo): Promise<number> {
  const tips = [...new Set((await ourRefs(repo)).values())]
  if (tips.length === 0) return 0
  const turn = await takeTurn(repo, 'pack', 2_000)
  if (!turn.held) return 0
  try {
    const loose = async (): Promise<number> =>
      Number(/^count: (\d+)/m.exec(await repo.git(['count-objects', '-v']))?.[1] ?? 0)
    const before = await loose()
    const pack = ['pack-objects', '--revs', '--quiet', '--incremental', '--local', '--unpacked']
    const input = tips.map((tip) => `${tip}\n`).join('')
    await repo.git([...pack, join(repo.commonDir, 'objects/pack/pack')], { input })
    await repo.git(['prune-packed', '--quiet'])
    return before - (await loose())
  } finally {
    turn.release()
  }
}

/** A fetch adds lines; a version that came twice needs one. */
function compactOrigins(repo: Repo): boolean {
  const path = originsFile(repo)
  if (!existsSync(path)) return false
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean)
  const first = new Map<string, string>()
  for (const line of lines) {
    const blob = line.split('\t', 1)[0]!
    if (!first.has(blob)) first.set(blob, line)
  }
  if (first.size === lines.length) return false
  writeLocalFile(path, `${[...first.values()].join('\n')}\n`)
  return true
}

function filesBelow(dir: string): string[] {
  if (!existsSync(dir)) return []
  return readdirSync(dir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

export function bytesBelow(dir: string): number {
  return filesBelow(dir).reduce(
    (sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0),
    0,
  )
}
