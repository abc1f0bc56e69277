/** What someone did to `global-patterns.md`: which memories were edited, moved to another section, added or taken out. */
import { type PatternItem, type PatternType, PATTERN_TYPES } from './global-patterns.js'
import type { Memory } from './memory.js'
import { lineChanges } from './merge-text.js'
import { normaliseText } from './text.js'

export type ShownPattern = Memory & { type: PatternType }

export interface PatternEdits {
  edited: { before: ShownPattern; after: ShownPattern }[]
  added: PatternItem[]
  removed: ShownPattern[]
}

/** Less alike, a text in the place of another is a new one. */
const LEAST_ALIKE = 0.4

/** `shown` is what we wrote, in its order; `found` what the file says now. */
export function patternEdits(shown: readonly ShownPattern[], found: readonly PatternItem[]): PatternEdits {
  const edits: PatternEdits = { edited: [], added: [], removed: [] }
  for (const type of PATTERN_TYPES) {
    const olds = shown.filter((one) => one.type === type)
    const news = found.filter((one) => one.type === type)
    compareSection(olds, news, edits)
  }
  return withMoves(edits)
}

function compareSection(
  olds: readonly ShownPattern[],
  news: readonly PatternItem[],
  edits: PatternEdits,
): void {
  const asLines = (items: readonly { body: string }[]): string =>
    items.map(({ body }) => JSON.stringify(body)).join('\n')
  let [old, at] = [0, 0]
  let hunk: { gone: ShownPattern[]; come: PatternItem[] } = { gone: [], come: [] }
  const close = (): void => {
    pair(hunk.gone, hunk.come, edits)
    hunk = { gone: [], come: [] }
  }
  if (olds.length === 0 || news.length === 0) return pair([...olds], [...news], edits)
  for (const { kind } of lineChanges(asLines(olds), asLines(news))) {
    if (kind === 'same') close()
    if (kind === 'removed') hunk.gone.push(olds[old]!)
    if (kind === 'added') hunk.come.push(news[at]!)
    if (kind !== 'added') old++
    if (kind !== 'removed') at++
  }
  close()
}

/** Those that stand in the place of others are edits of them, if they are alike. */
function pair(gone: ShownPattern[], come: PatternItem[], edits: PatternEdits): void {
  const left = [...come]
  for (const before of gone) {
    const at = left.findIndex(({ body }) => alike(before.body, body) >= LEAST_ALIKE)
    if (at < 0) edits.removed.push(before)
    else edits.edited.push({ before, after: { ...before, body: left.splice(at, 1)[0]!.body } })
  }
  edits.added.push(...left)
}

/** The share of words that both have, of the longer one's. */
function alike(a: string, b: string): number {
  const [one, two] = [a, b].map((text) => new Set(normaliseText(text).split(/[^\p{L}\p{N}]+/u)))
  const both = [...one!].filter((word) => two!.has(word)).length
  return both / Math.max(one!.size, two!.size)
}

/** Taken out here and added there with the same words: moved. */
function withMoves({ edited, added, removed }: PatternEdits): PatternEdits {
  const left = [...added]
  const stay: ShownPattern[] = []
  const moved: PatternEdits['edited'] = []
  for (const before of removed) {
    const at = left.findIndex(({ body }) => normaliseText(body) === normaliseText(before.body))
    if (at < 0) stay.push(before)
    else moved.push({ before, after: { ...before, ...left.splice(at, 1)[0]! } })
  }
  return { edited: [...edited, ...moved], added: left, removed: stay }
}
