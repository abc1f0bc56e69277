/** Landing on the side, as hooks and sync do it: only lines that may have landed since they were last looked at. */
import { landLine, type LandReport } from './land.js'
import { readLandingStates, writeLandingStates } from './landing-seen.js'
import type { Repo } from './repo.js'

/** Each costs some git processes; the rest waits for the next time. */
const MOST_AT_ONCE = 20

export async function landWhatHasLanded(repo: Repo, most = MOST_AT_ONCE): Promise<LandReport[]> {
  const { now, seen } = await readLandingStates(repo)
  const news = [...now].filter(([branch, state]) => seen.get(branch) !== state)
  const reports: LandReport[] = []
  for (const [branch, state] of news.slice(0, most)) {
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
