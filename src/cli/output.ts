/** How memories are printed: a table for people, JSON for programs, markdown for agents. */
import type { Env } from '../env.js'
import { renderMemories } from '../memory/memories-md.js'
import { renderAnchor } from '../memory/anchor.js'
import { memoryJson } from '../memory/memory-json.js'
import { type Memory, titleOf } from '../memory/memory.js'
import type { Provenance } from '../store/line/written-by.js'
import type { Backlink } from '../verbs/show.js'
import { paintFor } from './colour.js'
import { renderJson } from './json.js'
import { printable } from './printable.js'
import { type Column, renderTable } from './table.js'

export { memoryJson, printable }

export type ListFormat = 'table' | 'json' | 'markdown'

/** What went wrong on the side, on standard error. */
export function printWarnings(env: Env, warnings: readonly string[]): void {
  const paint = paintFor(env.stderr, env.vars)
  for (const warning of warnings) {
    const label = warning.startsWith('note: ') ? '' : `${paint.yellow('warning:')} `
    env.stderr.write(`${label}${printable(warning)}\n`)
  }
}

/** What is known of a memory besides what it says. */
export interface Told {
  trust?: string
  provenance?: Provenance
  quarantine?: readonly string[]
  backlinks?: Backlink[]
}

/** Of a memory that no line has any more it is not known. */
export function provenanceJson(
  known: ReadonlyMap<Memory, Provenance> | undefined,
  memory: Memory,
): { provenance?: Provenance } {
  const provenance = known?.get(memory)
  return provenance ? { provenance } : {}
}

export function printMemories(
  env: Env,
  format: ListFormat,
  kind: string,
  memories: readonly Memory[],
  told: (memory: Memory) => Told = () => ({}),
): void {
  if (format === 'json')
    env.stdout.write(
      renderJson(kind, { memories: memories.map((memory) => ({ ...memoryJson(memory), ...told(memory) })) }),
    )
  else if (format === 'markdown') env.stdout.write(renderMemories(memories))
  else printTable(env, memories, columnsFor(env, memories, told))
}

/** A column that is nearly always empty is left out. */
function columnsFor(env: Env, memories: readonly Memory[], told: (memory: Memory) => Told): ExtraColumn[] {
  if (!memories.some((memory) => told(memory).quarantine)) return []
  const paint = paintFor(env.stdout, env.vars)
  const cell = (memory: Memory): string => (told(memory).quarantine ? 'held' : '')
  return [{ title: 'QUARANTINE', paint: paint.red, cell }]
}

export interface ExtraColumn extends Column {
  cell(memory: Memory, row: number): string
}

export function printTable(env: Env, memories: readonly Memory[], extra: readonly ExtraColumn[] = []): void {
  if (memories.length === 0) {
    env.stdout.write('no memories\n')
    return
  }
  const paint = paintFor(env.stdout, env.vars)
  const columns: Column[] = [
    { title: 'ID', paint: paint.yellow },
    { title: 'TYPE', paint: paint.cyan },
    ...extra,
    { title: 'CREATED', paint: paint.dim },
    { title: 'TAGS', shrinks: true, paint: paint.dim },
    { title: 'MEMORY', shrinks: true },
  ]
  const rows = memories.map((memory, row) => [
    memory.id,
    memory.type,
    ...extra.map((column) => column.cell(memory, row)),
    memory.created.slice(0, 10),
    memory.tags.join(', '),
    titleOf(memory),
  ])
  env.stdout.write(renderTable(columns, rows, env.stdout.columns))
}

/** One memory with all of its fields. */
export function printMemory(env: Env, format: ListFormat, memory: Memory, told: Told = {}): void {
  if (format === 'json') {
    env.stdout.write(renderJson('memory', { memory: { ...memoryJson(memory), ...told } }))
    return
  }
  if (format === 'markdown') {
    env.stdout.write(renderMemories([memory]))
    return
  }
  const paint = paintFor(env.stdout, env.vars)
  const field = (name: string, value: string | undefined): string =>
    value ? `${paint.dim(`${name}:`)} ${value}\n` : ''
  env.stdout.write(
    `${paint.yellow(memory.id)} ${paint.cyan(memory.type)}\n` +
      field('title', memory.title) +
      field('tags', memory.tags.join(', ')) +
      field('created', memory.created) +
      field('updated', memory.updated) +
      field('also', memory.aliases?.join(', ')) +
      field('conflicts with', memory.conflicts) +
      field('supersedes', memory.supersedes) +
      field('trust', told.trust === 'own' ? undefined : told.trust) +
      field('quarantine', told.quarantine && `it ${told.quarantine.join(', and ')}`) +
      field('about', memory.anchors?.map(renderAnchor).join(', ')) +
      (memory.links ?? []).map(({ to, rel }) => field(rel, to)).join('') +
      (told.backlinks ?? [])
        .map(({ from, rel, title }) => field(`${rel} from`, `${from} ${title}`))
        .join('') +
      `\n${memory.body}\n`,
  )
}
