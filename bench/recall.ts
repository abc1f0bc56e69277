/**
 * What a cold `git ralph recall` costs over an empty Node process, at 1,000, 10,000 and 100,000 memories, beside what others would
 * do. `--quick` runs fewer rounds and leaves out 100,000 memories.
 */
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { renderTable } from '../src/cli/table.js'
import { addMemories, git, makeMemories, makeRepository, QUESTIONS } from './recall/corpus.js'
import { compare, type Contestant, median, type Result, run } from './recall/measure.js'
import { gitGrep, makeFts5, makeLunr, makeMiniSearch } from './recall/yardsticks.js'

declare const ROOT: string

const BIN = join(ROOT, 'bin/git-ralph.cjs')
const quick = process.argv.includes('--quick')
const SIZES = quick ? [1_000, 10_000] : [1_000, 10_000, 100_000]
/** Building lunr's own index of more takes minutes. */
const LUNR_UP_TO = 10_000

const node: Contestant = { name: 'node -e 0', command: process.execPath, args: () => ['-e', '0'] }
const ralph = (...more: string[]): Contestant => ({
  name: ['git ralph recall', ...more].join(' '),
  command: process.execPath,
  args: (n) => [BIN, 'recall', QUESTIONS[n % QUESTIONS.length]!, ...more],
})

function print(title: string, results: readonly Result[]): void {
  const floor = results[0]!.ms
  const rows = results.map(({ name, ms, megabytes }) => [
    name,
    ms.toFixed(1),
    `×${(ms / floor).toFixed(2)}`,
    megabytes === undefined ? '?' : megabytes.toFixed(0),
  ])
  const right = { align: 'right' as const }
  const columns = [
    { title: title.toUpperCase() },
    { title: 'MS', ...right },
    { title: 'RATIO', ...right },
    { title: 'PEAK MB', ...right },
  ]
  console.log(renderTable(columns, rows))
}

function measure(count: number, scratch: string): void {
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
  const rounds = quick ? 7 : 25
  print(`${count} memories`, [
    ...compare(dir, [node, ralph(), ralph('--layer', '3')], rounds),
    ...compare(dir, yardsticks, quick || count > 10_000 ? 3 : 7),
  ])
  console.log(
    `first build: ${(median(builds) / 1000).toFixed(2)} s; the index takes ${size(join(dir, '.git/ralph/index'))}\n`,
  )
  measureAfterWrites(dir, count, rounds)
}

/** The first recall after ten new memories, each time after ten others: as a fetch brings them, and as our own command stores them. */
function measureAfterWrites(dir: string, count: number, rounds: number): void {
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
  print(`writing at ${count}`, compare(dir, contestants, Math.min(rounds, 11)))
}

function size(dir: string): string {
  let bytes = 0
  for (const file of readdirSync(dir, { recursive: true, encoding: 'utf8' }))
    bytes += statSync(join(dir, file)).size
  return `${(bytes / 1e6).toFixed(1)} MB`
}

const scratch = mkdtempSync(join(tmpdir(), 'ralph-recall-'))
try {
  const version = git(scratch, ['--version']).trim()
  console.log(
    `Node ${process.version}, ${version}, ${cpus().length} × ${cpus()[0]?.model ?? 'unknown processor'}\n`,
  )
  for (const count of SIZES) measure(count, scratch)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
