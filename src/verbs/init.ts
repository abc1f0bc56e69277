/** Init: make a repository ready, say what was done, and change nothing the second time. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../env.js'
import { readConfig } from '../store/config.js'
import { addExclude } from '../store/exclude.js'
import { openView } from '../store/line.js'
import { makeLocalDir } from '../store/local-files.js'
import { refreshRendered, replaceRendered, trackedWarning } from '../store/render.js'
import { renderedPath } from '../store/rendered-file.js'
import { openRepo } from '../store/repo.js'
import { resolveSettings } from '../store/settings.js'
import { describe } from '../store/workspace.js'

export interface Initialised {
  branch: string
  /** What was done, one sentence each; empty when everything was in place. */
  done: string[]
  /** What the user may want to do next. */
  hints: string[]
}

/** Where ralph-orchestrator keeps its memories today. */
export const ORCHESTRATOR_PATH = '.ralph/agent/memories.md'

export async function init(env: Env, options: { force?: boolean } = {}): Promise<Initialised> {
  const repo = await openRepo(env)
  const done: string[] = []
  const hints: string[] = []
  if (makeLocalDir(repo.ralphDir))
    done.push(`made '${repo.ralphDir}' for the search index and other local files`)
  const config = await readConfig(repo)
  hints.push(...config.problems)
  const settings = resolveSettings(config, env.vars, hints)
  if (repo.workTree === undefined) {
    hints.push('this repository is bare: memories are stored, but nothing is rendered')
  } else if (settings.render) {
    renderedPath(repo, settings.renderPath)
    if (addExclude(repo, settings.renderPath))
      done.push(`excluded '${settings.renderPath}' from git status (in info/exclude)`)
    const report = options.force
      ? await replaceRendered(repo, settings)
      : await refreshRendered(repo, settings)
    if (report.outcome === 'written')
      done.push(`rendered the memories of this branch to '${settings.renderPath}'`)
    if (report.outcome === 'tracked') hints.push(trackedWarning(settings.renderPath))
    else hints.push(...describe(report))
    if (settings.renderPath !== ORCHESTRATOR_PATH && existsSync(join(repo.workTree, ORCHESTRATOR_PATH))) {
      hints.push(`'${ORCHESTRATOR_PATH}' holds memories too: git ralph import ${ORCHESTRATOR_PATH}`)
    }
  }
  return { branch: (await openView(repo)).branch, done, hints }
}
