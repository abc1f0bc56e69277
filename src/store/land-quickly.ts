/**
 * Landing on the side, as hooks and sync do it: each pair of a line and its base's code is looked at once, and again only when one
 * of them has moved.
 */
import { join } from 'node:path'
import { codeRefs } from './code-branch.js'
import type { LandReport } from './land.js'
import { baseOf, lineRef, listLines } from './line.js'
import { readLocalJson, writeCacheFile } from './local-files.js'
import { readRef } from './refs.js'
import type { Repo } from './repo.js'

/** Each costs some git processes; the rest waits for `sync` or `land`. */
const MOST_AT_ONCE = 20

export async function landWhatHasLanded(repo: Repo, most = MOST_AT_ONCE): Promise<LandReport[]> {
  const path = join(repo.ralphDir, 'landing.json')
  const seen = readLocalJson<Record<string, string>>(path) ?? {}
  const now: Record<string, string> = {}
  const reports: LandReport[] = []
  for (const branch of await landable(repo)) {
    const state = await stateOf(repo, branch)
    if (seen[branch] === state || reports.length >= most) {
      if (seen[branch] !== undefined) now[branch] = seen[branch]
      continue
    }
    const { landLine } = await import('./land.js')
    const report = await landLine(repo, branch)
    reports.push(report)
    if (report.outcome === 'stays') now[branch] = state
  }
  if (JSON.stringify(seen) !== JSON.stringify(now)) writeCacheFile(path, JSON.stringify(now))
  return reports
}

/** The branches whose lines might land: all that have one, but for those without a base. */
export async function landable(repo: Repo): Promise<string[]> {
  const branches = []
  for (const branch of (await listLines(repo)).keys())
    if ((await baseOf(repo, branch)) !== undefined) branches.push(branch)
  return branches
}

/** Everything that the answer depends on. */
async function stateOf(repo: Repo, branch: string): Promise<string> {
  const refs = [
    lineRef(branch),
    ...(await codeRefs(repo, branch)),
    ...(await codeRefs(repo, (await baseOf(repo, branch))!)),
  ]
  return (await Promise.all(refs.map(async (ref) => `${ref}@${await readRef(repo, ref)}`))).join(' ')
}
