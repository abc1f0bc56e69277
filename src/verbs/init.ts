/** Init: make a repository ready, say what was done, and change nothing the second time. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../env.js'
import { readConfig } from '../store/git/config.js'
import { addExclude, isExcluded } from '../store/rendered/exclude.js'
import { makeFirstContact } from '../store/share/first-contact.js'
import { installHooks } from '../store/hooks/install.js'
import type { HookCommand } from '../store/hooks/shim.js'
import { openView } from '../store/line/line.js'
import { makeLocalDir } from '../store/git/local-files.js'
import { refreshRendered, replaceRendered, trackedWarning } from '../store/rendered/render.js'
import { renderedPath } from '../store/rendered/rendered-file.js'
import { openRepo, type Repo } from '../store/git/repo.js'
import { resolveSettings, type Settings } from '../store/settings/settings.js'
import { describe } from '../store/workspace.js'
import { OLD_SKILLS } from './migrate-skills.js'

export interface Initialised {
  branch: string
  /** What was done, one sentence each; empty when everything was in place. */
  done: string[]
  /** What the user may want to do next. */
  hints: string[]
}

/** Where ralph-orchestrator keeps its memories today. */
export const ORCHESTRATOR_PATH = '.ralph/agent/memories.md'

export interface InitOptions {
  /** Render the file anew, whatever is in it. */
  force?: boolean
  /** How git hooks shall call us; without it none are installed. */
  command?: HookCommand
}

export async function init(env: Env, options: InitOptions = {}): Promise<Initialised> {
  const repo = await openRepo(env)
  const done: string[] = []
  const hints: string[] = []
  if (makeLocalDir(repo.ralphDir))
    done.push('made the directory `ralph` in the git directory, for the search index and other local files')
  const config = await readConfig(repo)
  hints.push(...config.problems)
  const settings = resolveSettings(config, env.vars, hints)
  if (repo.workTree !== undefined && settings.render) renderedPath(repo, settings.renderPath)
  for (const news of await makeFirstContact(repo, settings)) {
    if (news.startsWith('note: ')) done.push(news.slice('note: '.length))
    else hints.push(news)
  }
  if (options.command) await setUpHooks(repo, options.command, done, hints)
  if (repo.workTree === undefined) {
    hints.push('this repository is bare: memories are stored, but nothing is rendered')
  } else if (settings.render) {
    await setUpRendering(repo, settings, options.force ?? false, done, hints)
    if (settings.renderPath !== ORCHESTRATOR_PATH && existsSync(join(repo.workTree, ORCHESTRATOR_PATH))) {
      hints.push(`'${ORCHESTRATOR_PATH}' holds memories too: git ralph import ${ORCHESTRATOR_PATH}`)
    }
  }
  if (repo.workTree !== undefined && existsSync(join(repo.workTree, OLD_SKILLS)))
    hints.push(`'${OLD_SKILLS}' holds skills that agents do not find there: git ralph init --migrate`)
  return { branch: (await openView(repo)).branch, done, hints }
}

async function setUpRendering(
  repo: Repo,
  settings: Settings,
  force: boolean,
  done: string[],
  hints: string[],
): Promise<void> {
  const path = settings.renderPath
  const wasExcluded = isExcluded(repo, path)
  const report = force ? await replaceRendered(repo, settings) : await refreshRendered(repo, settings)
  if (report.outcome === 'tracked') {
    hints.push(trackedWarning(path))
    return
  }
  addExclude(repo, path)
  if (!wasExcluded) done.push(`excluded '${path}' from git status (in info/exclude)`)
  if (report.outcome === 'written' || force) done.push(`rendered the memories of this branch to '${path}'`)
  hints.push(...describe(report))
}

async function setUpHooks(repo: Repo, command: HookCommand, done: string[], hints: string[]): Promise<void> {
  const plans = await installHooks(repo, command)
  const installed = plans
    .filter(({ action }) => action === 'create' || action === 'insert')
    .map(({ name }) => name)
  if (installed.length > 0) done.push(`installed git hooks: ${installed.join(', ')}`)
  for (const { name, action, reason } of plans) {
    if (action === 'consent' || action === 'skip') hints.push(`the hook ${name} is left alone: ${reason}`)
  }
}
