/** Land: promote the memory of branches whose code has landed in their base. */
import type { Env } from '../env.js'
import { landable } from '../store/landing/landing-seen.js'
import { landLine, type LandReport } from '../store/landing/land.js'
import { openWorkspace, renderAfterWrite } from '../store/workspace.js'

export interface LandOptions {
  /** Land although the code was not seen to have landed. */
  anyway?: boolean
  dryRun?: boolean
}

export interface LandAnswer {
  reports: LandReport[]
  warnings: string[]
}

/** Without a branch: every line that has a base. */
export async function land(env: Env, branch?: string, options: LandOptions = {}): Promise<LandAnswer> {
  const workspace = await openWorkspace(env)
  const branches = branch === undefined ? await landable(workspace.repo) : [branch]
  const reports: LandReport[] = []
  for (const name of branches) reports.push(await landLine(workspace.repo, name, options))
  if (!options.dryRun) await renderAfterWrite(workspace)
  return { reports, warnings: workspace.warnings }
}
