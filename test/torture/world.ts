/** Four clones with two worktrees each and a bare remote, copied from a template, and one person after the other at work. */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { remember } from '../../src/verbs/remember.js'
import { sync } from '../../src/verbs/sync.js'
import { makeDir, makeEnv, runGit } from '../helpers/repo.js'
import type { TestEnv } from '../helpers/repo.js'

export const CLONES = [0, 1, 2, 3]
/** The branch checked out in the linked worktree. */
export const TOPIC = 'topic'

export interface World {
  dir: string
  /** By clone: the main worktree on `main`, the linked one on `topic`. */
  desks: { main: TestEnv; topic: TestEnv }[]
}

/** What all clones know from the start, so that they have something to change at the same time. */
export const SHARED = ['Shared by all\nand of two lines', 'Known to everybody']

export async function makeTemplate(): Promise<string> {
  const dir = makeDir('ralph-template-')
  runGit(dir, 'init', '-q', '--bare', '-b', 'main', '--template=', 'hub.git')
  for (const n of CLONES) {
    const clone = join(dir, `c${n}`)
    runGit(dir, 'init', '-q', '-b', 'main', '--template=', clone)
    runGit(clone, 'remote', 'add', 'origin', '../hub.git')
    runGit(clone, 'config', 'ralph.render', 'false')
    if (n === 0) {
      runGit(clone, 'commit', '-q', '--allow-empty', '-m', 'first')
      runGit(clone, 'push', '-q', 'origin', 'main')
    } else runGit(clone, 'pull', '-q', 'origin', 'main')
    runGit(clone, 'worktree', 'add', '-q', '-b', TOPIC, `../c${n}w`)
    const env = makeEnv(clone)
    if (n === 0) for (const text of SHARED) await remember(env, text)
    await sync(env)
  }
  return dir
}

export function makeWorld(template: string, dir: string, dice: (sides: number) => number): World {
  execFileSync('cp', ['-r', template, dir])
  let time = Date.UTC(2025, 0, 21, 10)
  const now = (): Date => new Date((time += dice(3) * 1000))
  const random = (n: number): Uint8Array => Uint8Array.from({ length: n }, () => dice(256))
  const desks = CLONES.map((n) => {
    // Git writes down where linked worktrees are by their full paths.
    for (const file of [`c${n}w/.git`, `c${n}/.git/worktrees/c${n}w/gitdir`]) {
      const text = readFileSync(join(dir, file), 'utf8')
      writeFileSync(join(dir, file), text.replace(template, dir))
    }
    const at = (name: string): TestEnv => makeEnv(join(dir, name), { now, random })
    return { main: at(`c${n}`), topic: at(`c${n}w`) }
  })
  return { dir, desks }
}
