/** Puts git-ralph's lines into the repository's git hooks and takes them out again, byte for byte. */
import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { explainFsError } from '../../errors.js'
import { removeQuietly } from '../git/local-files.js'
import type { Repo } from '../git/repo.js'
import { readChangedHookFiles, readHookFiles } from './hooks-dir.js'
import { type HookPlan, planHooks, type PlanOptions } from './plan.js'
import { findBlock, type HookCommand, type HookName, removeBlock } from './shim.js'

export interface InstallOptions extends HookCommand, PlanOptions {
  names?: readonly HookName[]
}

/** Answers with what was done; `consent` and `skip` were left alone. */
export async function installHooks(repo: Repo, options: InstallOptions): Promise<HookPlan[]> {
  const plans = planHooks(await readHookFiles(repo, options.names), options, options)
  for (const { action, path, content } of plans)
    if (action === 'create' || action === 'insert') writeHook(path, content, action === 'create')
  return plans
}

export interface HookRemoval {
  name: HookName
  path: string
  action: 'deleted' | 'restored' | 'consent'
}

export async function uninstallHooks(repo: Repo, options: PlanOptions = {}): Promise<HookRemoval[]> {
  const removals: HookRemoval[] = []
  for (const { name, path, content, shield } of await readChangedHookFiles(repo)) {
    const rest = removeBlock(content!)
    if (shield && !options.consent) removals.push({ name, path, action: 'consent' })
    else if (rest === undefined) {
      attempt(() => rmSync(path))
      removals.push({ name, path, action: 'deleted' })
    } else {
      writeHook(path, rest, false)
      removals.push({ name, path, action: 'restored' })
    }
  }
  return removals
}

export interface HookState {
  name: HookName
  path: string
  /** foreign: a hook, or a place for hooks, that is not ours to change; reason says why. */
  state: 'installed' | 'outdated' | 'missing' | 'foreign'
  reason: string
}

export async function hookStates(repo: Repo, command: HookCommand): Promise<HookState[]> {
  const files = await readHookFiles(repo)
  return planHooks(files, command).map(({ name, path, action, reason }, i) => {
    const present = findBlock(files[i]!.content ?? '') !== undefined
    if (action === 'unchanged') return { name, path, state: 'installed', reason }
    if (present) return { name, path, state: 'outdated', reason }
    return { name, path, state: action === 'consent' || action === 'skip' ? 'foreign' : 'missing', reason }
  })
}

/** By temporary file and rename, since git may run the hook at this moment. The mode stays; a new hook can be run by all. */
function writeHook(path: string, content: string, isNew: boolean): void {
  attempt(() => {
    mkdirSync(dirname(path), { recursive: true })
    const known = statSync(path, { throwIfNoEntry: false })
    const target = known ? realpathSync(path) : path
    const temporary = `${target}.git-ralph-${process.pid}`
    try {
      writeFileSync(temporary, content, 'latin1')
      chmodSync(temporary, isNew || !known ? 0o755 : known.mode & 0o7777)
      renameSync(temporary, target)
    } finally {
      removeQuietly(temporary)
    }
  })
}

function attempt(change: () => void): void {
  try {
    change()
  } catch (error) {
    throw explainFsError(error, 'changing a git hook')
  }
}
