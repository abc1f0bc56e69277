/** The last failure of each hook, kept for `doctor` until the hook works again: a hook must be silent, but not for ever. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { readLocalJson, writeCacheFile } from '../git/local-files.js'
import type { Repo } from '../git/repo.js'

export interface HookFailure {
  hook: string
  when: string
  message: string
}

const pathOf = (repo: Repo): string => join(repo.ralphDir, 'hook-failures.json')

export function readFailures(repo: Repo): HookFailure[] {
  const failures = readLocalJson<HookFailure[]>(pathOf(repo))
  return Array.isArray(failures) ? failures : []
}

export function recordFailure(repo: Repo, hook: string, error: unknown): void {
  const failure: HookFailure = {
    hook,
    when: repo.env.now().toISOString(),
    message: error instanceof Error ? error.message : String(error),
  }
  const others = readFailures(repo).filter((one) => one.hook !== hook)
  writeCacheFile(pathOf(repo), JSON.stringify([...others, failure]))
}

export function recordSuccess(repo: Repo, hook: string): void {
  const failures = readFailures(repo)
  const others = failures.filter((one) => one.hook !== hook)
  if (others.length < failures.length) writeCacheFile(pathOf(repo), JSON.stringify(others))
}

export function dropFailures(repo: Repo): void {
  rmSync(pathOf(repo), { force: true })
}
