/**
 * WHERE memories live: the only room that touches git. A `Repo` is an opened repository with a way to run git in it.
 * The design is written in docs/data-model.md.
 */
import { join } from 'node:path'
import type { Env } from '../../env.js'
import { discover, type RepoPaths } from './discover.js'
import { type GitResult, git, tryGit, withoutLocalVariables } from './git.js'

export type Oid = string

export interface Repo extends RepoPaths {
  /** `<common dir>/ralph`: local, disposable, never pushed. */
  ralphDir: string
  env: Env
  /** The variables children get: no local git variables, messages in English since some are read. */
  vars: Record<string, string | undefined>
  git(args: string[], options?: RunOptions): Promise<string>
  tryGit(args: string[], options?: RunOptions): Promise<GitResult>
}

export interface RunOptions {
  input?: string | Buffer
  timeout?: number
  /** Bytes of output after which the child is killed and the call fails. */
  limit?: number
  vars?: Record<string, string | undefined>
}

export async function openRepo(env: Env): Promise<Repo> {
  const paths = await discover(env.cwd, env.vars)
  // Made for the first child only: to copy the environment costs more than all else here.
  let made: Repo['vars'] | undefined
  const childVars = (): Repo['vars'] =>
    (made ??= { ...withoutLocalVariables(env.vars), LC_ALL: 'C', LANGUAGE: '' })
  const cwd = paths.workTree ?? paths.commonDir
  const args = (rest: string[]): string[] => [`--git-dir=${paths.gitDir}`, ...rest]
  const options = (run: RunOptions = {}) => ({ cwd, ...run, vars: { ...childVars(), ...run.vars } })
  return {
    ...paths,
    ralphDir: join(paths.commonDir, 'ralph'),
    env,
    get vars() {
      return childVars()
    },
    git: (rest, run) => git(args(rest), options(run)),
    tryGit: (rest, run) => tryGit(args(rest), options(run)),
  }
}
