/** What was measured last: bench/results.json, one entry per table, each with its day and its machine. */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import type { Answer, Cell, Figure, Table } from './table.js'

export interface Kept extends Table {
  date: string
  machine: string
  /** Why the last run could not make it anew. */
  absent?: string
}

export type Results = Record<string, Kept>

export function readResults(path: string): Results {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Results) : {}
}

export function writeResults(path: string, results: Results): void {
  const sorted = Object.fromEntries(Object.entries(results).toSorted(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(path, `${JSON.stringify(sorted, null, 1)}\n`)
}

/** A table that could not be made leaves the one before as it was. */
export function addAnswers(
  results: Results,
  answers: readonly Answer[],
  made: { date: string; machine: string },
): Results {
  const next = { ...results }
  for (const answer of answers) {
    if (!('absent' in answer)) next[answer.id] = { ...rounded(answer), ...made }
    else if (next[answer.id]) next[answer.id] = { ...next[answer.id]!, absent: answer.absent }
  }
  return next
}

/** What is shown, and nothing behind it: a page is the same from the file as it was from the run. */
function rounded(table: Table): Table {
  const round = (value: number): number => Number(value.toPrecision(6))
  const figure = ({ value, unit, low, high }: Figure): Figure => ({
    value: round(value),
    unit,
    ...(low !== undefined && high !== undefined && { low: round(low), high: round(high) }),
  })
  const rows = table.rows.map(([name, ...cells]): [string, ...Cell[]] => [
    name,
    ...cells.map((cell) => (typeof cell === 'string' ? cell : figure(cell))),
  ])
  return { ...table, rows }
}

export function figureAt(results: Results, id: string, row: string, column: string): Figure | undefined {
  const table = results[id]
  const at = table?.columns.indexOf(column) ?? -1
  const cell = at < 1 ? undefined : table!.rows.find(([name]) => name === row)?.[at]
  return typeof cell === 'object' ? cell : undefined
}

export function describeMachine(): string {
  const git = spawnSync('git', ['--version'], { encoding: 'utf8' }).stdout.trim()
  return `Node ${process.version}, ${git}, ${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown processor'}`
}
