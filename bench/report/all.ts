/**
 * Runs benches one after the other, each as a process of its own, then writes bench/results.json, the figures in the pages and the
 * charts. `--quick`: all in a small form, written to a directory for temporary files. `--pages` measures nothing.
 * Ends with 1 when a bench failed. How long anything took is no failure.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CHARTS, fillPage, PAGES, renderCharts } from './pages.js'
import { addAnswers, describeMachine, readResults, type Results, writeResults } from './results.js'
import type { Answer } from './table.js'

declare const ROOT: string

/** In this order. `real` is not among them: it fills gigabytes of disk. */
const BENCHES = [
  'startup',
  'growth',
  'recall',
  'write',
  'prime',
  'hooks',
  'merge',
  'agent-hooks',
  'mcp',
  'loop',
  'journal',
  'meaning',
  'graph',
  'segment',
  'sessions',
  'rivals',
  'quality',
  'staleness',
  'bigpack',
]
const RESULTS = 'bench/results.json'
const LONGEST_MINUTES = 10

const quick = process.argv.includes('--quick')
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))

function runBench(name: string, scratch: string): Answer[] | undefined {
  console.log(`\n== ${name}\n`)
  const answers = join(scratch, `${name}.json`)
  const args = [join(ROOT, 'bench/run.mjs'), name, '--answers', answers, ...(quick ? ['--quick'] : [])]
  const { status, error } = spawnSync(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, RALPH_BENCH_CORPORA: join(scratch, 'corpora') },
    timeout: named.length > 0 ? undefined : LONGEST_MINUTES * 60_000,
    killSignal: 'SIGKILL',
  })
  if (status === 0 && existsSync(answers)) return JSON.parse(readFileSync(answers, 'utf8')) as Answer[]
  console.error(`error: bench '${name}' failed${error ? `: ${error.message}` : ''}`)
  return undefined
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function writePages(results: Results, to: string): void {
  for (const page of PAGES) write(join(to, page), fillPage(readFileSync(join(ROOT, page), 'utf8'), results))
  for (const [name, svg] of Object.entries(renderCharts(results))) write(join(to, CHARTS, name), svg)
}

export function runAll(): void {
  if (process.argv.includes('--pages')) {
    writePages(readResults(join(ROOT, RESULTS)), ROOT)
    return
  }
  const to = quick ? mkdtempSync(join(tmpdir(), 'ralph-figures-')) : ROOT
  const scratch = mkdtempSync(join(tmpdir(), 'ralph-benches-'))
  const made = { date: new Date().toISOString().slice(0, 10), machine: describeMachine() }
  const seconds: string[] = []
  const failed: string[] = []
  try {
    for (const name of named.length > 0 ? named : BENCHES) {
      const start = performance.now()
      const answers = runBench(name, scratch)
      seconds.push(`${name} ${((performance.now() - start) / 1000).toFixed(0)} s`)
      if (!answers) failed.push(name)
      // After each, so that what ran before an interruption is kept.
      mkdirSync(join(to, dirname(RESULTS)), { recursive: true })
      const results = addAnswers(readResults(join(to, RESULTS)), answers ?? [], made)
      writeResults(join(to, RESULTS), results)
    }
    writePages(readResults(join(to, RESULTS)), to)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  console.log(`\n${seconds.join(', ')}`)
  console.log(`figures, pages and charts are in ${to}`)
  if (failed.length > 0) {
    console.error(`error: failed: ${failed.join(', ')}`)
    process.exitCode = 1
  }
}
