/** A table for people: columns as wide as needed, the last ones shortened until it fits the terminal. */
import { fit, widthOf } from '../memory/width.js'

export interface Column {
  title: string
  /** Cut when the terminal is too narrow; the other columns are kept whole. */
  shrinks?: true
  align?: 'right'
  /** Colours a cell that has been cut and padded already. */
  paint?: (cell: string) => string
}

const GAP = '  '
const NARROWEST = 8

/** `width` is what the terminal has; without one (a pipe) nothing is cut. */
export function renderTable(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width?: number,
): string {
  const lines = [columns.map((column) => column.title), ...rows].map((row) => row.map(oneLine))
  const widths = columns.map((_, i) => Math.max(...lines.map((row) => widthOf(row[i] ?? ''))))
  if (width !== undefined) shrink(columns, widths, width)
  return lines
    .map((row, at) => {
      const cells = columns.map((column, i) => {
        const cell = pad(fit(row[i] ?? '', widths[i]!), widths[i]!, i === columns.length - 1, column.align)
        return at > 0 && column.paint ? column.paint(cell) : cell
      })
      return `${cells.join(GAP).trimEnd()}\n`
    })
    .join('')
}

/** Takes the columns that are missing from the widest of those that may shrink, again and again. */
function shrink(columns: readonly Column[], widths: number[], width: number): void {
  const gaps = GAP.length * (columns.length - 1)
  let over = widths.reduce((sum, one) => sum + one, gaps) - width
  while (over > 0) {
    let widest = -1
    columns.forEach((column, i) => {
      if (column.shrinks && widths[i]! > NARROWEST && widths[i]! > (widths[widest] ?? 0)) widest = i
    })
    if (widest < 0) return
    widths[widest]!--
    over--
  }
}

function pad(cell: string, width: number, last: boolean, align?: 'right'): string {
  const space = ' '.repeat(Math.max(0, width - widthOf(cell)))
  if (align === 'right') return space + cell
  return last ? cell : cell + space
}

/** Line breaks and other control characters would tear the table, or drive the terminal. */
function oneLine(text: string): string {
  if (!/[^!-~]{2}|[^ -~]|^ | $/.test(text)) return text
  return text
    .replace(/\s+/g, ' ')
    .replace(/\p{Cc}/gu, '')
    .trim()
}
