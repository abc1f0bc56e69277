/** Landing on the side, as hooks and sync do it: only lines that may have landed since they were last looked at. */
import { landLine, type LandReport } from './land.js'
import { readLandingStates, writeLandingStates } from './landing-seen.js'
import type { Repo } from '../git/repo.js'

/**
 * Each line costs some git processes, and a hook's git command waits: after `mostMs` the rest is left for the next time, but one line
 * is always looked at.
 */
export async function landWhatHasLanded(repo: Repo, mostMs: number): Promise<LandReport[]> {
  const deadline = Date.now() + mostMs
  const { now, seen } = await readLandingStates(repo)
  const news = [...now].filter(([branch, state]) => seen.get(branch) !== state)
  const reports: LandReport[] = []
  for (const [branch, state] of await likelyFirst(repo, news)) {
    if (reports.length > 0 && Date.now() > deadline) break
    const report = await landLine(repo, branch)
    reports.push(report)
    if (report.outcome === 'stays') seen.set(branch, state)
    else seen.delete(branch)
  }
  const gone = [...seen.keys()].filter((branch) => !now.has(branch))
  for (const branch of gone) seen.delete(branch)
  if (reports.length + gone.length > 0) writeLandingStates(repo, seen)
  return reports
}

/** Branches that HEAD contains and branches that are gone come before those that are being worked on. */
async function likelyFirst(repo: Repo, lines: [string, string][]): Promise<[string, string][]> {
  if (lines.length < 2) return lines
  const format = '--format=%(refname:lstrip=2)'
  const merged = await repo.tryGit(['for-each-ref', '--merged=HEAD', format, 'refs/heads'])
  const contained = new Set(merged.stdout.toString('utf8').split('\n'))
  const isLikely = ([branch, state]: [string, string]): boolean =>
    contained.has(branch) || !state.includes(` refs/heads/${branch}@`)
  return [...lines.filter(isLikely), ...lines.filter((line) => !isLikely(line))]
}
