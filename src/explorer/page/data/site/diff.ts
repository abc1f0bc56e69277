/** What one line has that another has not, as `diff` answers it. Pure. */
import type { Head, Memory } from '../../../site/shapes.js'

export interface Compared {
  added: number[]
  forgotten: number[]
  changed: [before: number, after: number][]
}

export function compareLines(
  heads: readonly Head[],
  from: ReadonlySet<number>,
  to: ReadonlySet<number>,
): Compared {
  const before = new Map([...from].map((number) => [heads[number]!.id, number]))
  const after = new Map([...to].map((number) => [heads[number]!.id, number]))
  const compared: Compared = { added: [], forgotten: [], changed: [] }
  for (const [id, number] of after) {
    const was = before.get(id)
    if (was === undefined) compared.added.push(number)
    else if (was !== number) compared.changed.push([was, number])
  }
  for (const [id, number] of before) if (!after.has(id)) compared.forgotten.push(number)
  return compared
}

const FIELDS = ['type', 'title', 'tags'] as const

export function changeOf(before: Memory, after: Memory): object {
  const fields = FIELDS.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return {
    before,
    after,
    fields: fields.map((field) => ({ field, before: before[field], after: after[field] })),
    lines: before.content === after.content ? [] : linesOf(before.content, after.content),
  }
}

/** What begins and ends the same is the same; all between has changed. */
function linesOf(before: string, after: string): { kind: string; text: string }[] {
  const [old, now] = [before.split('\n'), after.split('\n')]
  let start = 0
  while (start < old.length && start < now.length && old[start] === now[start]) start++
  let end = 0
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const told = (kind: string, lines: string[]): { kind: string; text: string }[] =>
    lines.map((text) => ({ kind, text }))
  return [
    ...told('same', old.slice(0, start)),
    ...told('removed', old.slice(start, old.length - end)),
    ...told('added', now.slice(start, now.length - end)),
    ...told('same', old.slice(old.length - end)),
  ]
}
