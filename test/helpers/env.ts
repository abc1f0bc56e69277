/** The outside world of a verb in a test: variables of its own, a clock that stands still, nothing at random. */
import type { Env } from '../../src/env.js'
import { TEST_VARS } from './git.js'

export interface TestEnv extends Env {
  out(): string
  err(): string
  /** Moves the fixed clock. */
  tick(seconds: number): void
}

/** An environment with a clock that stands still, at 2025-01-21 10:00:00 UTC, until it is moved. */
export function makeEnv(cwd: string, overrides: Partial<Env> = {}): TestEnv {
  let time = Date.UTC(2025, 0, 21, 10)
  let seed = 1
  const out: string[] = []
  const err: string[] = []
  return {
    cwd,
    now: () => new Date(time),
    tick: (seconds) => void (time += seconds * 1000),
    random: (n) => Uint8Array.from({ length: n }, () => (seed = (seed * 48271) % 2147483647) & 255),
    vars: { ...TEST_VARS },
    stdin: { isTTY: false, read: () => Promise.resolve(Buffer.alloc(0)) },
    stdout: { isTTY: false, write: (text) => void out.push(text) },
    stderr: { isTTY: false, write: (text) => void err.push(text) },
    out: () => out.join(''),
    err: () => err.join(''),
    ...overrides,
  }
}
