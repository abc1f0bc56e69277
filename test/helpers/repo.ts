/** Real git repositories in temporary directories, made deterministic: fixed author and dates, no configuration from outside. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { inject } from 'vitest'
import type { Env } from '../../src/env.js'
import { afterFile } from './after-file.js'
import { DISK } from './disk.js'
import { makeEnv, type TestEnv } from './env.js'
import { gitOptions } from './git.js'
import { execFileSync } from './spawn.js'
import { type Variant, VARIANTS } from './variants.js'

export { makeEnv, type TestEnv } from './env.js'
export { TEST_VARS } from './git.js'

export function makeDir(name = 'ralph-'): string {
  const dir = realpathSync(mkdtempSync(join(DISK, name)))
  afterFile(() => rmSync(dir, { recursive: true, force: true }))
  return dir
}

/** A directory with git in it. */
export interface TestRepo {
  dir: string
  git(...args: string[]): string
  /** Where git keeps what is this work tree's own. */
  gitDir(): string
  /** Where it keeps what all work trees share. */
  commonDir(): string
  write(path: string, text: string): void
  /** Writes the files and commits them all. */
  commit(message: string, files?: Record<string, string>): string
  env(overrides?: Partial<Env>): TestEnv
}

export function runGit(dir: string, ...args: string[]): string {
  return execFileSync('git', args, gitOptions(dir))
}

/**
 * A repository on branch `main` with the given files in one commit; with no files it has no commit yet. With RALPH_TEST_REPO, one
 * with a commit is of that kind (`npm run portability -- variants`).
 */
export function makeRepo(files: Record<string, string> = { 'README.md': '# project\n' }): TestRepo {
  const empty = Object.keys(files).length === 0
  const repo = copyOf(JSON.stringify(files), (dir) => {
    runGit(dir, 'init', '-q', '-b', 'main')
    if (!empty) repoAt(dir).commit('first', files)
  })
  const variant = process.env['RALPH_TEST_REPO']
  return variant && !empty ? makeVariant(variant as Variant, repo) : repo
}

export function makeVariant(variant: Variant, origin: TestRepo): TestRepo {
  const repo = repoAt(VARIANTS[variant]({ origin, dir: join(makeDir(), 'made') }))
  // A test is alone with its repository, but where objects are missing they have to come from somewhere.
  const lacks = repo.git('config', '--default', '', '--get', 'remote.origin.promisor').trim() === 'true'
  if (!lacks && repo.git('remote').trim()) repo.git('remote', 'remove', 'origin')
  return repo
}

const templates = new Map<string, string>()

/** A copy of what `build` makes of an empty directory: git is asked once, each later copy starts no process. */
function copyOf(key: string, build: (dir: string) => void): TestRepo {
  let template = templates.get(key)
  if (template === undefined) {
    template = mkdtempSync(join(inject('templates'), 'repo-'))
    build(template)
    templates.set(key, template)
  }
  const dir = makeDir()
  cpSync(template, dir, { recursive: true, verbatimSymlinks: true })
  return repoAt(dir)
}

export function repoAt(dir: string): TestRepo {
  const repo: TestRepo = {
    dir,
    git: (...args) => runGit(dir, ...args),
    gitDir: () => resolve(dir, runGit(dir, 'rev-parse', '--git-dir').trim()),
    commonDir: () => resolve(dir, runGit(dir, 'rev-parse', '--git-common-dir').trim()),
    write(path, text) {
      mkdirSync(dirname(join(dir, path)), { recursive: true })
      writeFileSync(join(dir, path), text)
    },
    commit(message, changed = {}) {
      for (const [path, text] of Object.entries(changed)) repo.write(path, text)
      runGit(dir, 'add', '-A')
      runGit(dir, 'commit', '-q', '--allow-empty', '-m', message)
      return headOf(dir)
    },
    env: (overrides) => makeEnv(dir, overrides),
  }
  return repo
}

/** The commit of HEAD, without starting git where two files tell it. */
function headOf(dir: string): string {
  try {
    const head = readFileSync(join(dir, '.git/HEAD'), 'utf8').trim()
    return head.startsWith('ref: ') ? readFileSync(join(dir, '.git', head.slice(5)), 'utf8').trim() : head
  } catch {
    return runGit(dir, 'rev-parse', 'HEAD').trim()
  }
}
