/** A loop that is killed in each of its phases, and goes on each time. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { PHASES } from '../../src/loop-rules/state.js'
import { BIN, runBin } from '../helpers/bin.js'
import { makeRepo, TEST_VARS } from '../helpers/repo.js'
import { processesOf } from '../loop/world.js'

const FLAGS = ['--cooldown', '20', '--no-progress', '20', '--max-iterations', '30', '--format', 'json']

it('has one journal entry per iteration, leaves nothing behind, and reaches its goal', async () => {
  const repo = makeRepo({ n: '0\n', '.gitignore': 'agent.sh\n' })
  const target = 2 * PHASES.length
  writeFileSync(join(repo.dir, 'agent.sh'), 'echo $(($(cat n) + 1)) > n; echo "n is $(cat n)"; sleep 0.05\n')
  const check = `[ $(cat n) -ge ${target} ] || { echo "$((${target} - $(cat n))) failing"; exit 1; }`
  const start = ['loop', 'start', 'count', '--agent', 'sh agent.sh', '--command', check, ...FLAGS]
  const seen: string[] = []
  for (const phase of PHASES.filter((name) => name !== 'verify'))
    seen.push(
      await killAt(repo.dir, seen.length === 0 ? start : ['loop', 'resume', '--format', 'json'], phase),
    )
  const id = seen[0]!
  const { code, err } = runBin(['loop', 'resume', '--max-iterations', '60'], { cwd: repo.dir })
  expect(err).not.toContain('error')
  expect(code).toBe(0)
  expect(processesOf(id)).toEqual([])
  type Entry = { run: string; iteration: number; outcome: string }
  const { entries } = JSON.parse(runBin(['journal', 'list', '--format', 'json'], { cwd: repo.dir }).out) as {
    entries: Entry[]
  }
  const numbers = entries.map(({ iteration }) => iteration).toSorted((a, b) => a - b)
  expect(numbers).toEqual(numbers.map((_, i) => i + 1))
  expect(new Set(entries.map(({ run }) => run))).toEqual(new Set([id]))
  expect(entries.filter(({ outcome }) => outcome === 'interrupted').length).toBeGreaterThanOrEqual(3)
  repo.git('fsck', '--strict', '--no-dangling')
})

/** Runs the command until its loop enters the phase, and kills it then. Answers the loop's id. */
async function killAt(cwd: string, args: string[], phase: string): Promise<string> {
  const child = spawn(process.execPath, [BIN, ...args], {
    cwd,
    env: TEST_VARS,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  const wanted = `"phase":"${phase}"`
  child.stdout.on('data', (chunk: Buffer) => {
    out += chunk.toString()
    if (out.includes(wanted)) child.kill('SIGKILL')
  })
  const [, signal] = (await once(child, 'close')) as [number | null, string | null]
  expect(signal, `${phase}: ${out.slice(-300)}`).toBe('SIGKILL')
  return /run-[0-9a-f]{8}/.exec(out)![0]
}
