/** What differs between two versions of a memory, for people to read. */
import { KNOWN_KEYS } from './front-matter.js'
import type { Memory } from './memory.js'
import { type LineChange, lineChanges } from './merge-text.js'

export interface FieldChange {
  field: string
  before: unknown
  after: unknown
}

export interface MemoryChanges {
  /** All fields but the body, and but `updated`, which says nothing of its own. */
  fields: FieldChange[]
  /** The whole body; no lines when it is the same. */
  lines: LineChange[]
}

export function changesOf(before: Memory, after: Memory): MemoryChanges {
  const keys = [...KNOWN_KEYS, 'extra' as const].filter((key) => key !== 'updated')
  const fields = keys
    .map((field) => ({ field, before: before[field], after: after[field] }))
    .filter((change) => JSON.stringify(change.before) !== JSON.stringify(change.after))
  return { fields, lines: before.body === after.body ? [] : lineChanges(before.body, after.body) }
}

/** Leaves out unchanged lines further than `context` from a changed one; undefined stands for those left out. */
export function withContext(lines: readonly LineChange[], context: number): (LineChange | undefined)[] {
  const near = lines.map((_, at) =>
    lines.slice(Math.max(0, at - context), at + context + 1).some(({ kind }) => kind !== 'same'),
  )
  return lines.flatMap((line, at) => (near[at] ? [line] : at > 0 && !near[at - 1] ? [] : [undefined]))
}
