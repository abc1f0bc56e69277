/**
 * What a cold `git ralph recall` costs over an empty Node process, at 1,000, 10,000 and 100,000 memories, beside what others would
 * do. `--quick` runs one round with 100 memories.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { addMemories, makeMemories, makeRepository, QUESTIONS } from './recall/corpus.js'
import { median } from './measure.js'
import { compare, type Contestant, type Result, run } from './recall/measure.js'
import { gitGrep, makeFts5, makeLunr, makeMiniSearch } from './recall/yardsticks.js'
import { inMB, inMs, inSeconds, ratioOf, type Table } from './report/table.js'

declare const ROOT: string

const BIN = join(ROOT, 'bin/git-ralph.cjs')
const quick = process.argv.includes('--quick')
const SIZES = quick ? [100] : [1_000, 10_000, 100_000]
/** Building lunr's own index of more takes minutes. */
const LUNR_UP_TO = 10_000

const node: Contestant = { name: 'node -e 0', command: process.execPath, args: () => ['-e', '0'] }
const ralph = (...more: string[]): Contestant => ({
  name: ['git ralph recall', ...more].join(' '),
  command: process.execPath,
  args: (n) => [BIN, 'recall', QUESTIONS[n % QUESTIONS.length]!, ...more],
})

function tableOf(id: string, title: string, results: readonly Result[]): Table {
  const floor = results[0]!
  return {
    id: `recall/${id}`,
    title,
    columns: ['command', 'ms', '/ node', 'peak MB'],
    rows: results.map(({ name, times, megabytes }) => [
      name,
      inMs(times),
      ratioOf(times, floor.times),
      megabytes === undefined ? '?' : inMB(megabytes),
    ]),
  }
}

function measureAt(count: number, scratch: string): { tables: Table[]; build: Table['rows'][number] } {
  const dir = join(scratch, `repo-${count}`)
  const others = join(scratch, `others-${count}`)
  mkdirSync(others, { recursive: true })
  const memories = [...makeMemories(count)]
  makeRepository(dir, memories)
  const builds = Array.from({ length: quick || count > 10_000 ? 1 : 3 }, () => {
    rmSync(join(dir, '.git/ralph'), { recursive: true, force: true })
    return run(dir, process.execPath, [BIN, 'recall', QUESTIONS[0]!]).ms
  })
  run(dir, process.execPath, [BIN, 'recall', QUESTIONS[0]!])
  const yardsticks = [
    makeFts5(others, memories),
    makeMiniSearch(others, memories),
    ...(count <= LUNR_UP_TO ? [makeLunr(others, memories)] : []),
    gitGrep,
  ].filter((one) => one !== undefined)
  const rounds = quick ? 1 : 15
  const known = count.toLocaleString('en')
  const read = tableOf(String(count), `A cold recall at ${known} memories, ${rounds} rounds`, [
    ...compare(dir, [node, ralph(), ralph('--layer', '3')], rounds),
    ...compare(dir, yardsticks, quick ? 1 : count > 10_000 ? 3 : 7),
  ])
  const build: Table['rows'][number] = [
    known,
    inSeconds(median(builds) / 1000),
    inMB(size(join(dir, '.git/ralph/index'))),
  ]
  return { tables: [read, measureAfterWrites(dir, count, rounds)], build }
}

/** The first recall after ten new memories, each time after ten others: as a fetch brings them, and as our own command stores them. */
function measureAfterWrites(dir: string, count: number, rounds: number): Table {
  let written = count
  const afterTen: Contestant = {
    ...ralph(),
    name: 'git ralph recall, after ten new memories',
    before() {
      addMemories(dir, makeMemories(10, written))
      written += 10
    },
  }
  const remember: Contestant = {
    name: 'git ralph remember',
    command: process.execPath,
    args: (n) => [
      BIN,
      'remember',
      `note ${n} of ${written}: ${QUESTIONS[n % QUESTIONS.length]!} in the worker pool`,
    ],
  }
  const afterRemembering: Contestant = {
    ...ralph(),
    name: 'git ralph recall, after ten of git ralph remember',
    before() {
      for (let n = 0; n < 10; n++) run(dir, remember.command, remember.args(written++))
    },
  }
  const contestants = [node, afterTen, afterRemembering, remember, ralph()]
  const title = `Recall after writing, at ${count.toLocaleString('en')} memories`
  return tableOf(`writing-${count}`, title, compare(dir, contestants, Math.min(rounds, 7)))
}

/** Megabytes. */
function size(dir: string): number {
  let bytes = 0
  for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' }))
    bytes += statSync(join(dir, file)).size
  return bytes / 1e6
}

export function measure(): Table[] {
  const scratch = mkdtempSync(join(tmpdir(), 'ralph-recall-'))
  try {
    const measured = SIZES.map((count) => measureAt(count, scratch))
    const builds: Table = {
      id: 'recall/builds',
      title: 'The search index: building it, and its size',
      columns: ['memories', 'first build s', 'MB'],
      rows: measured.map(({ build }) => build),
    }
    return [...measured.flatMap(({ tables }) => tables), builds]
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}
