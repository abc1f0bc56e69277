/**
 * `npm run coverage -- [tests …]` runs the tests and tells, room by room, how many lines and branches of the sources they reach within the
 * tests' own process. What only the built command runs is not counted: see docs/testing.md.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const options = [
  '--coverage.enabled',
  '--coverage.provider=v8',
  '--coverage.include=src/**/*.ts',
  '--coverage.reporter=json-summary',
  '--coverage.reporter=html',
  '--coverage.reportOnFailure',
]
const { status } = spawnSync('npx', ['vitest', 'run', ...options, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
})

/** Of each room: what there is and what was reached. */
const rooms = new Map()
const summary = JSON.parse(readFileSync(join(root, 'coverage/coverage-summary.json'), 'utf8'))
for (const [file, { lines, branches }] of Object.entries(summary)) {
  if (file === 'total') continue
  const [, room, ...rest] = relative(root, file).split('/')
  const name = rest.length === 0 ? 'src' : `src/${room}`
  const sums = rooms.get(name) ?? { lines: [0, 0], branches: [0, 0] }
  for (const [kind, { covered, total }] of Object.entries({ lines, branches })) {
    sums[kind][0] += covered
    sums[kind][1] += total
  }
  rooms.set(name, sums)
}

const share = ([covered, total]) =>
  (total === 0 ? '' : `${((100 * covered) / total).toFixed(1)} %`).padStart(8)
console.log(`\n${'room'.padEnd(16)}${'lines'.padStart(8)}${'branches'.padStart(10)}`)
for (const [name, { lines, branches }] of [...rooms].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  console.log(`${name.padEnd(16)}${share(lines)}  ${share(branches)}`)
process.exitCode = status ?? 1
