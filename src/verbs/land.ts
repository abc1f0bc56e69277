/** Land: promote the memory of branches whose code has landed in their base. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { readRef } from '../store/git/refs.js'
import { landable } from '../store/landing/landing-seen.js'
import { landLine, type LandReport } from '../store/landing/land.js'
import { openWorkspace, renderAfterWrite, type Workspace } from '../store/workspace.js'
import { mergeAgents } from './agents/merge.js'

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
  return { reports, warnings: [...workspace.warnings, ...(await hintAtAgents(env, workspace, reports))] }
}

/** Said once, whoever landed: what a worktree's AGENTS.md says is merged only when asked. */
async function hintAtAgents(
  env: Env,
  { repo, view }: Workspace,
  reports: readonly LandReport[],
): Promise<string[]> {
  if (repo.workTree === undefined) return []
  for (const { branch, base, outcome } of reports) {
    const isHere = outcome === 'landed' && base === view.checkedOut
    if (!isHere || !(await readRef(repo, `refs/heads/${branch}`))) continue
    try {
      const { changed, file } = await mergeAgents(env, branch)
      if (changed)
        return [
          `note: '${file}' of '${branch}' says more than the one here: git ralph agents merge ${branch}`,
        ]
    } catch (error) {
      if (!(error instanceof RalphError)) throw error
    }
  }
  return []
}
