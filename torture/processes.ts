/** Processes that something may happen to while they run. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { TEST_VARS } from '../test/helpers/git.js'
import type { Mishap } from './mishaps.js'

export const BIN = join(process.cwd(), 'bin/git-ralph.cjs')
const CLOCK = join(process.cwd(), 'torture/clock.cjs')
const HUNG_MS = 180_000

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  out: string
  err: string
  ms: number
}

export function runRalph(
  { dir, bin }: { dir: string; bin: string },
  args: string[],
  mishap?: Mishap,
): Promise<Ended> {
  const vars: Record<string, string> =
    mishap?.kind === 'clock'
      ? {
          RALPH_TORTURE_SHIFT: String(mishap.shift),
          NODE_OPTIONS: `--require=${CLOCK}`,
          GIT_AUTHOR_DATE: `${Math.floor(Date.now() / 1000) + mishap.shift} +0000`,
          GIT_COMMITTER_DATE: `${Math.floor(Date.now() / 1000) + mishap.shift} +0000`,
        }
      : {}
  return run(process.execPath, [bin, ...args], dir, vars, mishap)
}

export function runUserGit(dir: string, args: string[]): Promise<Ended> {
  return run('git', args, dir, {})
}

function run(
  command: string,
  args: string[],
  cwd: string,
  vars: Record<string, string>,
  mishap?: Mishap,
): Promise<Ended> {
  const start = Date.now()
  return new Promise((resolve, reject) => {
    // A group of its own, so that git's processes can be hit with it.
    const child = spawn(command, args, {
      cwd,
      env: { ...TEST_VARS, ...vars },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let [out, err] = ['', '']
    child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()))
    child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()))
    const timers = mishap ? arrange(child, mishap) : []
    timers.push(setTimeout(() => hit(child, 'SIGKILL', true), HUNG_MS))
    child.on('error', reject)
    child.on('close', (code, signal) => {
      for (const timer of timers) clearTimeout(timer)
      const ms = Date.now() - start
      resolve({ code, signal, out, err: ms >= HUNG_MS ? `${err}hung for ${ms} ms` : err, ms })
    })
  })
}

function arrange(child: ChildProcess, mishap: Mishap): NodeJS.Timeout[] {
  switch (mishap.kind) {
    case 'clock':
      return []
    case 'stop':
      return [
        setTimeout(() => hit(child, 'SIGSTOP', true), mishap.after),
        setTimeout(() => hit(child, 'SIGCONT', true), mishap.after + mishap.lasting),
      ]
    default:
      return [setTimeout(() => hit(child, 'SIGKILL', mishap.kind === 'kill-group'), mishap.after)]
  }
}

function hit(child: ChildProcess, signal: NodeJS.Signals, group: boolean): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(group ? -child.pid : child.pid, signal)
  } catch {
    // It has just ended.
  }
}
