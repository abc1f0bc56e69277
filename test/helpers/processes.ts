/** Other processes beside a test: writers, and git commands that loop until they are told to stop. */
import { spawn, type ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { TEST_VARS, type TestRepo } from './repo.js'

const WRITER = fileURLToPath(new URL('../torture/writer.mjs', import.meta.url))

export interface Writer {
  child: ChildProcess
  /** The ids acknowledged so far: whole lines only. */
  acknowledged(): string[]
  /** Settles once `n` ids were acknowledged, or the process ended. */
  reached(n: number): Promise<void>
  ended: Promise<{ code: number | null; err: string }>
}

/** Starts a process, leader of a group of its own, that remembers `count` things on the line of `main`. */
export function startWriter(
  dir: string,
  name: string,
  count: number,
  vars: Record<string, string> = {},
): Writer {
  const child = spawn(process.execPath, [WRITER, dir, name, String(count)], {
    env: { ...TEST_VARS, ...vars },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk: Buffer) => void (out += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()))
  const acknowledged = (): string[] => out.split('\n').slice(0, -1)
  return {
    child,
    acknowledged,
    reached: (n) =>
      new Promise((resolve) => {
        const look = (): void => void (acknowledged().length >= n && resolve())
        child.stdout.on('data', look)
        child.on('close', resolve)
        look()
      }),
    ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, err }))),
  }
}

/** Runs the git commands one after another, again and again. `stop` answers how many rounds were made. */
export function loopGit(dir: string, ...commands: string[][]): { stop(): Promise<number> } {
  const state = { running: true }
  const looping = (async () => {
    let rounds = 0
    for (; state.running; rounds++) for (const args of commands) await runQuietly(dir, args)
    return rounds
  })()
  return {
    stop: () => {
      state.running = false
      return looping
    },
  }
}

function runQuietly(dir: string, args: string[]): Promise<number | null> {
  return new Promise((resolve) => {
    spawn('git', args, { cwd: dir, env: TEST_VARS, stdio: 'ignore' }).on('close', resolve)
  })
}

/** The ids on the line of `branch`, as git sees them. */
export function idsOnLine(repo: TestRepo, line = 'main'): string[] {
  return repo
    .git('ls-tree', '-r', '--name-only', `refs/ralph-memory/${line}`)
    .split('\n')
    .flatMap((path) => /([^/]+)\.md$/.exec(path)?.[1] ?? [])
}
