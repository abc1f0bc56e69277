/** Times of processes, in turns: a busy machine slows all alike, so the ratio of medians is what to look at. */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export interface Contestant {
  name: string
  command: string
  /** Of the n-th run. */
  args: (n: number) => string[]
  /** Ends with 1 then, as git grep does. */
  mayFindNothing?: true
  /** Done before the n-th run, and not timed. */
  before?: (n: number) => void
}

export interface Result {
  name: string
  times: number[]
  /** Peak resident memory, where GNU time is there to tell. */
  megabytes: number | undefined
}

// NODE_EXTRA_CA_CERTS alone costs Node 20 twice as much as an empty process.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env

export function run(
  cwd: string,
  command: string,
  args: readonly string[],
  mayFindNothing = false,
): { ms: number; out: string; err: string } {
  const start = process.hrtime.bigint()
  const done = spawnSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 1 << 30 })
  const ms = Number(process.hrtime.bigint() - start) / 1e6
  if (done.error || (done.status ?? 2) > (mayFindNothing ? 1 : 0))
    throw new Error(`${command} ${args.join(' ')}: ${done.stderr}`)
  return { ms, out: done.stdout, err: done.stderr }
}

export function compare(cwd: string, contestants: readonly Contestant[], rounds: number): Result[] {
  const times = contestants.map((): number[] => [])
  for (let round = 0; round < rounds; round++) {
    for (const [i, { command, args, before, mayFindNothing }] of contestants.entries()) {
      before?.(round)
      times[i]!.push(run(cwd, command, args(round), mayFindNothing).ms)
    }
  }
  return contestants.map(({ name, command, args, mayFindNothing }, i) => ({
    name,
    times: times[i]!,
    megabytes: peakMemory(cwd, command, args(0), mayFindNothing),
  }))
}

const GNU_TIME = '/usr/bin/time'

function peakMemory(
  cwd: string,
  command: string,
  args: readonly string[],
  mayFindNothing?: boolean,
): number | undefined {
  if (!existsSync(GNU_TIME)) return undefined
  const { err } = run(cwd, GNU_TIME, ['-f', 'peak %M', command, ...args], mayFindNothing)
  const kilobytes = /peak (\d+)/.exec(err)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}
