/** Loops with scripted agents: real processes, real time, real git. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import { createInterrupt, type Interrupt } from '../../src/loop/interrupt.js'
import { type StartOptions, startLoop } from '../../src/loop/start.js'
import type { LoopEvent } from '../../src/loop-rules/events.js'
import type { LoopState } from '../../src/loop-rules/state.js'
import { makeDir, makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'

/** Succeeds once `n` is 3, and says how far it is. */
export const COUNT_TO_THREE = 'n=$(cat n); [ "$n" -ge 3 ] || { echo "$((3 - n)) failing"; exit 1; }'

export interface World {
  repo: TestRepo
  env: TestEnv
  /** An agent that is this shell script; it lies outside the repository. Answers its command line. */
  agent(script: string): string
  events: LoopEvent[]
  interrupt: Interrupt
  start(script: string, options?: StartOptions & { feedback?: string; goal?: string }): Promise<LoopState>
  /** What the journal has of a loop, oldest first: `1 retried`. */
  journal(): string[]
}

export function makeWorld(files: Record<string, string> = { n: '0\n' }): World {
  const repo = makeRepo(files)
  const outside = makeDir('ralph-agent-')
  const env = repo.env({ now: () => new Date(), random: (n) => randomBytes(n) })
  const events: LoopEvent[] = []
  const interrupt = createInterrupt()
  let scripts = 0
  const agent = (script: string): string => {
    const file = join(outside, `agent-${++scripts}.sh`)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, `${script}\n`)
    return `sh ${file}`
  }
  return {
    repo,
    env,
    agent,
    events,
    interrupt,
    start: (script, { feedback, goal = 'make n three', ...options } = {}) =>
      startLoop(
        env,
        goal,
        { agent: agent(script), commands: [COUNT_TO_THREE], cooldown: 0, maxDuration: '60s', ...options },
        {
          tell: (event) => void events.push(event),
          interrupt,
          mayRun: () => Promise.resolve(false),
          ...(feedback !== undefined && { askFeedback: () => Promise.resolve(feedback) }),
        },
      ),
    journal: () =>
      repo
        .git('log', '--reverse', '--format=%s', 'refs/notes/ralph')
        .split('\n')
        .flatMap((line) => {
          const [, number, outcome] = /^journal run-\w+ iteration (\d+) \[(\w+)\]$/.exec(line) ?? []
          return number === undefined ? [] : [`${number} ${outcome}`]
        }),
  }
}

/** Processes of this machine whose environment names the loop. */
export function processesOf(loop: string): number[] {
  return readdirSync('/proc').flatMap((name) =>
    /^\d+$/.test(name) && isOf(name, loop) ? [Number(name)] : [],
  )
}

function isOf(pid: string, loop: string): boolean {
  try {
    if (/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'))) return false
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`RALPH_LOOP=${loop}\0`)
  } catch {
    return false
  }
}

/** Settles when an event of that kind was told. */
export async function sees(world: World, is: (event: LoopEvent) => boolean): Promise<void> {
  while (!world.events.some(is)) await new Promise((resolve) => setTimeout(resolve, 10))
}

/** The events of one kind. */
export const told = <Name extends LoopEvent['event']>(world: World, name: Name) =>
  world.events.filter((one): one is Extract<LoopEvent, { event: Name }> => one.event === name)

/** An agent that gets one further each time. */
export const STEP = 'cat > /dev/null; echo $(($(cat n) + 1)) > n; echo "n is $(cat n)"'
