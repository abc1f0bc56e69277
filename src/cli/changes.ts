/** How the difference of two versions of a memory is printed. */
import type { FieldChange, MemoryChanges } from '../memory/changes.js'
import { withContext } from '../memory/changes.js'
import type { LineChange } from '../memory/merge-text.js'
import type { Paint } from './colour.js'

const CONTEXT = 2
const SIGNS: Record<LineChange['kind'], string> = { same: ' ', added: '+', removed: '-' }

export function renderChanges({ fields, lines }: MemoryChanges, paint: Paint): string[] {
  const colours: Record<LineChange['kind'], (text: string) => string> = {
    same: (text) => text,
    added: paint.green,
    removed: paint.red,
  }
  return [
    ...fields.map(renderField),
    ...withContext(lines, CONTEXT).map((line) =>
      line ? colours[line.kind](`${SIGNS[line.kind]} ${line.text}`.trimEnd()) : paint.dim('  …'),
    ),
  ]
}

/** `tags: +docker -old`, `type: fix → pattern`. */
export function renderField({ field, before, after }: FieldChange): string {
  if (isWords(before) && isWords(after)) {
    const added = after.filter((word) => !before.includes(word)).map((word) => `+${word}`)
    const removed = before.filter((word) => !after.includes(word)).map((word) => `-${word}`)
    return `${field}: ${[...removed, ...added].join(' ') || after.join(', ')}`
  }
  return `${field}: ${shown(before)} → ${shown(after)}`
}

const isWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((item) => typeof item === 'string')

function shown(value: unknown): string {
  if (value === undefined) return 'none'
  return typeof value === 'string' ? value : JSON.stringify(value)
}
