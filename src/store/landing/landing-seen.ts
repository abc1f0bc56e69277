/** Which lines are to be looked at for a landing: each pair of a line and its base's code once, and again when one of them has moved. */
import { join } from 'node:path'
import { codeRefs } from '../line/code-branch.js'
import { readConfig } from '../git/config.js'
import { defaultBranch, listLines, recordedBase } from '../line/line.js'
import { readLocalJson, writeCacheFile } from '../git/local-files.js'
import { readRef } from '../git/refs.js'
import type { Oid, Repo } from '../git/repo.js'

/** Branch → everything that the answer depends on. */
export type LandingStates = Map<string, string>

const pathOf = (repo: Repo): string => join(repo.ralphDir, 'landing.json')

/** The state of each line that might land, and of those looked at before as it was then. */
export async function readLandingStates(repo: Repo): Promise<{ now: LandingStates; seen: LandingStates }> {
  const codeOf = new Map<string, string>()
  const readCode = async (branch: string): Promise<string> => {
    const known = codeOf.get(branch) ?? (await codeState(repo, branch))
    codeOf.set(branch, known)
    return known
  }
  const now: LandingStates = new Map()
  for (const { branch, base, tip } of await linesWithBase(repo))
    now.set(branch, `${tip} ${await readCode(branch)}in ${await readCode(base)}`)
  return { now, seen: new Map(Object.entries(readLocalJson<Record<string, string>>(pathOf(repo)) ?? {})) }
}

export function writeLandingStates(repo: Repo, seen: LandingStates): void {
  writeCacheFile(pathOf(repo), JSON.stringify(Object.fromEntries(seen)))
}

/** The branches whose lines might land: all that have one, but for those without a base. */
export async function landable(repo: Repo): Promise<string[]> {
  return (await linesWithBase(repo)).map(({ branch }) => branch)
}

async function linesWithBase(repo: Repo): Promise<{ branch: string; base: string; tip: Oid }[]> {
  const { git } = await readConfig(repo)
  const main = await defaultBranch(repo)
  return [...(await listLines(repo))]
    .map(([branch, tip]) => ({ branch, base: recordedBase(git, branch) ?? main, tip }))
    .filter(({ branch, base }) => branch !== base)
}

async function codeState(repo: Repo, branch: string): Promise<string> {
  const refs = await codeRefs(repo, branch)
  const oids = await Promise.all(refs.map((ref) => readRef(repo, ref)))
  return refs.map((ref, i) => `${ref}@${oids[i]} `).join('')
}
