/**
 * The repository as a verb finds it: opened, with its settings, parked changes adopted and hand edits absorbed. Both of the latter
 * are rare, so what they need is loaded only then.
 */
import { basename } from 'node:path'
import type { Env } from '../env.js'
import { explainFsError, RalphError } from '../errors.js'
import { PENDING } from './line/pending-refs.js'
import { readConfig } from './git/config.js'
import { makeFirstContact } from './share/first-contact.js'
import { openView, type View, type ViewOptions } from './line/line.js'
import { followRename } from './line/new-branch.js'
import { mayHaveRefs } from './git/refs.js'
import { renderAgain } from './rendered/render-again.js'
import type { RenderReport } from './rendered/render.js'
import {
  identityOf,
  isAsRendered,
  isRenderedCurrent,
  readRenderState,
  renderedPath,
} from './rendered/rendered-file.js'
import { openRepo, type Repo } from './git/repo.js'
import { resolveSettings, type Settings } from './settings/settings.js'
import { hasPatterns, usesTasks } from './task/mirror-state.js'

export interface Workspace {
  repo: Repo
  settings: Settings
  view: View
  /** For the user: what went wrong on the side, or beginning with `note:` what was done unasked. */
  warnings: string[]
}

/** `queries`: the caller only asks. A rendered file that lacks the newest memories is then left to the next write or hook. */
export async function openWorkspace(
  env: Env,
  options: ViewOptions = {},
  { queries = false } = {},
): Promise<Workspace> {
  const repo = await openRepo(env)
  const config = await readConfig(repo)
  const warnings = [...config.problems]
  const settings = resolveSettings(config, env.vars, warnings)
  await onTheSide(warnings, () => adoptIfAny(repo))
  await onTheSide(warnings, async () => warnings.push(...(await makeFirstContact(repo, settings))))
  // Where nothing was ever rendered, opening does not begin to: init, writes and hooks do.
  if (readRenderState(repo) !== undefined)
    await onTheSide(warnings, async () => {
      if (!queries || !(await isOnlyBehind(repo, settings)))
        warnings.push(...(await bringRenderedUpToDate(repo, settings)))
    })
  await onTheSide(warnings, async () => warnings.push(...(await bringMirrorUpToDate(repo, settings))))
  const view = await openView(repo, options)
  const renamed = view.source !== view.branch && (await followRename(repo)) !== undefined
  return { repo, settings, view: renamed ? await openView(repo, options) : view, warnings }
}

/** Brings the rendered files up to date after a write. */
export async function renderAfterWrite({ repo, settings, warnings }: Workspace): Promise<void> {
  await onTheSide(warnings, async () => {
    const { refreshRendered } = await import('./rendered/render.js')
    warnings.push(...describe(await refreshRendered(repo, settings)))
  })
  await onTheSide(warnings, async () => warnings.push(...(await bringMirrorUpToDate(repo, settings))))
}

async function adoptIfAny(repo: Repo): Promise<void> {
  if (mayHaveRefs(repo, PENDING)) await (await import('./line/pending.js')).adoptPending(repo)
}

/** Absorbs hand edits and renders, if the files are not as they should be. Answers what the user should know. */
export async function bringUpToDate(repo: Repo, settings: Settings): Promise<string[]> {
  return [...(await bringRenderedUpToDate(repo, settings)), ...(await bringMirrorUpToDate(repo, settings))]
}

async function bringMirrorUpToDate(repo: Repo, settings: Settings): Promise<string[]> {
  const said: string[] = []
  if (settings.knowledgePath !== '') {
    const { refreshMirror } = await import('./rendered/mirror.js')
    said.push(...describe(await refreshMirror(repo, settings)))
  }
  if (usesTasks(repo)) {
    const { refreshTasks } = await import('./task/mirror-tasks.js')
    said.push(...describe(await refreshTasks(repo, settings)))
  }
  if (usesTasks(repo) || settings.globalPatterns === 'always' || hasPatterns(repo)) {
    const { refreshPatterns } = await import('./rendered/global-patterns.js')
    const report = await refreshPatterns(repo, settings)
    said.push(...describe(report))
    // The same memories are in the rendered file.
    if (report.absorbed) await bringRenderedUpToDate(repo, settings)
  }
  return said
}

/** Whether the rendered file is what we wrote for this branch, be it of an earlier tip. */
async function isOnlyBehind(repo: Repo, settings: Settings): Promise<boolean> {
  const state = readRenderState(repo)
  if (repo.workTree === undefined || !state) return false
  const file = identityOf(renderedPath(repo, settings.renderPath))
  return isAsRendered(state, settings, file) && state.branch === (await openView(repo)).branch
}

async function bringRenderedUpToDate(repo: Repo, settings: Settings): Promise<string[]> {
  if (repo.workTree === undefined || !settings.render || !settings.enabled) return []
  if (await isRenderedCurrent(repo, settings, renderedPath(repo, settings.renderPath))) return []
  if (await renderAgain(repo, settings, renderedPath(repo, settings.renderPath))) return []
  const { refreshRendered } = await import('./rendered/render.js')
  const report = await refreshRendered(repo, settings)
  // Said by init, status, doctor and every write: a reader need not hear it.
  return report.outcome === 'tracked' ? [] : describe(report)
}

/** Stores hand edits, if there are any: before what they belong to lands. */
export async function absorbIfEdited(repo: Repo, settings: Settings): Promise<void> {
  await bringMirrorUpToDate(repo, settings)
  if (repo.workTree === undefined || !settings.render || !settings.enabled) return
  const file = identityOf(renderedPath(repo, settings.renderPath))
  if (file !== undefined && file !== readRenderState(repo)?.file) await bringUpToDate(repo, settings)
}

/** What was asked for must not fail because of what was not asked for; it is said all the same. */
async function onTheSide(warnings: string[], work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    const error = explainFsError(thrown, 'bringing files up to date:')
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
  return [
    `note: hand edits of '${basename(path!)}' were stored: ${what.join(', ')}`,
    ...warnings.map((warning) => `'${basename(path!)}', ${warning}`),
  ]
}
