/** The last failure of a hook, kept for `doctor`: a hook must be silent, but not for ever. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Env } from '../env.js'
import { readLocalJson, writeCacheFile } from './local-files.js'
import { openRepo, type Repo } from './repo.js'

export interface HookFailure {
  hook: string
  when: string
  message: string
}

const pathOf = (repo: Repo): string => join(repo.ralphDir, 'hook-failure.json')

export async function explainFailure(env: Env, hook: string, error: unknown): Promise<void> {
  try {
    const repo = await openRepo(env)
    const failure: HookFailure = {
      hook,
      when: env.now().toISOString(),
      message: error instanceof Error ? error.message : String(error),
    }
    writeCacheFile(pathOf(repo), JSON.stringify(failure))
  } catch {
    // Not even a repository: nobody to tell.
  }
}

export function readFailure(repo: Repo): HookFailure | undefined {
  return readLocalJson<HookFailure>(pathOf(repo))
}

export function dropFailure(repo: Repo): void {
  rmSync(pathOf(repo), { force: true })
}
