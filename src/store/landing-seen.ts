/** Which lines are to be looked at for a landing: each pair of a line and its base's code once, and again when one of them has moved. */
import { join } from 'node:path'
import { codeRefs } from './code-branch.js'
import { baseOf, lineRef, listLines } from './line.js'
import { readLocalJson, writeCacheFile } from './local-files.js'
import { readRef } from './refs.js'
import type { Repo } from './repo.js'

/** Branch → everything that the answer depends on. */
export type LandingStates = Map<string, string>

const pathOf = (repo: Repo): string => join(repo.ralphDir, 'landing.json')

/** The state of each line that might land, and of those looked at before as it was then. */
export async function readLandingStates(repo: Repo): Promise<{ now: LandingStates; seen: LandingStates }> {
  const now: LandingStates = new Map()
  for (const branch of await landable(repo)) now.set(branch, await stateOf(repo, branch))
  return { now, seen: new Map(Object.entries(readLocalJson<Record<string, string>>(pathOf(repo)) ?? {})) }
}

export function writeLandingStates(repo: Repo, seen: LandingStates): void {
  writeCacheFile(pathOf(repo), JSON.stringify(Object.fromEntries(seen)))
}

/** The branches whose lines might land: all that have one, but for those without a base. */
export async function landable(repo: Repo): Promise<string[]> {
  const branches = []
  for (const branch of (await listLines(repo)).keys())
    if ((await baseOf(repo, branch)) !== undefined) branches.push(branch)
  return branches
}

async function stateOf(repo: Repo, branch: string): Promise<string> {
  const refs = [
    lineRef(branch),
    ...(await codeRefs(repo, branch)),
    ...(await codeRefs(repo, (await baseOf(repo, branch))!)),
  ]
  return (await Promise.all(refs.map(async (ref) => `${ref}@${await readRef(repo, ref)}`))).join(' ')
}
