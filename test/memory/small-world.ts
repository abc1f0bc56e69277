/**
 * A world so small that everything collides: few ids, few texts, few times. States evolve by the operations that the verbs
 * perform, so that they are states a line can be in.
 */
import * as fc from 'fast-check'
import { foldAway, saysSame } from '../../src/memory/fold.js'
import { renderMemory } from '../../src/memory/markdown.js'
import { foldInto } from '../../src/memory/merge.js'
import type { Entries } from '../../src/memory/merge.js'
import type { Memory, MemoryId, MemoryType } from '../../src/memory/memory.js'
import { normaliseText } from '../../src/memory/text.js'

const IDS = ['mem-1-000a', 'mem-2-000b', 'mem-3-000c', 'mem-4-000d', 'mem-5-000e']
const TAGS = ['red', 'blue', 'green']

export type Operation =
  | { do: 'add'; id: MemoryId; body: string; tags: string[]; type: MemoryType; at: number }
  | { do: 'edit'; which: number; slot: number; line: string; at: number }
  | { do: 'retag'; which: number; tag: string; at: number }
  | { do: 'retype'; which: number; type: MemoryType; at: number }
  | { do: 'fold'; which: number }
  | { do: 'delete'; which: number }

/** Lines name the slot they stand in, so that two bodies never have the same lines in another order. */
const anyLine = fc.constantFrom('', 'x', 'y', 'z')
const anyBody = fc
  .tuple(fc.constantFrom('x', 'y'), fc.constantFrom('x', 'y'), anyLine, anyLine, anyLine)
  .map((lines) => bodyOf(lines))
const anyType = fc.constantFrom<MemoryType>('fix', 'pattern')
const at = fc.integer({ min: 10, max: 13 })
const which = fc.nat(9)

export const anyOperation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('add' as const),
      id: fc.constantFrom(...IDS),
      body: fc.oneof(fc.constantFrom('0x\n1x', '0X\n1x.'), anyBody),
      tags: fc.uniqueArray(fc.constantFrom(...TAGS), { maxLength: 2 }),
      type: anyType,
      at,
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('edit' as const), which, slot: fc.nat(4), line: anyLine, at }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('retag' as const), which, tag: fc.constantFrom(...TAGS), at }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('retype' as const), which, type: anyType, at }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('fold' as const), which }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('delete' as const), which }) },
)

export const anyOperations = fc.array(anyOperation, { maxLength: 6 })

/** The state after the operations. `touched` collects the ids (and their aliases) that were edited or deleted. */
export function evolve(
  state: Entries,
  operations: Operation[],
  touched = new Set<MemoryId>(),
): Map<MemoryId, Memory> {
  const next = new Map(state)
  for (const operation of operations) {
    if (operation.do === 'add') {
      const { id, body, tags, type } = operation
      const added: Memory = { id, type, tags, created: timeOf(operation.at), body }
      const known = [...next.values()].find((memory) => normaliseText(memory.body) === normaliseText(body))
      if (known !== undefined) next.set(known.id, foldInto(known, added))
      // An id that is taken is drawn again, also when it is an alias.
      else if (resolve(next, id).length === 0) next.set(id, added)
      continue
    }
    const memory = [...next.values()][operation.which]
    if (memory === undefined) continue
    if (operation.do === 'fold') {
      const other = [...next.values()].find((entry) => entry.id > memory.id && saysSame(entry, memory))
      if (other !== undefined) {
        next.set(memory.id, foldAway(memory, other))
        next.delete(other.id)
      }
      continue
    }
    for (const id of [memory.id, memory.conflicts ?? memory.id, ...(memory.aliases ?? [])]) touched.add(id)
    if (operation.do === 'delete') next.delete(memory.id)
    else next.set(memory.id, { ...edited(memory, operation), updated: timeOf(operation.at) })
  }
  return next
}

function edited(memory: Memory, operation: Extract<Operation, { at: number }>): Memory {
  if (operation.do === 'retype') return { ...memory, type: operation.type }
  if (operation.do === 'retag') {
    const { tag } = operation
    const without = memory.tags.filter((item) => item !== tag)
    return { ...memory, tags: without.length < memory.tags.length ? without : [...memory.tags, tag] }
  }
  if (operation.do === 'add') return memory
  const lines = ['', '', '', '', '']
  for (const line of memory.body.toLowerCase().split('\n')) lines[Number(line[0])] = line[1]!
  lines[operation.slot] = operation.line
  return { ...memory, body: bodyOf(lines) }
}

function bodyOf(lines: string[]): string {
  return lines.flatMap((line, slot) => (line === '' ? [] : [`${slot}${line}`])).join('\n') || '0x'
}

function timeOf(second: number): string {
  return `2025-01-01T00:00:${second}Z`
}

/** What an id leads to: the entry itself, or those it was folded into. */
export function resolve(entries: Entries, id: MemoryId): Memory[] {
  const entry = entries.get(id)
  return entry === undefined
    ? [...entries.values()].filter((memory) => memory.aliases?.includes(id))
    : [entry]
}

/** Whether two entries say the same, which folding has left for a merge that changes one of them. */
export function hasDoubles(entries: Entries): boolean {
  return new Set([...entries.values()].map((memory) => normaliseText(memory.body))).size < entries.size
}

/** The tree: what is compared is bytes. */
export function treeOf(entries: Entries): string[] {
  return [...entries.values()].map(renderMemory).toSorted()
}

/** What `side` knew, `other` did not delete, and `merged` does not have. */
export function lostBy(base: Entries, side: Entries, other: Entries, merged: Entries): string[] {
  const lost: string[] = []
  for (const [id, mine] of side) {
    const before = base.get(id)
    const theirs = other.get(id)
    const untouched = before !== undefined && renderMemory(before) === renderMemory(mine)
    const holder = [...other.values()].find((memory) => memory.aliases?.includes(id))
    if (untouched && theirs === undefined && (holder === undefined || !saysSame(holder, mine))) continue
    const found = resolve(merged, id)
    if (found.length === 0) {
      lost.push(`${id} does not resolve`)
      continue
    }
    const superseded = before?.body === mine.body && theirs !== undefined && theirs.body !== mine.body
    const said = [...merged.values()].some((memory) => saysSame(memory, mine))
    const ownLines = mine.body.split('\n').filter((line) => !before?.body.split('\n').includes(line))
    const bothEdited = before !== undefined && theirs !== undefined && theirs.body !== before.body
    const woven =
      bothEdited && found.some(({ body }) => ownLines.every((line) => body.split('\n').includes(line)))
    if (!superseded && !said && !woven) lost.push(`${id}: nothing says ${JSON.stringify(mine.body)}`)
    const ownTags = mine.tags.filter((tag) => !before?.tags.includes(tag))
    if (!found.some(({ tags }) => ownTags.every((tag) => tags.includes(tag))))
      lost.push(`${id}: ${ownTags.join()}`)
  }
  return lost
}
