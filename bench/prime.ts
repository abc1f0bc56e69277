/**
 * What a briefing costs at each size, over an empty Node process: cold, with a budget of 2,000 tokens, with and without a task.
 * The sizes take turns, so that a busy machine slows all alike. `--quick` runs few rounds at small sizes.
 */
import { rmSync } from 'node:fs'
import { renderTable } from '../src/cli/table.js'
import { median, NODE, runNode, runRalph, type Sample } from './measure.js'
import { makeBenchRepo, seedMemories } from './seed.js'

const quick = process.argv.includes('--quick')
const rounds = quick ? 3 : 21
const sizes = quick ? [100, 1_000] : [100, 1_000, 10_000, 100_000]
const COMMANDS = [
  ['prime', '--budget', '2000'],
  ['prime', '--budget', '2000', '--for', 'the docker worker leaks memory'],
]

const empty = makeBenchRepo()
const repos = sizes.map((size) => {
  const dir = makeBenchRepo()
  seedMemories(dir, size)
  // The first command builds the search index, the first of each kind counts tokens.
  for (const command of COMMANDS) runRalph(dir, ...command)
  return { size, dir }
})

const node: Sample[] = []
const samples = new Map<string, Sample[]>()
for (let round = 0; round < rounds; round++) {
  node.push(runNode(empty, ...NODE))
  for (const { size, dir } of repos) {
    for (const command of COMMANDS) {
      const key = `${size} ${command.length > 3 ? '--for' : ''}`.trim()
      samples.set(key, [...(samples.get(key) ?? []), runRalph(dir, ...command)])
    }
  }
}

const floor = median(node.map(({ ms }) => ms))
const rows = [...samples].map(([key, all]) => {
  const ms = median(all.map((sample) => sample.ms))
  return [
    key,
    ms.toFixed(1),
    `×${(ms / floor).toFixed(2)}`,
    String(Math.round(median(all.map(({ rss }) => rss)))),
  ]
})
console.log(`prime --budget 2000, medians of ${rounds} rounds; node -e 0 took ${floor.toFixed(1)} ms\n`)
console.log(
  renderTable(
    [
      { title: 'memories' },
      { title: 'ms', align: 'right' },
      { title: '/ node', align: 'right' },
      { title: 'peak MB', align: 'right' },
    ],
    rows,
  ),
)
for (const dir of [empty, ...repos.map((repo) => repo.dir)]) rmSync(dir, { recursive: true, force: true })
