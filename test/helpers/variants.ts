/** Repositories of other kinds than the one `git init` makes: what people and their tools have. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestRepo } from './repo.js'

interface Making {
  /** A repository of the usual kind with one commit or more on `main`. */
  origin: TestRepo
  /** A directory that is not there yet. */
  dir: string
}

/** Each makes a repository of its kind with the history of `origin` and `main` as its branch, and answers with where to work. */
export const VARIANTS = {
  shallow: ({ origin, dir }: Making) => clone(origin, dir, '--depth=1', '--no-single-branch'),
  partial: ({ origin, dir }: Making) => clone(origin, dir, '--filter=blob:none'),
  treeless: ({ origin, dir }: Making) => clone(origin, dir, '--filter=tree:0'),
  alternates: ({ origin, dir }: Making) => clone(origin, dir, '--shared'),
  bare: ({ origin, dir }: Making) => clone(origin, dir, '--bare'),
  /** As many keep their worktrees: beside each other, with a bare repository in the middle. */
  bareWithWorktree({ origin, dir }: Making) {
    const hub = clone(origin, `${dir}.git`, '--bare')
    origin.git('-C', hub, 'worktree', 'add', '-q', dir, 'main')
    return dir
  },
  worktree({ origin, dir }: Making) {
    origin.git('switch', '-q', '--detach')
    origin.git('worktree', 'add', '-q', dir, 'main')
    return dir
  },
  submodule({ origin, dir }: Making) {
    mkdirSync(dir)
    origin.git('init', '-q', '-b', 'main', dir)
    origin.git('-C', dir, ...LOCAL, 'submodule', '--quiet', 'add', origin.dir, 'lib')
    return join(dir, 'lib')
  },
  packed({ origin }: Making) {
    origin.git('gc', '-q')
    return origin.dir
  },
  separate: ({ origin, dir }: Making) => clone(origin, dir, `--separate-git-dir=${dir}.elsewhere`),
} satisfies Record<string, (making: Making) => string>

export type Variant = keyof typeof VARIANTS

const LOCAL = ['-c', 'protocol.file.allow=always']

function clone(origin: TestRepo, dir: string, ...options: string[]): string {
  origin.git('config', 'uploadpack.allowFilter', 'true')
  origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  const source = options.includes('--shared') ? origin.dir : `file://${origin.dir}`
  origin.git(...LOCAL, 'clone', '-q', ...options, source, dir)
  return dir
}
