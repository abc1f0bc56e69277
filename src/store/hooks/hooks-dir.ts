/** Where git looks for hooks here, and which files there are ours to change. */
import { lstatSync, readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, isAbsolute, join, relative } from 'node:path'
import { explainFsError } from '../../errors.js'
import type { Repo } from '../git/repo.js'
import type { HookFile } from './plan.js'
import { findBlock, HOOK_NAMES, type HookName } from './shim.js'

const OFF = 'core.hooksPath turns hooks off'

/** As git resolves it: `core.hooksPath`, or the directory that all worktrees share. */
export async function readHookFiles(
  repo: Repo,
  names: readonly HookName[] = HOOK_NAMES,
): Promise<HookFile[]> {
  const answer = await repo.git(['rev-parse', '--path-format=absolute', '--git-path', 'hooks'])
  const dir = answer.replace(/\n$/, '')
  const paths = names.map((name) => join(dir, name))
  if (statSync(dir, { throwIfNoEntry: false })?.isDirectory() === false)
    return names.map((name, i) => ({
      name,
      path: paths[i]!,
      executable: false,
      shield: undefined,
      obstacle: OFF,
    }))
  const shields = await findShields(repo, dir, paths)
  return names.map((name, i) => readHookFile(name, paths[i]!, shields[i]))
}

/** What git-ralph may have changed here, also before `core.hooksPath` was set or another tool put our hook aside. */
export async function readChangedHookFiles(repo: Repo): Promise<HookFile[]> {
  const current = await readHookFiles(repo)
  const usual = HOOK_NAMES.map((name) => readHookFile(name, join(repo.commonDir, 'hooks', name), undefined))
  const there = [...current, ...usual].filter((file) => !file.obstacle)
  const aside = there.flatMap(({ name, path, shield }) =>
    ['.legacy', '.old'].map((suffix) => readHookFile(name, path + suffix, shield)),
  )
  const files = new Map([...there, ...aside].map((file) => [real(file.path), file]))
  return [...files.values()].filter((file) => findBlock(file.content ?? ''))
}

function readHookFile(name: HookName, path: string, shield: string | undefined): HookFile {
  const stat = lstatSync(path, { throwIfNoEntry: false })
  const link = stat?.isSymbolicLink() ? 'it is a symbolic link' : undefined
  const target = link ? statSync(path, { throwIfNoEntry: false }) : stat
  const file: HookFile = {
    name,
    path,
    // Windows has no such mode, and git asks for none there.
    executable: process.platform === 'win32' || ((target?.mode ?? 0) & 0o111) !== 0,
    shield: shield ?? link,
  }
  if (!stat) return file
  if (!target?.isFile()) return { ...file, obstacle: 'it is not a file' }
  file.content = readBytes(path)
  // pre-commit moves a hook that it finds to .legacy and runs it from there.
  const legacy = `${path}.legacy`
  return !findBlock(file.content) &&
    statSync(legacy, { throwIfNoEntry: false }) &&
    findBlock(readBytes(legacy))
    ? readHookFile(name, legacy, shield)
    : file
}

function readBytes(path: string): string {
  try {
    return readFileSync(path, 'latin1')
  } catch (error) {
    throw explainFsError(error, 'reading a git hook')
  }
}

/** For each path the reason, if any, why changing it would change more than this repository's git directory. */
async function findShields(repo: Repo, dir: string, paths: string[]): Promise<(string | undefined)[]> {
  if (isInside(dir, repo.commonDir) || isInside(dir, repo.gitDir)) return []
  const configured = await repo.tryGit(['config', '--show-scope', '--get', 'core.hooksPath'])
  const scope = configured.stdout.toString('utf8').split('\t')[0]
  if (scope === 'global' || scope === 'system') return paths.map(() => 'all your repositories share it')
  if (!repo.workTree || !isInside(dir, repo.workTree)) return paths.map(() => 'it is outside this repository')
  const input = paths.map((path) => `${path}\0`).join('')
  const answer = await repo.tryGit(['check-ignore', '-z', '--stdin'], { input })
  const ignored = new Set(answer.stdout.toString('utf8').split('\0'))
  return paths.map((path) => (ignored.has(path) ? undefined : 'it is part of the work tree'))
}

function isInside(path: string, dir: string): boolean {
  const way = relative(real(dir), real(path))
  return !isAbsolute(way) && way.split(/[\\/]/)[0] !== '..'
}

/** Without symbolic links, as far as the path exists. */
function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return dirname(path) === path ? path : join(real(dirname(path)), basename(path))
  }
}
