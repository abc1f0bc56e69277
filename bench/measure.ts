/** Cold processes, timed: with the most memory that each took. */
import { spawnSync } from 'node:child_process'
import { writeFileSync, readFileSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ENV } from './seed.js'

const BIN = join(process.cwd(), 'bin/git-ralph.cjs')

export interface Sample {
  ms: number
  /** Most memory of the Node process itself, in megabytes. */
  rss: number
  /** Time of the processor that the Node process itself took: hardly changed by what else runs. */
  cpu: number
  out: string
}

const scratch = mkdtempSync(join(tmpdir(), 'ralph-measure-'))
const report = join(scratch, 'rss')
const preload = join(scratch, 'preload.cjs')
writeFileSync(
  preload,
  `process.on('exit', () => require('node:fs').writeFileSync(${JSON.stringify(report)}, JSON.stringify(process.resourceUsage())))`,
)

export const NODE = ['-e', '0']

export function runRalph(dir: string, ...args: string[]): Sample {
  return runNode(dir, BIN, ...args)
}

/** Runs Node with these arguments. */
export function runNode(dir: string, ...args: string[]): Sample {
  const start = process.hrtime.bigint()
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-r', preload, ...args], {
    cwd: dir,
    env: ENV,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const ms = Number(process.hrtime.bigint() - start) / 1e6
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  const used = JSON.parse(readFileSync(report, 'utf8')) as NodeJS.ResourceUsage
  const cpu = (used.userCPUTime + used.systemCPUTime) / 1000
  return { ms, rss: used.maxRSS / 1024, cpu, out: stdout.trim() }
}

export function median(numbers: number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1]!
}

/** Runs each in turn, round after round: what else the machine does then slows all alike. */
export function inTurns(
  rounds: number,
  contestants: Record<string, (round: number) => Sample>,
): Record<string, Sample[]> {
  const samples: Record<string, Sample[]> = {}
  for (let round = 0; round < rounds; round++) {
    for (const [name, run] of Object.entries(contestants)) (samples[name] ??= []).push(run(round))
  }
  return samples
}
