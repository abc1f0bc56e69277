/** Three-way merge of text over lines. The `diff` package finds the hunks of each side; combining them is ours. */
import { diffArrays } from 'diff'
import { cleanBody, MAX_BODY_BYTES } from './text.js'

/** Texts further apart than this share nothing worth merging, and finding that out would take seconds. */
const MAX_EDITS = 2000

/** Lines `from` up to `to` of the base become `lines`. */
interface Hunk {
  from: number
  to: number
  lines: string[]
}

/** The text with both sides' edits, or undefined when they overlap or touch. The order of the sides does not matter. */
export function mergeText(base: string, ours: string, theirs: string): string | undefined {
  const lines = base.split('\n')
  const mine = hunksOf(lines, ours.split('\n'))
  const other = hunksOf(lines, theirs.split('\n'))
  if (mine === undefined || other === undefined) return undefined
  const merged: string[] = []
  let at = 0
  let last: Hunk | undefined
  for (const hunk of [...mine, ...other].toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    if (last !== undefined && sameHunk(last, hunk)) continue
    if (last !== undefined && hunk.from <= last.to) return undefined
    merged.push(...lines.slice(at, hunk.from), ...hunk.lines)
    at = hunk.to
    last = hunk
  }
  return [...merged, ...lines.slice(at)].join('\n')
}

function hunksOf(base: string[], side: string[]): Hunk[] | undefined {
  const changes = diffArrays(base, side, { maxEditLength: MAX_EDITS })
  if (changes === undefined) return undefined
  const hunks: Hunk[] = []
  let at = 0
  let open: Hunk | undefined
  for (const { added, removed, value } of changes) {
    if (!added && !removed) {
      at += value.length
      open = undefined
      continue
    }
    if (open === undefined) hunks.push((open = { from: at, to: at, lines: [] }))
    if (added) open.lines.push(...value)
    else open.to = at += value.length
  }
  return hunks
}

function sameHunk(a: Hunk, b: Hunk): boolean {
  return (
    a.from === b.from &&
    a.to === b.to &&
    a.lines.join('\n') === b.lines.join('\n') &&
    a.lines.length === b.lines.length
  )
}

export interface LineChange {
  kind: 'same' | 'added' | 'removed'
  text: string
}

/** How `before` becomes `after`, line by line; removed lines stand before those added in their place. */
export function lineChanges(before: string, after: string): LineChange[] {
  const olds = before.split('\n')
  const hunks = hunksOf(olds, after.split('\n')) ?? [{ from: 0, to: olds.length, lines: after.split('\n') }]
  const as = (kind: LineChange['kind']) => (text: string) => ({ kind, text })
  const changes: LineChange[] = []
  let at = 0
  for (const { from, to, lines } of hunks) {
    changes.push(
      ...olds.slice(at, from).map(as('same')),
      ...olds.slice(from, to).map(as('removed')),
      ...lines.map(as('added')),
    )
    at = to
  }
  return [...changes, ...olds.slice(at).map(as('same'))]
}

/** The merged body of a memory or an article, or undefined when the edits overlap or the result could not be stored. */
export function mergeBodies(base: string | undefined, ours: string, theirs: string): string | undefined {
  if (ours === theirs || base === theirs) return ours
  if (base === ours) return theirs
  if (base === undefined) return undefined
  const body = cleanBody(mergeText(base, ours, theirs) ?? '')
  return body.trim() === '' || Buffer.byteLength(body) > MAX_BODY_BYTES ? undefined : body
}
