/** How memories are printed: a table for people, JSON for programs, markdown for agents. */
import type { Env } from '../env.js'
import { renderMemories } from '../memory/memories-md.js'
import { renderAnchor } from '../memory/anchor.js'
import { memoryJson } from '../memory/memory-json.js'
import { type Memory, titleOf } from '../memory/memory.js'
import { paintFor } from './colour.js'
import { renderJson } from './json.js'
import { type Column, renderTable } from './table.js'

export { memoryJson }

export const LIST_FORMATS = ['table', 'json', 'markdown'] as const
export type ListFormat = (typeof LIST_FORMATS)[number]

/** Names from a remote's trees may hold anything, also what drives a terminal. */
export function printable(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]/gu, '')
}

/** What went wrong on the side, on standard error. */
export function printWarnings(env: Env, warnings: readonly string[]): void {
  const paint = paintFor(env.stderr, env.vars)
  for (const warning of warnings) {
    const label = warning.startsWith('note: ') ? '' : `${paint.yellow('warning:')} `
    env.stderr.write(`${label}${printable(warning)}\n`)
  }
}

export function printMemories(env: Env, format: ListFormat, kind: string, memories: readonly Memory[]): void {
  if (format === 'json') env.stdout.write(renderJson(kind, { memories: memories.map(memoryJson) }))
  else if (format === 'markdown') env.stdout.write(renderMemories(memories))
  else printTable(env, memories)
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
export function printMemory(env: Env, format: ListFormat, memory: Memory): void {
  if (format === 'json') {
    env.stdout.write(renderJson('memory', { memory: memoryJson(memory) }))
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
      field('about', memory.anchors?.map(renderAnchor).join(', ')) +
      `\n${memory.body}\n`,
  )
}
