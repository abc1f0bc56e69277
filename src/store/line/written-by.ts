/**
 * Who wrote each version of a memory, and when, where and with what. One `git log` tells it of all versions of a line; it is kept by blob,
 * in small files, and after that only new commits are read. A merge wrote what none of its parents had, so that a landing leaves
 * authors as they were. A version that was written twice is by who wrote it first.
 */
import { appendFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { makeLocalDir, readLocalFile, readLocalJson, writeCacheFile } from '../git/local-files.js'
import type { Oid, Repo } from '../git/repo.js'
import { type LineCommit, logRange } from './commits.js'
import { readLines, readRemoteLines } from './lines.js'

export type Provenance = Pick<
  LineCommit,
  'author' | 'when' | 'commit' | 'agent' | 'session' | 'branch' | 'code' | 'task'
>

/** The tips whose commits have been read. */
interface Covered {
  format: number
  tips: Oid[]
}

const FORMAT = 1
const MOST_TIPS = 500
const LOG_TIMEOUT_MS = 20_000

const dirOf = (repo: Repo): string => join(repo.ralphDir, 'cache', `written-by-${FORMAT}`)

/** After commits were made anew, which are the same but for their names. */
export function dropProvenance(repo: Repo): void {
  rmSync(dirOf(repo), { recursive: true, force: true })
}

/** By blob. What `tip` does not have is looked for on all lines; what none of them has is left out. */
export async function provenanceOf(
  repo: Repo,
  tip: Oid | undefined,
  blobs: Iterable<Oid>,
): Promise<Map<Oid, Provenance>> {
  const wanted = new Set(blobs)
  if (wanted.size === 0) return new Map()
  const found = await lookUp(repo, tip ? [tip] : [], wanted)
  const rest = new Set([...wanted].filter((blob) => !found.has(blob)))
  if (rest.size === 0) return found
  const ours = await readLines(repo)
  const lines = [...ours, ...(await readRemoteLines(repo, ours))]
  const others = await lookUp(
    repo,
    lines.map((line) => line.tip),
    rest,
  )
  return new Map([...found, ...others])
}

async function lookUp(
  repo: Repo,
  tips: readonly Oid[],
  wanted: ReadonlySet<Oid>,
): Promise<Map<Oid, Provenance>> {
  // Not only from the files: it may be that nothing can be written here.
  const fresh = await cover(repo, tips)
  const found = readKept(repo, wanted)
  for (const [blob, one] of fresh) if (wanted.has(blob)) keepFirst(found, blob, one)
  return found
}

/** Reads the commits of these tips that were not read before, and keeps what they tell. */
async function cover(repo: Repo, tips: readonly Oid[]): Promise<Map<Oid, Provenance>> {
  const file = join(dirOf(repo), 'tips.json')
  const kept = readLocalJson<Covered>(file)
  const covered = kept?.format === FORMAT ? kept.tips : []
  const known = new Set(covered)
  const missing = tips.filter((tip) => !known.has(tip))
  const fresh = new Map<Oid, Provenance>()
  if (missing.length === 0) return fresh
  const input = [...missing, ...covered.map((tip) => `^${tip}`)].map((line) => `${line}\n`).join('')
  // Where git takes too long nothing is known, and it is not asked again.
  const commits = (await logRange(repo, { args: ['--ignore-missing'], input }, LOG_TIMEOUT_MS)) ?? []
  for (const commit of commits.toReversed()) {
    for (const { after } of commit.changes)
      if (after !== undefined && !fresh.has(after)) fresh.set(after, provenanceIn(commit))
  }
  if (append(repo, fresh)) {
    const next: Covered = { format: FORMAT, tips: [...covered, ...missing].slice(-MOST_TIPS) }
    writeCacheFile(file, JSON.stringify(next))
  }
  return fresh
}

function provenanceIn({ author, when, commit, agent, session, branch, code, task }: LineCommit): Provenance {
  return {
    author,
    when,
    commit,
    ...(agent && { agent }),
    ...(session && { session }),
    ...(branch && { branch }),
    ...(code && { code }),
    ...(task && { task }),
  }
}

function keepFirst(found: Map<Oid, Provenance>, blob: Oid, one: Provenance): void {
  const other = found.get(blob)
  if (other === undefined || one.when < other.when) found.set(blob, one)
}

const shardOf = (blob: Oid): string => blob.slice(0, 2)

/** Appended, so that two processes at once lose nothing of each other's. */
function append(repo: Repo, fresh: ReadonlyMap<Oid, Provenance>): boolean {
  const known = readKept(repo, new Set(fresh.keys()))
  const shards = new Map<string, string>()
  for (const [blob, one] of fresh) {
    const other = known.get(blob)
    if (other !== undefined && other.when <= one.when) continue
    const shard = shardOf(blob)
    // The newline comes first: the last write may have ended in the middle of a line.
    shards.set(shard, `${shards.get(shard) ?? ''}\n${blob} ${JSON.stringify(one)}`)
  }
  try {
    makeLocalDir(dirOf(repo))
    for (const [shard, lines] of shards) appendFileSync(join(dirOf(repo), shard), lines, { mode: 0o600 })
    return true
  } catch {
    return false
  }
}

function readKept(repo: Repo, wanted: ReadonlySet<Oid>): Map<Oid, Provenance> {
  const found = new Map<Oid, Provenance>()
  for (const shard of new Set([...wanted].map(shardOf))) {
    const text = readLocalFile(join(dirOf(repo), shard))?.toString('utf8') ?? ''
    for (const line of text.split('\n')) {
      const space = line.indexOf(' ')
      const blob = line.slice(0, space)
      const one = wanted.has(blob) ? parse(line.slice(space + 1)) : undefined
      if (one) keepFirst(found, blob, one)
    }
  }
  return found
}

function parse(json: string): Provenance | undefined {
  try {
    return JSON.parse(json) as Provenance
  } catch {
    return undefined
  }
}
