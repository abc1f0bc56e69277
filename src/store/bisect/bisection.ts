/** A search for the memories that made a run fail: kept in a file, so that it goes on from command to command. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { RalphError } from '../../errors.js'
import { pathOf } from '../../memory/id.js'
import type { MemoryId } from '../../memory/memory.js'
import { readIdentity } from '../git/identity.js'
import { readLocalJson, writeLocalFile } from '../git/local-files.js'
import { objectsOf } from '../git/objects.js'
import { deleteRef, moveRef, readRef } from '../git/refs.js'
import type { Oid, Repo } from '../git/repo.js'
import { spliceTree } from '../git/tree.js'

const FORMAT = 1

interface Common {
  format: typeof FORMAT
  branch: string
  /** True: bad, in the order in which they were asked. */
  answers: boolean[]
}

/** Among the memories there are. */
export interface AmongMemories extends Common {
  among: 'memories'
  memories: { id: MemoryId; blob: Oid }[]
}

/** Among the commits of the line, oldest first; the last one is bad. */
export interface AmongCommits extends Common {
  among: 'commits'
  commits: Oid[]
}

export type Bisection = AmongMemories | AmongCommits

export function readBisection(repo: Repo): Bisection {
  const kept = readLocalJson<Bisection>(fileOf(repo))
  if (kept?.format === FORMAT) return kept
  throw new RalphError('bad-usage', 'no search is under way', {
    hint: 'begin one with `git ralph bisect start`',
  })
}

export function writeBisection(repo: Repo, bisection: Bisection): void {
  writeLocalFile(fileOf(repo), JSON.stringify(bisection))
}

export function newBisection(): Pick<Common, 'format' | 'answers'> {
  return { format: FORMAT, answers: [] }
}

/** Answers whether there was one. */
export async function dropBisection(repo: Repo): Promise<boolean> {
  const there = readLocalJson<Bisection>(fileOf(repo)) !== undefined
  rmSync(fileOf(repo), { force: true })
  const tip = await readRef(repo, TRIED)
  if (tip !== undefined) await deleteRef(repo, TRIED, tip)
  return there
}

/** What is being tried, kept from git's garbage collection. Local: never pushed. */
const TRIED = 'refs/ralph-bisect/tried'

/** A commit that holds these memories and nothing else. */
export async function holdMemories(
  repo: Repo,
  memories: readonly { id: MemoryId; blob: Oid }[],
): Promise<Oid> {
  const objects = objectsOf(repo)
  const blobs = new Map(memories.map(({ id, blob }) => [pathOf(id), blob]))
  const tree = (await spliceTree(objects, undefined, blobs)) ?? (await objects.writeTree([]))
  const message = `try ${memories.length} memories\n`
  const commit = await objects.writeCommit({ tree, parents: [], message, ...(await readIdentity(repo)) })
  await moveRef(repo, TRIED, commit, await readRef(repo, TRIED), 'bisect')
  return commit
}

function fileOf(repo: Repo): string {
  return join(repo.ralphDir, 'bisect.json')
}
