/** A repository as a user has it: the built bin, installed by `git ralph init`, and nothing but git commands after that. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { BIN, type Ran } from '../helpers/bin.js'
import { makeDir, makeRepo, repoAt, runGit, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { spawnSync } from '../helpers/spawn.js'

export interface World extends TestRepo {
  /** Git with its exit code and all that it and its hooks said. */
  run(args: string[], vars?: Record<string, string>): Ran
  /** `git ralph …`, which must succeed; answers its output. */
  ralph(...args: string[]): string
  tryRalph(args: string[], vars?: Record<string, string>): Ran
  remember(text: string, ...options: string[]): string
  /** What the line of a branch says, read with git alone; undefined when there is no line. */
  knows(branch?: string): string[] | undefined
  /** The rendered file. */
  rendered(): string
  /** Creates a branch that remembers `lesson` and commits a file for each of `files`. */
  branch(name: string, lesson: string, files: Record<string, string>): void
}

export function worldAt(dir: string): World {
  const repo = repoAt(dir)
  const run = (command: string, args: string[], vars: Record<string, string> = {}): Ran => {
    const { status, stdout, stderr, error } = spawnSync(command, args, {
      cwd: dir,
      env: { ...TEST_VARS, ...vars },
      encoding: 'utf8',
      input: '',
    })
    if (error) throw error
    return { code: status, out: stdout, err: stderr }
  }
  const world: World = {
    ...repo,
    run: (args, vars) => run('git', args, vars),
    tryRalph: (args, vars) => run(process.execPath, [BIN, ...args], vars),
    ralph(...args) {
      const { code, out, err } = world.tryRalph(args)
      if (code !== 0) throw new Error(`git ralph ${args.join(' ')} ended with ${code}: ${out}${err}`)
      return out
    },
    remember: (text, ...options) => world.ralph('remember', text, '--format', 'quiet', ...options).trim(),
    knows: (branch = 'main') => readLine(dir, `refs/ralph-memory/${encodeURIComponent(branch)}`),
    rendered() {
      const path = join(dir, '.agent/memories.md')
      return existsSync(path) ? readFileSync(path, 'utf8') : ''
    },
    branch(name, lesson, files) {
      repo.git('checkout', '-q', '-b', name)
      for (const [path, text] of Object.entries(files))
        repo.commit(`${name}: write ${path}`, { [path]: text })
      world.remember(lesson)
    },
  }
  return world
}

/** A repository with hooks, on main, that knows `on main`. */
export function makeWorld(files?: Record<string, string>): World {
  const world = worldAt(makeRepo(files).dir)
  world.ralph('init')
  world.remember('on main')
  return world
}

/** The same with a bare remote that has main and its memory. */
export function makeSharedWorld(): { world: World; remote: string } {
  const remote = join(makeDir(), 'remote.git')
  const world = makeWorld()
  world.git('init', '-q', '--bare', '-b', 'main', remote)
  world.git('remote', 'add', 'origin', remote)
  world.git('push', '-q', '-u', 'origin', 'main')
  return { world, remote }
}

export function cloneOf(remote: string): World {
  const dir = join(makeDir(), 'clone')
  runGit('/', 'clone', '-q', remote, dir)
  const clone = worldAt(dir)
  clone.ralph('init')
  return clone
}

/** The bodies on a line, in alphabetical order. */
export function readLine(dir: string, ref: string): string[] | undefined {
  if (runGit(dir, 'for-each-ref', '--format=%(refname)', ref).trim() === '') return undefined
  const paths = runGit(dir, 'ls-tree', '-r', '--name-only', '-z', ref, 'memories/')
    .split('\0')
    .filter(Boolean)
  return paths.map((path) => runGit(dir, 'show', `${ref}:${path}`).split('\n---\n')[1]!.trim()).toSorted()
}
