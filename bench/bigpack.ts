/**
 * Reading one memory in a repository with a big pack, beside an empty one: time and memory, with the local search index and without,
 * when objects are really read. `--size=<MB>` of incompressible data (1100, or 8 with `--quick`).
 */
import { randomBytes } from 'node:crypto'
import { readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { NODE, runNode, runRalph, type Sample } from './measure.js'
import { git, importStream, makeBenchRepo, seedMemories } from './seed.js'
import { type Absent, inMB, inMs, ratioOf, type Table } from './report/table.js'

const quick = process.argv.includes('--quick')
const size = process.argv.find((word) => word.startsWith('--size='))
const megabytes = size === undefined ? (quick ? 8 : 1100) : Number(size.slice('--size='.length))
const ROUNDS = quick ? 1 : 11
const MEMORIES = 200

export function measure(): (Table | Absent)[] {
  const { bavail, bsize } = statfsSync(tmpdir())
  // The stream, the pack and the pack anew.
  const free = (bavail * bsize) / (1 << 20)
  if (free < 4 * megabytes)
    return [{ id: 'bigpack/cost', absent: `less than ${4 * megabytes} MB of disk are free` }]
  const [empty, big] = [makeBenchRepo(), makeBenchRepo()]
  try {
    const id = seedMemories(empty, MEMORIES)[0]!
    seedMemories(big, MEMORIES)
    addBlobs(big)
    // One pack with everything in it, as after the user's own gc.
    for (const dir of [empty, big]) git(dir, '-c', 'core.compression=0', 'repack', '-adfq', '--window=0')
    for (const dir of [empty, big]) git(dir, 'config', 'ralph.render', 'false')
    const cases = [
      { name: 'objects, empty', dir: empty, id, cold: true, samples: [] },
      { name: 'objects, big pack', dir: big, id, cold: true, samples: [] },
      { name: 'search index, empty', dir: empty, id, cold: false, samples: [] },
      { name: 'search index, big pack', dir: big, id, cold: false, samples: [] },
    ]
    return [compare(cases, `packs of ${packSize(empty)} and ${packSize(big)} MB`)]
  } finally {
    for (const dir of [empty, big]) rmSync(dir, { recursive: true, force: true })
  }
}

interface Case {
  name: string
  dir: string
  id: string
  /** Without anything kept from earlier commands. */
  cold: boolean
  samples: Sample[]
}

function compare(cases: Case[], note: string): Table {
  const floors: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(runNode('/', ...NODE).ms)
    for (const { dir, id, cold, samples } of cases) {
      if (cold) rmSync(join(dir, '.git/ralph'), { recursive: true, force: true })
      samples.push(runRalph(dir, 'show', id))
    }
  }
  const timesOf = ({ samples }: Case): number[] => samples.map(({ ms }) => ms)
  return {
    id: 'bigpack/cost',
    title: `Reading one memory beside a big pack, ${ROUNDS} rounds`,
    columns: ['show from', 'ms', '/ node', '/ empty', 'peak MB'],
    rows: cases.map((one, n) => [
      one.name,
      inMs(timesOf(one)),
      ratioOf(timesOf(one), floors),
      ratioOf(timesOf(one), timesOf(cases[n - (n % 2)]!)),
      inMB(Math.max(...one.samples.map(({ rss }) => rss))),
    ]),
    notes: [note],
  }
}

function addBlobs(dir: string): void {
  importStream(dir, (write) => {
    write('commit refs/heads/big\ncommitter Bench <bench@example.com> 1737453600 +0000\ndata 4\nbig\n\n')
    for (let n = 0; n < megabytes; n++) {
      write(`M 100644 inline blob-${n}\ndata ${1 << 20}\n`)
      write(randomBytes(1 << 20))
      write('\n')
    }
  })
}

function packSize(dir: string): string {
  const packs = join(dir, '.git/objects/pack')
  const bytes = readdirSync(packs).reduce((sum, name) => sum + statSync(join(packs, name)).size, 0)
  return (bytes / (1 << 20)).toFixed(1)
}
