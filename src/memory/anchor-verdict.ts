/** Whether what a memory was anchored in still says the same. Pure: texts in, verdict out. */
import { hashLines, type LineRange, plainLine, rangeOf, renderRange } from './anchor.js'
import type { Anchor } from './memory.js'
import { lineChanges } from './merge-text.js'

export const STATES = ['fresh', 'moved', 'changed', 'gone'] as const
export type AnchorState = (typeof STATES)[number]

export interface Verdict {
  state: AnchorState
  /** Where it is now, if that is another place. */
  path?: string
  lines?: string
}

/** A file that a memory is about may be worked on: it is another one when less than this much of it is left. */
const SAME_FILE = 0.5
/** Shorter passages, a brace or a return, are found anywhere. */
const TELLING_CHARACTERS = 24

/**
 * 1. no lines named: changed when most of the file is no longer there;
 * 2. no line in the range was touched: fresh, or moved when they are now further up or down;
 * 3. the same passage stands elsewhere in the file: moved; 4. otherwise changed.
 * `before` is the file as it was when the memory was anchored, where git still has it; without it only the hash is left to go by.
 */
export function judge(anchor: Anchor, before: string | undefined, now: string): Verdict {
  const range = rangeOf(anchor)
  if (before === now) return { state: 'fresh' }
  if (range === undefined) return { state: before === undefined || keeps(before, now) ? 'fresh' : 'changed' }
  const lines = now.split('\n')
  const follows = before === undefined ? undefined : follow(before, now, range)
  if (follows !== undefined) return placed(range, follows)
  const hash = anchor.hash ?? (before === undefined ? undefined : hashOf(before.split('\n'), range))
  if (hash === undefined) return { state: 'changed' }
  if (before === undefined && hashOf(lines, range) === hash) return { state: 'fresh' }
  const found = findPassage(lines, range, hash)
  return found === undefined ? { state: 'changed' } : placed(range, found)
}

function placed(was: LineRange, is: LineRange): Verdict {
  return was.from === is.from && was.to === is.to
    ? { state: 'fresh' }
    : { state: 'moved', lines: renderRange(is) }
}

function hashOf(lines: readonly string[], { from, to }: LineRange): string {
  return hashLines(lines.slice(from - 1, to))
}

/** How much of a file's lines another one still has. */
function keeps(before: string, now: string): boolean {
  const left = new Map<string, number>()
  for (const line of telling(now)) left.set(line, (left.get(line) ?? 0) + 1)
  const lines = telling(before)
  const kept = lines.filter((line) => {
    const count = left.get(line) ?? 0
    if (count > 0) left.set(line, count - 1)
    return count > 0
  })
  return kept.length >= lines.length * SAME_FILE
}

const telling = (text: string): string[] => text.split('\n').map(plainLine).filter(Boolean)

/** Where untouched lines are now; undefined when an edit touched them. */
function follow(before: string, now: string, { from, to }: LineRange): LineRange | undefined {
  const plain = (text: string): string => text.split('\n').map(plainLine).join('\n')
  let [old, shift] = [0, 0]
  for (const { kind } of lineChanges(plain(before), plain(now))) {
    if (kind === 'same') old++
    else if (kind === 'removed') {
      old++
      if (old >= from && old <= to) return undefined
      if (old < from) shift--
    } else if (old < from) shift++
    else if (old < to) return undefined
    if (old >= to && kind === 'same') break
  }
  return { from: from + shift, to: to + shift }
}

/** The passage nearest to where it was. */
function findPassage(lines: readonly string[], { from, to }: LineRange, hash: string): LineRange | undefined {
  const length = to - from + 1
  let best: LineRange | undefined
  for (let at = 1; at + length - 1 <= lines.length; at++) {
    if (best !== undefined && Math.abs(at - from) >= Math.abs(best.from - from)) continue
    const range = { from: at, to: at + length - 1 }
    const passage = lines.slice(at - 1, range.to)
    if (passage.join('').replace(/\s+/g, '').length < TELLING_CHARACTERS) continue
    if (hashLines(passage) === hash) best = range
  }
  return best
}
