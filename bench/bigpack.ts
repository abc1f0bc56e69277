/**
 * Reading one memory in a repository with a big pack, beside an empty one: time and memory, with the local search index and without,
 * when objects are really read. `--size <MB>` of incompressible data (1100, or 64 with `--quick`); 0 skips it.
 */
import { randomBytes } from 'node:crypto'
import { rmSync, statSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { renderTable } from '../src/cli/table.js'
import { median, NODE, runNode, runRalph, type Sample } from './measure.js'
import { git, importStream, makeBenchRepo, seedMemories } from './seed.js'

const quick = process.argv.includes('--quick')
const flag = process.argv.indexOf('--size')
const megabytes = flag < 0 ? (quick ? 64 : 1100) : Number(process.argv[flag + 1])
const ROUNDS = quick ? 5 : 15
const MEMORIES = 200
const [TIME_LIMIT, MEMORY_LIMIT] = [2, 150]

if (megabytes > 0) measure()
else process.stdout.write('skipped: --size 0\n')

function measure(): void {
  const [empty, big] = [makeBenchRepo(), makeBenchRepo()]
  try {
    const id = seedMemories(empty, MEMORIES)[0]!
    seedMemories(big, MEMORIES)
    addBlobs(big)
    // One pack with everything in it, as after the user's own gc.
    for (const dir of [empty, big]) git(dir, '-c', 'core.compression=0', 'repack', '-adfq', '--window=0')
    for (const dir of [empty, big]) git(dir, 'config', 'ralph.render', 'false')
    process.stdout.write(`packs of ${packSize(empty)} and ${packSize(big)} MB\n`)
    report([
      { name: 'objects, empty', dir: empty, id, cold: true, samples: [] },
      { name: 'objects, big pack', dir: big, id, cold: true, samples: [] },
      { name: 'search index, empty', dir: empty, id, cold: false, samples: [] },
      { name: 'search index, big pack', dir: big, id, cold: false, samples: [] },
    ])
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

function report(cases: Case[]): void {
  const floors: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    floors.push(runNode('/', ...NODE).ms)
    for (const { dir, id, cold, samples } of cases) {
      if (cold) rmSync(join(dir, '.git/ralph'), { recursive: true, force: true })
      samples.push(runRalph(dir, 'show', id))
    }
  }
  const floor = median(floors)
  const results = cases.map(({ name, samples }, n) => {
    const ms = median(samples.map((sample) => sample.ms))
    const empty = median(cases[n - (n % 2)]!.samples.map((sample) => sample.ms))
    return {
      name,
      ms,
      toNode: ms / floor,
      toEmpty: ms / empty,
      rss: Math.max(...samples.map(({ rss }) => rss)),
    }
  })
  const right = { align: 'right' as const }
  process.stdout.write(
    renderTable(
      [
        { title: 'SHOW FROM' },
        ...['MS', '/ NODE', '/ EMPTY', 'PEAK MB'].map((title) => ({ title, ...right })),
      ],
      results.map(({ name, ms, toNode, toEmpty, rss }) => [
        name,
        ms.toFixed(1),
        `×${toNode.toFixed(2)}`,
        `×${toEmpty.toFixed(2)}`,
        rss.toFixed(0),
      ]),
    ),
  )
  if (results.some(({ toEmpty, rss }) => toEmpty > TIME_LIMIT || rss > MEMORY_LIMIT)) {
    process.stdout.write(`at most ×${TIME_LIMIT} of the empty one and ${MEMORY_LIMIT} MB are wanted\n`)
    process.exitCode = 1
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
