/** A table as text for the terminal and as Markdown. */
import { renderTable } from '../../src/cli/table.js'
import type { Kept } from './results.js'
import { type Answer, showCell, type Table } from './table.js'

export function renderText(answer: Answer): string {
  if ('absent' in answer) return `${answer.id}: left out, ${answer.absent}\n`
  const columns = answer.columns.map((title, n) => ({
    title: title.toUpperCase(),
    ...(n > 0 && { align: 'right' as const }),
  }))
  const table = renderTable(columns, shown(answer))
  return [`${answer.title}\n\n${table}`, ...(answer.notes ?? []).map((note) => `${note}\n`)].join('')
}

/** `chart` is the link to its picture. */
export function renderMarkdown(table: Kept, chart?: string): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escapeBars).join(' | ')} |`
  const absent = table.absent === undefined ? [] : [`Not made anew in the last run: ${table.absent}.`]
  return [
    `**${table.title}**`,
    '',
    line(table.columns),
    `|---|${'--:|'.repeat(table.columns.length - 1)}`,
    ...shown(table).map(line),
    '',
    ...(chart === undefined ? [] : [`![${table.title}](${chart})`, '']),
    [...(table.notes ?? []), ...absent].map((note) => `${capital(note)}.`.replace(/\.\.$/, '.')).join(' '),
    `<sub>${table.date}, ${table.machine}</sub>`,
  ]
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
}

const shown = (table: Table): string[][] => table.rows.map((row) => row.map(showCell))
const escapeBars = (text: string): string => text.replaceAll('|', '\\|')
const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
