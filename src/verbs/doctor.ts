/** Doctor: looks for what silently stopped working, and repairs it when asked to. */
import type { Env } from '../env.js'
import { CHECKS, type Finding } from '../store/checks.js'
import { checkWiring } from './agents/check.js'
import { openWorkspace, type Workspace } from '../store/workspace.js'

export interface Diagnosis {
  findings: (Omit<Finding, 'fix'> & { fixed: boolean })[]
  warnings: string[]
}

export async function doctor(env: Env, options: { fix?: boolean } = {}): Promise<Diagnosis> {
  const workspace = await openWorkspace(env)
  const findings = []
  for (const { fix, ...finding } of await examine(workspace)) {
    const fixed = options.fix === true && fix !== undefined
    if (fixed) await fix()
    findings.push({ ...finding, fixed })
  }
  return { findings, warnings: workspace.warnings }
}

export async function examine({ repo, view, settings }: Workspace): Promise<Finding[]> {
  const findings = []
  for (const check of CHECKS) findings.push(...(await check(repo, view, settings)))
  return [...findings, ...(await checkWiring(repo))]
}
