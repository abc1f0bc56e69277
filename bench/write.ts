/**
 * What one `remember` costs at 100, 1,000, 10,000 and 100,000 memories: time of a cold process, new bytes, memory. The sizes take
 * turns, so that a busy machine slows all alike; look at the ratios. `--quick` runs one round at the smallest.
 */
import { spawnSync } from 'node:child_process'
import { NODE, runNode, runRalph, type Sample } from './measure.js'
import { preparedRepo } from './prepared.js'
import { countOf, inMB, inMs, ratioOf, type Table } from './report/table.js'
import { git } from './seed.js'

const quick = process.argv.includes('--quick')
const SIZES = quick ? [100] : [100, 1_000, 10_000, 100_000]
const ROUNDS = quick ? 1 : 15

export function measure(): Table[] {
  const places = SIZES.map((size) => {
    const dir = preparedRepo(size)
    runRalph(dir, 'remember', 'the first one renders the file')
    return {
      size,
      dir,
      samples: [] as Sample[],
      before: bytesBelow(dir, 'objects'),
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
  const timesOf = ({ samples }: { samples: Sample[] }): number[] => samples.map(({ ms }) => ms)
  return [
    {
      id: 'write/cost',
      title: `A cold \`git ralph remember\`, ${ROUNDS} rounds`,
      columns: ['memories', 'ms', '/ node', '/ at 100', 'object bytes', 'local bytes', 'peak MB'],
      rows: places.map((place) => [
        place.size.toLocaleString('en'),
        inMs(timesOf(place)),
        ratioOf(timesOf(place), floors),
        ratioOf(timesOf(place), timesOf(places[0]!)),
        countOf((bytesBelow(place.dir, 'objects') - place.before) / ROUNDS),
        countOf((bytesBelow(place.dir, 'ralph') - place.ralph) / ROUNDS),
        inMB(Math.max(...place.samples.map(({ rss }) => rss))),
      ]),
      notes: [
        'object bytes are what a write adds to the repository, local bytes what it adds to the search index',
      ],
    },
  ]
}

/** Bytes of files as they are, and not as the file system rounds them up. */
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
