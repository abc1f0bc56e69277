/**
 * What our hooks add to `git checkout` and `git commit`, in empty Node processes. Two copies of one repository, with hooks and without,
 * take turns; the difference of the medians is what counts. Goals: ≤ 2.5 when the view changes, ≤ 1.3 when it does not.
 * `--quick` runs one round with 100 memories.
 */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { importLines, run } from './lines/make.js'
import { median } from './measure.js'
import { factor, inMs, type Table } from './report/table.js'

const quick = process.argv.includes('--quick')
const rounds = quick ? 1 : 21
const count = quick ? 100 : 10_000

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

export function measure(): Table[] {
  prepare()
  const rows = Object.entries(CASES).map(([name, steps]): Table['rows'][number] => {
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
    return [
      name,
      inMs(times.hooked),
      inMs(times.plain),
      inMs(times.node),
      { value: added, unit: 'ms' },
      factor(added / median(times.node)),
    ]
  })
  rmSync(scratch, { recursive: true, force: true })
  return [
    {
      id: 'hooks/cost',
      title: `What git hooks add at ${count.toLocaleString('en')} memories, ${rounds} rounds`,
      columns: ['command', 'with hooks ms', 'without', 'empty node', 'difference', 'in nodes'],
      rows,
    },
  ]
}
