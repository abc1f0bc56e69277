/**
 * What our hooks add to `git checkout` and `git commit`, in empty Node processes. Two copies of one repository, with hooks and without,
 * take turns; the difference of the medians is what counts. Goals: ≤ 2.5 when the view changes, ≤ 1.3 when it does not.
 * `--quick` runs few rounds.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderTable } from '../src/cli/table.js'
import { importLines, median, run } from './lines/make.js'

const quick = process.argv.includes('--quick')
const rounds = quick ? 7 : 41
const count = 10_000

const scratch = mkdtempSync(join(tmpdir(), 'ralph-hooks-'))
const bin = join(process.cwd(), 'bin/git-ralph.cjs')
const [hooked, plain] = [join(scratch, 'hooked'), join(scratch, 'plain')]

function prepare(): void {
  run('/', 'git', 'init', '-q', '-b', 'main', hooked)
  run(hooked, 'git', 'config', 'user.name', 'Bench')
  run(hooked, 'git', 'config', 'user.email', 'bench@example.com')
  run(hooked, 'git', 'config', 'gc.auto', '0')
  for (let i = 0; i < 50; i++) writeFileSync(join(hooked, `file-${i}`), `${i}\n`)
  run(hooked, 'git', 'add', '.')
  run(hooked, 'git', 'commit', '-q', '-m', 'first')
  importLines(hooked, 'main', count)
  run(hooked, process.execPath, bin, 'init')
  // `view` has a line of its own; `same` sees that of main.
  for (const branch of ['view', 'same']) {
    run(hooked, 'git', 'checkout', '-q', '-b', branch, 'main')
    writeFileSync(join(hooked, 'file-0'), branch)
    run(hooked, 'git', 'commit', '-q', '-a', '-m', branch)
    if (branch === 'view')
      for (let i = 0; i < 5; i++) run(hooked, process.execPath, bin, 'remember', `lesson ${i} of the branch`)
  }
  run(hooked, 'git', 'checkout', '-q', 'main')
  cpSync(hooked, plain, { recursive: true, preserveTimestamps: true })
  rmSync(join(plain, '.git/hooks'), { recursive: true })
}

function time(cwd: string, command: string, ...args: string[]): number {
  const start = process.hrtime.bigint()
  run(cwd, command, ...args)
  return Number(process.hrtime.bigint() - start) / 1e6
}

const CASES: Record<string, string[][]> = {
  'checkout, view changes': [
    ['checkout', '-q', 'view'],
    ['checkout', '-q', 'main'],
  ],
  'checkout, view stays': [
    ['checkout', '-q', 'same'],
    ['checkout', '-q', 'main'],
  ],
  commit: [['commit', '-q', '--allow-empty', '-m', 'work']],
}

prepare()
const rows: string[][] = []
for (const [name, steps] of Object.entries(CASES)) {
  const times = { hooked: [] as number[], plain: [] as number[], node: [] as number[] }
  for (let round = -2; round < rounds; round++) {
    for (const command of steps) {
      const [a, b, empty] = [
        time(hooked, 'git', ...command),
        time(plain, 'git', ...command),
        time(scratch, process.execPath, '-e', '0'),
      ]
      if (round < 0) continue
      times.hooked.push(a)
      times.plain.push(b)
      times.node.push(empty)
    }
  }
  const added = median(times.hooked) - median(times.plain)
  const columns = [times.hooked, times.plain, times.node].map((all) => median(all).toFixed(1))
  rows.push([name, ...columns, added.toFixed(1), `×${(added / median(times.node)).toFixed(2)}`])
}
rmSync(scratch, { recursive: true, force: true })
const right = { align: 'right' as const }
process.stdout.write(
  `${count} memories, ${rounds} rounds, milliseconds\n` +
    renderTable(
      [
        { title: 'COMMAND' },
        { title: 'WITH HOOKS', ...right },
        { title: 'WITHOUT', ...right },
        { title: 'EMPTY NODE', ...right },
        { title: 'DIFFERENCE', ...right },
        { title: 'IN NODES', ...right },
      ],
      rows,
    ),
)
