/**
 * What the loop itself costs per iteration: one of ten iterations less one of a single iteration, with an agent and a check that do nothing. Beside it an empty
 * Node process, in turns; look at the ratio. `--quick` runs one round of few iterations.
 */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { ENV, git, makeBenchRepo } from './seed.js'
import { NODE, runNode } from './measure.js'
import { inMs, ratioOf, type Table } from './report/table.js'

const quick = process.argv.includes('--quick')
const ROUNDS = quick ? 1 : 11
const BIN = join(process.cwd(), 'bin/git-ralph.cjs')

/** Milliseconds of a loop of `n` iterations whose goal is never reached. */
function runLoop(dir: string, n: number): number {
  const flags = [
    '--agent',
    'true',
    '--command',
    'false',
    '--cooldown',
    '0',
    '--no-progress',
    '1000',
    '--max-iterations',
    String(n),
  ]
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, [BIN, 'loop', 'start', 'goal', ...flags], {
    cwd: dir,
    env: ENV,
    encoding: 'utf8',
  })
  if (status !== 1) throw new Error(`the loop ended with ${status}: ${stderr}`)
  return Number(process.hrtime.bigint() - start) / 1e6
}

/** What starting the agent and the check takes, which no loop can do without. */
function runChildren(n: number): number {
  const start = process.hrtime.bigint()
  for (let i = 0; i < n; i++) {
    spawnSync('true')
    spawnSync('/bin/sh', ['-c', 'false'])
  }
  return Number(process.hrtime.bigint() - start) / 1e6 / n
}

export function measure(): Table[] {
  const dir = makeBenchRepo()
  for (let i = 0; i < 500; i++) writeFileSync(join(dir, `file${i}.txt`), `content ${i}\n`)
  git(dir, 'add', '-A')
  git(dir, 'commit', '-qm', 'files')
  runLoop(dir, 1)
  const [floors, each]: [number[], number[]] = [[], []]
  const ITERATIONS = quick ? 2 : 10
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(runNode('/', ...NODE).ms)
    const [one, many] = [runLoop(dir, 1), runLoop(dir, 1 + ITERATIONS)]
    each.push((many - one) / ITERATIONS - runChildren(3))
  }
  rmSync(dir, { recursive: true, force: true })
  return [
    {
      id: 'loop/cost',
      title: `A loop, ${ROUNDS} rounds`,
      columns: ['what', 'ms', '/ node'],
      rows: [
        ['node -e 0', inMs(floors), ratioOf(floors, floors)],
        ['an iteration, without agent and check', inMs(each), ratioOf(each, floors)],
      ],
    },
  ]
}
