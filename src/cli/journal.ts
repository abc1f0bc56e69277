/** How journal entries are printed: a table for people, JSON for programs, the section of a prompt for agents. */
import { fitRunJournal } from '../briefing/journal.js'
import type { Env } from '../env.js'
import type { JournalRecord } from '../store/journal/journal-index.js'
import type { JournalAdded } from '../verbs/journal-add.js'
import { paintFor } from './colour.js'
import { renderJson } from './json.js'
import { type ListFormat, printWarnings } from './output.js'
import { renderTable } from './table.js'

export function printAdded(env: Env, format: 'table' | 'json' | 'quiet', answer: JournalAdded): void {
  const { entry, commit, parked } = answer
  if (parked)
    printWarnings(env, [
      `the journal is busy: the entry waits on ${parked} and joins it with the next command`,
    ])
  if (format === 'json')
    env.stdout.write(renderJson('journalled', { entry, commit, ...(parked && { parked }) }))
  else if (format === 'quiet') env.stdout.write(`${entry.id}\n`)
  else env.stdout.write(`📓 ${entry.id} on ${commit.slice(0, 10)}\n`)
}

interface Printed extends JournalRecord {
  score?: number
}

export async function printJournal(
  env: Env,
  format: ListFormat,
  records: readonly Printed[],
  budget?: number,
): Promise<void> {
  if (format === 'json') {
    const entries = records.map(({ entry, commits, score }) => ({
      ...entry,
      commits,
      ...(score !== undefined && { score }),
    }))
    env.stdout.write(renderJson('journal', { entries }))
  } else if (format === 'markdown') {
    const { text } = await fitRunJournal(
      records.map(({ entry }) => entry),
      budget,
    )
    env.stdout.write(text)
  } else printTable(env, records)
}

function printTable(env: Env, records: readonly Printed[]): void {
  if (records.length === 0) {
    env.stdout.write('no journal entries\n')
    return
  }
  const paint = paintFor(env.stdout, env.vars)
  const columns = [
    { title: 'CREATED', paint: paint.dim },
    { title: 'RUN', paint: paint.yellow },
    { title: '#', align: 'right' as const },
    { title: 'OUTCOME', paint: paint.cyan },
    { title: 'TASK' },
    { title: 'COMMIT', paint: paint.dim },
    { title: 'NOTES', shrinks: true as const },
  ]
  const rows = records.map(({ entry, commits }) => [
    entry.createdAt.slice(0, 16).replace('T', ' '),
    entry.run,
    String(entry.iteration),
    entry.outcome,
    entry.task ?? '',
    commits.at(-1)!.slice(0, 10),
    entry.notes ?? '',
  ])
  env.stdout.write(renderTable(columns, rows, env.stdout.columns))
}
