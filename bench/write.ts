/**
 * What one `remember` costs at 100, 1,000, 10,000 and 100,000 memories: time of a cold process, new bytes, memory. The sizes take
 * turns, so that a busy machine slows all alike; look at the ratios. `--quick` leaves the largest out and runs few rounds.
 */
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { renderTable } from '../src/cli/table.js'
import { median, NODE, runNode, runRalph, type Sample } from './measure.js'
import { git, makeBenchRepo, seedMemories } from './seed.js'

const quick = process.argv.includes('--quick')
const SIZES = quick ? [100, 1_000, 10_000] : [100, 1_000, 10_000, 100_000]
const ROUNDS = quick ? 5 : 25
const LIMIT = 2

const places = SIZES.map((size) => {
  const dir = makeBenchRepo()
  seedMemories(dir, size)
  const first = runRalph(dir, 'recall', 'postgres')
  runRalph(dir, 'remember', 'the first one renders the file')
  return {
    size,
    dir,
    first,
    samples: [] as Sample[],
    before: objectBytes(dir),
    ralph: bytesBelow(dir, 'ralph'),
  }
})
const floors: number[] = []
for (let round = 0; round < ROUNDS; round++) {
  floors.push(runNode('/', ...NODE).ms)
  for (const { dir, samples } of places) {
    samples.push(
      runRalph(dir, 'remember', `round ${round}: the scheduler drops jobs older than ${round} days`),
    )
  }
}
const floor = median(floors)
const results = places.map(({ size, dir, first, samples, before, ralph }) => ({
  size,
  ms: median(samples.map(({ ms }) => ms)),
  bytes: Math.round((objectBytes(dir) - before) / ROUNDS),
  index: Math.round((bytesBelow(dir, 'ralph') - ralph) / ROUNDS),
  rss: Math.max(...samples.map(({ rss }) => rss)),
  firstMs: first.ms,
  firstRss: first.rss,
}))
for (const { dir } of places) rmSync(dir, { recursive: true, force: true })

const base = results[0]!.ms
const right = { align: 'right' as const }
const titles = [
  'MS',
  '/ NODE',
  '/ AT 100',
  'OBJECT BYTES',
  'LOCAL BYTES',
  'PEAK MB',
  'FIRST COMMAND MS',
  'MB',
]
process.stdout.write(
  renderTable(
    [{ title: 'MEMORIES', ...right }, ...titles.map((title) => ({ title, ...right }))],
    results.map(({ size, ms, bytes, index, rss, firstMs, firstRss }) => [
      String(size),
      ms.toFixed(1),
      `×${(ms / floor).toFixed(2)}`,
      `×${(ms / base).toFixed(2)}`,
      String(bytes),
      String(index),
      rss.toFixed(0),
      firstMs.toFixed(0),
      firstRss.toFixed(0),
    ]),
  ),
)
process.stdout.write(
  `node -e 0: ${floor.toFixed(1)} ms, ${ROUNDS} rounds; the first command builds the search index\n`,
)
const worst = Math.max(...results.map(({ ms }) => ms / base))
if (worst > LIMIT) {
  process.stdout.write(
    `a write takes ×${worst.toFixed(2)} of what it takes at 100 memories; at most ×${LIMIT} is wanted\n`,
  )
  process.exitCode = 1
}

/** Bytes of loose objects, as they are and not as the file system rounds them up. */
function objectBytes(dir: string): number {
  return bytesBelow(dir, 'objects')
}

function bytesBelow(dir: string, path: string): number {
  const place = git(dir, 'rev-parse', '--git-path', path)
  const { stdout } = spawnSync('find', [place, '-type', 'f', '-printf', '%s\n'], {
    cwd: dir,
    encoding: 'utf8',
  })
  return stdout
    .split('\n')
    .map(Number)
    .reduce((sum, size) => sum + size, 0)
}
