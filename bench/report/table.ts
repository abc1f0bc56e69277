/**
 * What a bench answers: tables as data, so that the terminal, the pages in docs/ and the charts show the same figures. A bench is a
 * file bench/<name>.ts that exports `measure(): Answer[] | Promise<Answer[]>`.
 */
import { median, type Sample } from '../measure.js'

/** `count` is a number of things, `bytes` are written out. */
export type Unit = 'ms' | 's' | 'MB' | 'ratio' | 'percent' | 'count'

export interface Figure {
  value: number
  unit: Unit
  /** The middle half of the samples lies between these. */
  low?: number
  high?: number
}

export type Cell = string | Figure

export interface Chart {
  /** What the values are. */
  y: string
  x: string
}

export interface Table {
  /** `<bench>/<table>`: pages and goals refer to it. */
  id: string
  title: string
  /** The first names the rows, no two alike. */
  columns: string[]
  rows: [string, ...Cell[]][]
  notes?: string[]
  /** Each row is a line; the titles of the other columns are numbers, the places on the x axis. */
  chart?: Chart
}

/** A table that can't be made here, and why: the one made before is kept. */
export interface Absent {
  id: string
  absent: string
}

export type Answer = Table | Absent

export const inMs = (times: readonly number[]): Figure => ({ ...spread(times), unit: 'ms' })
export const inMB = (megabytes: number): Figure => ({ value: megabytes, unit: 'MB' })
export const inSeconds = (seconds: number): Figure => ({ value: seconds, unit: 's' })
export const inPercent = (value: number): Figure => ({ value, unit: 'percent' })
export const countOf = (value: number): Figure => ({ value, unit: 'count' })
export const factor = (value: number): Figure => ({ value, unit: 'ratio' })

/** The ratio of medians. */
export const ratioOf = (times: readonly number[], to: readonly number[]): Figure =>
  factor(median([...times]) / median([...to]))

function spread(values: readonly number[]): Pick<Figure, 'value' | 'low' | 'high'> {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (part: number): number => sorted[Math.round((sorted.length - 1) * part)]!
  const value = median([...values])
  return values.length < 4 ? { value } : { value, low: at(0.25), high: at(0.75) }
}

/** Times of the clock and of the processor with their ratios to the first row and, where it has a short name, to the second; and memory. */
export function tableOfSamples(
  head: Pick<Table, 'id' | 'title' | 'notes'>,
  samples: Record<string, Sample[]>,
  second?: string,
): Table {
  const all = Object.values(samples)
  const of = (list: readonly Sample[], key: 'ms' | 'cpu'): number[] => list.map((sample) => sample[key])
  const cells = (list: readonly Sample[], key: 'ms' | 'cpu'): Cell[] => [
    inMs(of(list, key)),
    ratioOf(of(list, key), of(all[0]!, key)),
    ...(second === undefined ? [] : [ratioOf(of(list, key), of(all[1]!, key))]),
  ]
  const to = second === undefined ? [] : [`/ ${second}`]
  return {
    ...head,
    columns: [
      'command',
      'ms',
      '/ node',
      ...to,
      'CPU ms',
      'CPU / node',
      ...to.map((name) => `CPU ${name}`),
      'peak MB',
    ],
    rows: Object.entries(samples).map(([name, list]) => [
      name,
      ...cells(list, 'ms'),
      ...cells(list, 'cpu'),
      inMB(median(list.map(({ rss }) => rss))),
    ]),
  }
}

export function showCell(cell: Cell): string {
  if (typeof cell === 'string') return cell
  const { value, unit, low, high } = cell
  if (low === undefined || high === undefined) return showValue(value, unit)
  return `${showValue(value, unit)} (${showValue(low, unit)}–${showValue(high, unit)})`
}

/** Without what the title of a column says: the unit. */
export function showValue(value: number, unit: Unit): string {
  if (unit === 'ratio') return `×${value.toFixed(2)}`
  if (unit === 'count') return Math.round(value).toLocaleString('en')
  if (unit === 'percent') return value.toFixed(1)
  if (unit === 'MB') return value.toFixed(value < 10 ? 1 : 0)
  return value.toFixed(unit === 's' && value < 10 ? 2 : 1)
}
