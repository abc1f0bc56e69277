/**
 * What a briefing costs at each size, over an empty Node process: cold, with a budget of 2,000 tokens, with and without a task.
 * The sizes take turns, so that a busy machine slows all alike. `--quick` runs one round at the smallest.
 */
import { median, NODE, runNode, runRalph, type Sample } from './measure.js'
import { preparedRepo } from './prepared.js'
import { inMB, inMs, ratioOf, type Table } from './report/table.js'

const quick = process.argv.includes('--quick')
const rounds = quick ? 1 : 15
const sizes = quick ? [100] : [100, 1_000, 10_000, 100_000]
const COMMANDS = [
  ['prime', '--budget', '2000'],
  ['prime', '--budget', '2000', '--for', 'the docker worker leaks memory'],
]

export function measure(): Table[] {
  const repos = sizes.map((size) => {
    const dir = preparedRepo(size)
    // The first of each kind counts tokens.
    for (const command of COMMANDS) runRalph(dir, ...command)
    return { size, dir }
  })
  const node: number[] = []
  const samples = new Map<string, Sample[]>()
  for (let round = 0; round < rounds; round++) {
    node.push(runNode('/', ...NODE).ms)
    for (const { size, dir } of repos) {
      for (const command of COMMANDS) {
        const key = `${size.toLocaleString('en')} ${command.length > 3 ? '--for' : ''}`.trim()
        samples.set(key, [...(samples.get(key) ?? []), runRalph(dir, ...command)])
      }
    }
  }
  return [
    {
      id: 'prime/cost',
      title: `A briefing of 2,000 tokens, ${rounds} rounds`,
      columns: ['memories', 'ms', '/ node', 'peak MB'],
      rows: [...samples].map(([key, all]) => {
        const times = all.map(({ ms }) => ms)
        return [key, inMs(times), ratioOf(times, node), inMB(median(all.map(({ rss }) => rss)))]
      }),
    },
  ]
}
