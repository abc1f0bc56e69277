/**
 * git-ralph beside what people use instead, each doing the same jobs on the same texts in the same run: storing one text, finding the ten
 * best for a question, at 100, 1,000 and 10,000 texts; what is left after four writers at a time; and what is found.
 * `--quick`: 100 texts, one round, and nobody is installed for it.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Memory } from '../src/memory/memory.js'
import { median, NODE, runNode } from './measure.js'
import { readIdentifiers } from './quality/sets.js'
import { makeMemories, QUESTIONS } from './recall/corpus.js'
import { countOf, factor, inMB, inMs, inPercent, type Table } from './report/table.js'
import { findRivals, type Rival } from './rivals/contestants.js'
import type { Job } from './rivals/jobs.js'

const quick = process.argv.includes('--quick')
const SIZES = quick ? [100] : [100, 1_000, 10_000]
const ROUNDS = quick ? 1 : 7
const WRITERS = quick ? 2 : 4
const EACH = quick ? 1 : 10
const [TEXTS, ASKED] = quick ? [100, 1] : [1_000, 60]
const JOBS: Job[] = ['store', 'find']

const scratch = mkdtempSync(join(tmpdir(), 'ralph-rivals-'))
let places = 0

function fill(rival: Rival, memories: readonly Memory[]): string {
  const dir = join(scratch, String(places++))
  mkdirSync(dir)
  rival.fill(dir, memories)
  return dir
}

interface Measured {
  times: Record<Job, number[]>
  megabytes: Record<Job, number | undefined>
}

async function measureSize(rivals: readonly Rival[], size: number, floor: number[]): Promise<Measured[]> {
  const memories = [...makeMemories(size)]
  const dirs = rivals.map((rival) => fill(rival, memories))
  const measured = rivals.map((): Measured => ({
    times: { store: [], find: [] },
    megabytes: { store: undefined, find: undefined },
  }))
  const textOf = (job: Job, round: number): string =>
    job === 'store'
      ? `round ${round}: jobs older than ${round} days are dropped`
      : QUESTIONS[(round + 6) % 6]!
  // The first round is for what is made once, and tells memory.
  for (let round = -1; round < ROUNDS; round++) {
    if (round >= 0) floor.push(runNode('/', ...NODE).ms)
    for (const job of JOBS) {
      for (const [n, rival] of rivals.entries()) {
        const { ms, megabytes } = await rival.run(dirs[n]!, job, textOf(job, round), round < 0)
        if (round < 0) measured[n]!.megabytes[job] = megabytes
        else measured[n]!.times[job].push(ms)
      }
    }
  }
  for (const dir of dirs) rmSync(dir, { recursive: true, force: true })
  return measured
}

/** Four at a time, each with texts of its own: how many were acknowledged, and how many of these are there. */
async function measureWriters(rival: Rival): Promise<Table['rows'][number]> {
  const dir = fill(rival, [...makeMemories(10)])
  const texts = Array.from({ length: WRITERS }, (_, writer) =>
    Array.from({ length: EACH }, (_text, n) => `writer ${writer} learnt lesson ${n} (w${writer}n${n})`),
  )
  const done = await Promise.all(texts.map((own) => rival.write(dir, own)))
  const all = await rival.all(dir)
  const kept = texts.flat().filter((text) => all.includes(text)).length
  return [rival.name, countOf(WRITERS * EACH), countOf(done.reduce((sum, n) => sum + n, 0)), countOf(kept)]
}

async function measureFound(rivals: readonly Rival[]): Promise<Table['rows']> {
  const [corpus] = readIdentifiers('report')
  const wanted = corpus!.questions.filter(({ relevant }) => relevant.every((id) => Number(id) < 4 * TEXTS))
  const asked = wanted
    .filter((_, n) => n % Math.max(1, Math.floor(wanted.length / ASKED)) === 0)
    .slice(0, ASKED)
  const needed = new Set(asked.flatMap(({ relevant }) => relevant))
  const documents = corpus!.documents
    .filter(({ id }, n) => needed.has(id) || n % 7 === 0)
    .slice(0, TEXTS + needed.size)
  const mark = (id: string): string => `(n${id})`
  const memories = documents.map(({ id, text }, n): Memory => {
    const [template] = [...makeMemories(1, n)]
    return { ...template!, tags: [], body: `${text} ${mark(id)}` }
  })
  const rows: Table['rows'] = []
  for (const rival of rivals) {
    const dir = fill(rival, memories)
    let found = 0
    for (const { text, relevant } of asked) {
      const { out } = await rival.run(dir, 'find', text)
      if (relevant.some((id) => out.includes(mark(id)))) found++
    }
    rows.push([rival.name, countOf(asked.length), inPercent((100 * found) / asked.length)])
  }
  return rows
}

export async function measure(): Promise<Table[]> {
  const { rivals, absent } = findRivals()
  const floor: number[] = []
  const sizes: Measured[][] = []
  for (const size of SIZES) sizes.push(await measureSize(rivals, size, floor))
  const columns = ['texts', ...SIZES.map((size) => size.toLocaleString('en'))]
  const notes = absent.map((name) => `${name} could not be installed here`)
  const timeTable = (job: Job, title: string): Table => ({
    id: `rivals/${job}`,
    title: `${title}, ms, ${ROUNDS} rounds`,
    columns: [...columns, 'last / node'],
    rows: [
      ['node -e 0', ...SIZES.map((_, n) => inMs(floor.slice(n * ROUNDS, (n + 1) * ROUNDS))), factor(1)],
      ...rivals.map((rival, n): Table['rows'][number] => [
        rival.name,
        ...sizes.map((measured) => inMs(measured[n]!.times[job])),
        factor(median(sizes.at(-1)![n]!.times[job]) / median(floor.slice(-ROUNDS))),
      ]),
    ],
    notes,
  })
  const memory: Table = {
    id: 'rivals/memory',
    title: 'Most memory while finding, MB',
    columns,
    rows: rivals.map((rival, n) => [
      rival.name,
      ...sizes.map((measured) => {
        const { find } = measured[n]!.megabytes
        return find === undefined ? '?' : inMB(find)
      }),
    ]),
  }
  const kept: Table['rows'] = []
  for (const rival of rivals) kept.push(await measureWriters(rival))
  const found = await measureFound(rivals)
  rmSync(scratch, { recursive: true, force: true })
  return [
    timeTable('store', 'Storing one text'),
    timeTable('find', 'Finding the ten best'),
    memory,
    {
      id: 'rivals/kept',
      title: `${WRITERS} writers at a time`,
      columns: ['texts', 'given', 'acknowledged', 'there afterwards'],
      rows: kept,
    },
    {
      id: 'rivals/found',
      title: `Names in code among ${TEXTS.toLocaleString('en')} texts and more: is an answer among the ten`,
      columns: ['found@10', 'questions', 'percent'],
      rows: found,
    },
  ]
}
