/** How git hooks call the git-ralph that runs now: as it was called, so that an upgrade in place keeps working. */
import { existsSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { HookCommand } from './shim.js'

export function hookCommand(): HookCommand {
  const called = process.argv[1] ?? ''
  const names = ['git-ralph.cjs', 'git-ralph'].map((name) => join(dirname(called), name))
  const bin = names.find((name) => existsSync(name)) ?? (existsSync(called) ? realpathSync(called) : called)
  return { node: process.execPath, bin }
}
