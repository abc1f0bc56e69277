/** Uninstall: take everything of ours out of the repository but the memories themselves. */
import { existsSync, rmdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SKILL_AGENTS } from '../briefing/skill.js'
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { AGENTS } from '../session/agent-event.js'
import { readConfig } from '../store/git/config.js'
import { isExcluded, removeExclude } from '../store/rendered/exclude.js'
import { hookStates, uninstallHooks } from '../store/hooks/install.js'
import { listLines } from '../store/line/line.js'
import { PATTERNS_PATH, writtenPatterns } from '../store/rendered/global-patterns.js'
import { mirroredFiles } from '../store/rendered/mirror-files.js'
import { readRendered, renderedPath } from '../store/rendered/rendered-file.js'
import { MCP_CACHE, MCP_CACHE_DIR } from '../store/mcp/status-cache.js'
import { openRepo, type Repo } from '../store/git/repo.js'
import { TASKS_DIR, writtenTaskFiles } from '../store/task/mirror-state.js'
import { removeUserFile } from '../store/user-file.js'
import { dropSnapshots, countSnapshots } from '../store/loop/snapshot.js'
import { openWorkspace } from '../store/workspace.js'
import { installAgents } from './install.js'
import { uninstallSkill } from './skill.js'

export interface Uninstalled {
  /** What was done, or with `dryRun` would be. */
  done: string[]
  /** Lines that stay. */
  lines: number
  dryRun: boolean
  warnings: string[]
}

export async function uninstall(env: Env, options: { dryRun?: boolean } = {}): Promise<Uninstalled> {
  // Looked at first: opening the workspace keeps a few things there.
  const hadLocalFiles = existsSync((await openRepo(env)).ralphDir)
  const { repo, settings, warnings } = await openWorkspace(env)
  const dryRun = options.dryRun ?? false
  const done: string[] = []
  const act = (what: string, work: () => void): void => {
    done.push(what)
    if (!dryRun) work()
  }
  if (repo.workTree !== undefined) {
    const path = pathOrNone(repo, settings.renderPath)
    const { text, ours } = path === undefined ? { text: undefined, ours: false } : readRendered(repo, path)
    if (path !== undefined && ours) act(`remove '${settings.renderPath}'`, () => removeRendered(path))
    else if (text !== undefined) warnings.push(`'${settings.renderPath}' is not as we rendered it and stays`)
    if (isExcluded(repo, settings.renderPath))
      act('remove its line from info/exclude', () => removeExclude(repo, settings.renderPath))
    const { knowledgePath } = settings
    if (knowledgePath !== '') {
      const { written, edited } = mirroredFiles(repo, knowledgePath)
      if (written.length > 0)
        act(`remove the articles in '${knowledgePath}'`, () => written.forEach((file) => rmSync(file)))
      for (const file of edited) warnings.push(`'${file}' is not as we wrote it and stays`)
      if (isExcluded(repo, knowledgePath))
        act(`remove the line of '${knowledgePath}' from info/exclude`, () =>
          removeExclude(repo, knowledgePath),
        )
    }
    const patterns = writtenPatterns(repo)
    if (patterns !== undefined)
      act(`remove '${PATTERNS_PATH}'`, () => removeUserFile(repo.workTree!, patterns))
    if (isExcluded(repo, PATTERNS_PATH))
      act(`remove the line of '${PATTERNS_PATH}' from info/exclude`, () => removeExclude(repo, PATTERNS_PATH))
    const cache = join(repo.workTree, MCP_CACHE)
    if (isExcluded(repo, MCP_CACHE_DIR)) {
      if (existsSync(cache)) act(`remove '${MCP_CACHE}'`, () => removeUserFile(repo.workTree!, cache))
      act(`remove the line of '${MCP_CACHE_DIR}' from info/exclude`, () => removeExclude(repo, MCP_CACHE_DIR))
    }
    const tasks = writtenTaskFiles(repo)
    if (tasks.length > 0)
      act(`remove the files of tasks in '${TASKS_DIR}'`, () =>
        tasks.forEach((file) => removeUserFile(repo.workTree!, file)),
      )
    if (isExcluded(repo, TASKS_DIR))
      act(`remove the line of '${TASKS_DIR}' from info/exclude`, () => removeExclude(repo, TASKS_DIR))
  }
  if (dryRun) {
    const installed = (await hookStates(repo, { node: '', bin: '' })).filter(
      ({ state }) => state === 'installed' || state === 'outdated',
    )
    if (installed.length > 0)
      done.push(`take our lines out of the git hooks ${installed.map(({ name }) => name).join(', ')}`)
  } else {
    for (const { name, path, action } of await uninstallHooks(repo)) {
      if (action === 'consent')
        warnings.push(`our lines in '${path}' stay, since the file is not only ours: remove them by hand`)
      else done.push(`take our lines out of the git hook ${name}`)
    }
  }
  if (repo.workTree !== undefined) {
    const { files } = await installAgents(env, AGENTS, { remove: true, dryRun })
    const wired = new Set(files.filter(({ what }) => what !== 'unchanged').map(({ path }) => path))
    for (const path of wired) done.push(`take our wiring out of '${path}'`)
    for (const { path, what } of await uninstallSkill(env, SKILL_AGENTS, { dryRun })) {
      if (what === 'removed') done.push(`take our text out of '${path}'`)
      if (what === 'edited') warnings.push(`'${path}' was changed by hand and stays`)
    }
  }
  const keys = Object.keys((await readConfig(repo)).git).filter((key) => /^branch\..*\.ralphbase$/.test(key))
  for (const key of keys) {
    done.push(`unset ${key}`)
    if (!dryRun) await repo.tryGit(['config', '--local', '--unset-all', key])
  }
  const snapshots = await countSnapshots(repo)
  if (snapshots > 0) {
    done.push(`remove ${snapshots === 1 ? 'the snapshot' : `${snapshots} snapshots`} of loops`)
    if (!dryRun) await dropSnapshots(repo)
  }
  const removeLocalFiles = (): void => rmSync(repo.ralphDir, { recursive: true, force: true })
  if (hadLocalFiles) act(`remove '${repo.ralphDir}'`, removeLocalFiles)
  else removeLocalFiles()
  return { done, lines: (await listLines(repo)).size, dryRun, warnings }
}

/** The setting may name a place where we never rendered. */
function pathOrNone(repo: Repo, path: string): string | undefined {
  try {
    return renderedPath(repo, path)
  } catch (error) {
    if (error instanceof RalphError) return undefined
    throw error
  }
}

/** The file, and its directory if nothing else is there. */
function removeRendered(path: string): void {
  rmSync(path)
  try {
    rmdirSync(dirname(path))
  } catch {
    // Not empty: it is the user's.
  }
}
