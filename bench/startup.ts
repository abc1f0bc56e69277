/**
 * What each command costs over an empty Node process. Commands take turns, so that a busy machine slows all alike; the
 * ratio of medians is what to look at. `--quick` runs few rounds.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { median } from './measure.js'
import { inMs, ratioOf, type Table } from './report/table.js'

const BIN = join(process.cwd(), 'bin/git-ralph.cjs')
const quick = process.argv.includes('--quick')
const rounds = quick ? 1 : 31

/** Left out where the command is not there. `<n>` is another number each time: what is known already is not written. */
const COMMANDS = [
  ['version'],
  ['help'],
  ['status'],
  ['remember', 'barrel exports <n>'],
  ['recall', 'postgres refused'],
  ['list'],
  ['prime'],
  ['memory', 'list'],
  ['version', '--help'],
]

const scratch = mkdtempSync(join(tmpdir(), 'ralph-startup-'))
// NODE_EXTRA_CA_CERTS alone costs Node 20 twice as much as an empty process.
const { NODE_EXTRA_CA_CERTS: _, ...env } = process.env

function time(args: string[]): number {
  const start = process.hrtime.bigint()
  const { status, stderr } = spawnSync(process.execPath, args, { cwd: scratch, env, encoding: 'utf8' })
  const taken = Number(process.hrtime.bigint() - start) / 1e6
  if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}`)
  return taken
}

function isThere(command: string[]): boolean {
  const words = command[0] === 'memory' ? command.slice(0, 2) : command.slice(0, 1)
  return existsSync(join(process.cwd(), 'dist/cli', `${words.join('.')}.cjs`))
}

function prepare(): void {
  const identity = ['-c', 'user.name=Bench', '-c', 'user.email=bench@example.com']
  spawnSync('git', ['init', '-q', scratch])
  spawnSync('git', [...identity, 'commit', '-q', '--allow-empty', '-m', 'first'], { cwd: scratch })
  for (const [key, value] of [
    ['name', 'Bench'],
    ['email', 'bench@example.com'],
  ]) {
    spawnSync('git', ['config', `user.${key}`, value!], { cwd: scratch })
  }
  if (!isThere(['remember'])) return
  for (let i = 0; i < (quick ? 2 : 20); i++)
    time([BIN, 'remember', `ECONNREFUSED on port ${5432 + i} means PostgreSQL isn't running`, '-t', 'fix'])
}

export function measure(): Table[] {
  prepare()
  const lines = [
    { name: 'node -e 0', args: ['-e', '0'], times: [] as number[] },
    ...COMMANDS.filter(isThere).map((command) => ({
      name: command.join(' '),
      args: [BIN, ...command],
      times: [] as number[],
    })),
  ]
  for (let round = 0; round < rounds; round++) {
    for (const line of lines)
      line.times.push(time(line.args.map((arg) => arg.replace('<n>', `number ${round}`))))
  }
  rmSync(scratch, { recursive: true, force: true })
  const floor = lines[0]!.times
  return [
    {
      id: 'startup/cost',
      title: `Each command over an empty Node process, ${rounds} rounds`,
      columns: ['command', 'ms', 'over node', '/ node'],
      rows: lines.map(({ name, times }) => [
        name,
        inMs(times),
        { value: median(times) - median(floor), unit: 'ms' },
        ratioOf(times, floor),
      ]),
    },
  ]
}
