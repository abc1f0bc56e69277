/** Runs the built bin as a process of its own, in the test's environment and nobody else's. */
import { fileURLToPath } from 'node:url'
import { TEST_VARS } from './repo.js'
import { spawnSync } from './spawn.js'

export const BIN = fileURLToPath(new URL('../../bin/git-ralph.cjs', import.meta.url))

export interface Ran {
  code: number | null
  out: string
  err: string
}

export interface RunOptions {
  cwd?: string
  vars?: Record<string, string>
  input?: string | Buffer
}

export function runBin(args: readonly string[], options: RunOptions = {}): Ran {
  const { status, stdout, stderr, error } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: options.cwd,
    env: { ...TEST_VARS, ...options.vars },
    input: options.input ?? '',
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  if (error) throw error
  return { code: status, out: stdout, err: stderr }
}
