/**
 * Runs benches, each as a process of its own, then writes bench/results.json, the figures in the pages and the charts: one after the
 * other, or with `--quick` two at a time, since nobody reads the times of the small form. `--pages` measures nothing.
 * Ends with 1 when a bench failed. How long anything took is no failure.
 */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { CHARTS, fillPage, PAGES, renderCharts } from './pages.js'
import { addAnswers, describeMachine, readResults, type Results, writeResults } from './results.js'
import type { Answer } from './table.js'

declare const ROOT: string
/** All there are. */
declare const BENCHES: string[]

/** These first, since they matter most; then the others. */
const FIRST = ['growth', 'recall', 'rivals', 'real', 'merge']
const RESULTS = 'bench/results.json'
const LONGEST_MINUTES = 10

const quick = process.argv.includes('--quick')
const AT_A_TIME = quick ? 2 : 1
const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const flags = process.argv.slice(2).filter((word) => word.startsWith('--'))

interface Ran {
  answers: Answer[] | undefined
  seconds: number
}

async function runBench(name: string, scratch: string): Promise<Ran> {
  const start = performance.now()
  const file = join(scratch, `${name}.json`)
  const args = [join(ROOT, 'bench/run.mjs'), name, '--answers', file, ...flags]
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, RALPH_BENCH_CORPORA: join(scratch, 'corpora') },
    timeout: LONGEST_MINUTES * 60_000,
    killSignal: 'SIGKILL',
  })
  // Shown together at the end, so that two at a time can be read.
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said += text))
  const status = await new Promise((resolve) => child.on('close', resolve))
  console.log(`\n== ${name}\n\n${said.trimEnd()}`)
  const seconds = (performance.now() - start) / 1000
  if (status === 0 && existsSync(file))
    return { answers: JSON.parse(readFileSync(file, 'utf8')) as Answer[], seconds }
  console.error(`error: bench '${name}' failed after ${seconds.toFixed(0)} s`)
  return { answers: undefined, seconds }
}

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

function writePages(results: Results, to: string): void {
  for (const page of PAGES) write(join(to, page), fillPage(readFileSync(join(ROOT, page), 'utf8'), results))
  for (const [name, svg] of Object.entries(renderCharts(results))) write(join(to, CHARTS, name), svg)
}

export async function runAll(): Promise<void> {
  if (process.argv.includes('--pages')) {
    writePages(readResults(join(ROOT, RESULTS)), ROOT)
    return
  }
  const to = quick ? mkdtempSync(join(tmpdir(), 'ralph-figures-')) : ROOT
  const scratch = mkdtempSync(join(tmpdir(), 'ralph-benches-'))
  const made = { date: new Date().toISOString().slice(0, 10), machine: describeMachine() }
  const waiting = named.length > 0 ? [...named] : [...new Set([...FIRST, ...BENCHES])]
  const done = new Map<string, Ran>()
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const ran = await runBench(name, scratch)
      done.set(name, ran)
      // After each, so that what ran before an interruption is kept.
      mkdirSync(join(to, dirname(RESULTS)), { recursive: true })
      const results = addAnswers(readResults(join(to, RESULTS)), ran.answers ?? [], made)
      writeResults(join(to, RESULTS), results)
      writePages(results, to)
    }
  }
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, work))
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  console.log(`\n${[...done].map(([name, { seconds }]) => `${name} ${seconds.toFixed(0)} s`).join(', ')}`)
  console.log(`figures, pages and charts are in ${to}`)
  const failed = [...done].flatMap(([name, { answers }]) => (answers ? [] : [name]))
  if (failed.length > 0) {
    console.error(`error: failed: ${failed.join(', ')}`)
    process.exitCode = 1
  }
}
