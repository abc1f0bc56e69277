/**
 * The repository as a verb finds it: opened, with its settings, parked changes adopted and hand edits absorbed. Both of the latter
 * are rare, so what they need is loaded only then.
 */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { PENDING } from './pending-refs.js'
import { readConfig } from './config.js'
import { openView, type View, type ViewOptions } from './line.js'
import { mayHaveRefs } from './refs.js'
import type { RenderReport } from './render.js'
import { isRenderedCurrent, knownTracked, readRenderState, renderedPath } from './rendered-file.js'
import { openRepo, type Repo } from './repo.js'
import { resolveSettings, type Settings } from './settings.js'

export interface Workspace {
  repo: Repo
  settings: Settings
  view: View
  /** For the user: things that went wrong on the side, or that we did unasked. */
  warnings: string[]
}

export async function openWorkspace(env: Env, options: ViewOptions = {}): Promise<Workspace> {
  const repo = await openRepo(env)
  const config = await readConfig(repo)
  const warnings = [...config.problems]
  const settings = resolveSettings(config, env.vars, warnings)
  await onTheSide(warnings, () => adoptIfAny(repo))
  await onTheSide(warnings, async () => warnings.push(...(await absorbIfEdited(repo, settings))))
  return { repo, settings, view: await openView(repo, options), warnings }
}

/** Brings the rendered file up to date after a write. */
export async function renderAfterWrite({ repo, settings, warnings }: Workspace): Promise<void> {
  await onTheSide(warnings, async () => {
    const { refreshRendered } = await import('./render.js')
    warnings.push(...describe(await refreshRendered(repo, settings)))
  })
}

async function adoptIfAny(repo: Repo): Promise<void> {
  if (mayHaveRefs(repo, PENDING)) await (await import('./pending.js')).adoptPending(repo)
}

async function absorbIfEdited(repo: Repo, settings: Settings): Promise<string[]> {
  if (repo.workTree === undefined || !settings.render || !settings.enabled) return []
  // Where nothing was ever rendered, a reader does not begin to: init and writes do.
  if (readRenderState(repo) === undefined) return []
  const path = renderedPath(repo, settings.renderPath)
  if (knownTracked(repo, settings) || (await isRenderedCurrent(repo, settings, path))) return []
  const { refreshRendered } = await import('./render.js')
  const report = await refreshRendered(repo, settings)
  // Said by init, status, doctor and every write: a reader need not hear it.
  return report.outcome === 'tracked' ? [] : describe(report)
}

/** What was asked for must not fail because of what was not asked for; it is said all the same. */
async function onTheSide(warnings: string[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    warnings.push(error.message)
  }
}

export function describe(report: RenderReport): string[] {
  const { absorbed, warnings, path } = report
  if (!absorbed) return warnings
  const what = Object.entries(absorbed)
    .filter(([, n]) => n > 0)
    .map(([verb, n]) => `${n} ${verb}`)
  return [`hand edits of '${path}' were stored: ${what.join(', ')}`, ...warnings]
}
