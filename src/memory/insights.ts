/** `memory/insights.json` of a task: what was learnt on it, until the task is done and its insights become memories. */
import { RalphError } from '../errors.js'
import { isMemoryType, type MemoryType } from './memory.js'
import { choose, mergeExtra, mergeSets } from './merge-fields.js'
import { parseJsonFile, renderJsonFile } from './task.js'
import { checkBody, normaliseTags, normaliseText } from './text.js'
import { fourDigits } from './variant.js'

export interface Insight {
  /** Made from the content first given: the same insight has the same id on every clone. */
  id: string
  type: MemoryType
  content: string
  tags: string[]
  created?: string
  updated?: string
  extra?: Record<string, unknown>
}

const KNOWN = ['id', 'type', 'content', 'tags', 'created', 'updated']

/** A list of insights; written by hand one may be a mere text. Throws `bad-memory` when it cannot be read. */
export function parseInsights(text: string): Insight[] {
  const list = parseJsonFile(text, 'insights.json')
  if (!Array.isArray(list)) throw new RalphError('bad-memory', 'insights.json is no JSON list')
  const insights = new Map<string, Insight>()
  for (const [i, item] of list.entries()) {
    const insight = parseInsight(item, i, insights)
    insights.set(insight.id, insight)
  }
  return inOrder(insights)
}

function parseInsight(item: unknown, i: number, taken: ReadonlyMap<string, Insight>): Insight {
  const data = typeof item === 'string' ? { content: item } : item
  const fields = (data !== null && typeof data === 'object' ? data : {}) as Record<string, unknown>
  const { id, type, content, tags, created, updated } = fields
  if (typeof content !== 'string' || content.trim() === '')
    throw new RalphError('bad-memory', `insights.json: number ${i + 1} has no content`)
  const extra = Object.fromEntries(Object.entries(fields).filter(([key]) => !KNOWN.includes(key)))
  const cleaned = checkBody(content)
  return {
    id: typeof id === 'string' && /^ins-[0-9a-z]{4,32}$/.test(id) ? id : insightId(cleaned, taken),
    type: isMemoryType(type) ? type : 'pattern',
    content: cleaned,
    tags: Array.isArray(tags) ? normaliseTags(tags.filter((tag) => typeof tag === 'string')) : [],
    ...(typeof created === 'string' && { created }),
    ...(typeof updated === 'string' && { updated }),
    ...(Object.keys(extra).length > 0 && { extra }),
  }
}

export function renderInsights(insights: readonly Insight[]): string {
  const ordered = inOrder(new Map(insights.map((one) => [one.id, one])))
  return renderJsonFile(
    ordered.map(({ id, type, content, tags, created, updated, extra }) => ({
      id,
      type,
      content,
      tags,
      ...(created !== undefined && { created }),
      ...(updated !== undefined && { updated }),
      ...extra,
    })),
  )
}

/** The oldest first; ties by id, so that every clone orders alike. */
function inOrder(insights: ReadonlyMap<string, Insight>): Insight[] {
  const keyOf = ({ created = '', id }: Insight): string => `${created} ${id}`
  return [...insights.values()].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
}

/** An id that no other content has. */
function insightId(content: string, taken: ReadonlyMap<string, Insight>): string {
  const text = normaliseText(content)
  for (let attempt = 0; ; attempt++) {
    const id = `ins-${['a', 'b', 'c'].map((salt) => fourDigits(`${salt}${attempt}\n${text}`)).join('')}`
    const there = taken.get(id)
    if (there === undefined || normaliseText(there.content) === text) return id
  }
}

/** With one more; one that says the same takes up its tags. */
export function addInsight(
  insights: readonly Insight[],
  added: Omit<Insight, 'id'>,
): { insights: Insight[]; insight: Insight; outcome: 'stored' | 'known' } {
  const known = insights.find((one) => normaliseText(one.content) === normaliseText(added.content))
  if (known === undefined) {
    const insight = { ...added, id: insightId(added.content, byId(insights)) }
    return { insights: [...insights, insight], insight, outcome: 'stored' }
  }
  const insight = { ...known, tags: normaliseTags([...known.tags, ...added.tags]) }
  return { insights: insights.map((one) => (one === known ? insight : one)), insight, outcome: 'known' }
}

const byId = (insights: readonly Insight[]): Map<string, Insight> =>
  new Map(insights.map((one) => [one.id, one]))

/** Entry by entry. Where both changed one text the later stays, and the other is kept as an insight of its own. */
export function mergeInsights(
  base: readonly Insight[],
  ours: readonly Insight[],
  theirs: readonly Insight[],
): Insight[] {
  const [olds, mine, other] = [byId(base), byId(ours), byId(theirs)]
  const merged = new Map<string, Insight>()
  const lost: Insight[] = []
  for (const id of [...new Set([...mine.keys(), ...other.keys()])].toSorted()) {
    const { insight, loser } = mergeOne(olds.get(id), mine.get(id), other.get(id))
    if (insight) merged.set(id, insight)
    if (loser) lost.push(loser)
  }
  for (const { id: _, ...loser } of lost) {
    const id = insightId(loser.content, merged)
    if (!merged.has(id)) merged.set(id, { ...loser, id })
  }
  return inOrder(merged)
}

function mergeOne(
  base: Insight | undefined,
  ours: Insight | undefined,
  theirs: Insight | undefined,
): { insight?: Insight | undefined; loser?: Insight } {
  // As they would be written: the order in which fields were set does not matter.
  const same = (a: Insight | undefined, b: Insight | undefined): boolean =>
    a === b || (a !== undefined && b !== undefined && renderInsights([a]) === renderInsights([b]))
  if (same(ours, theirs) || same(base, theirs)) return { insight: ours }
  if (same(base, ours)) return { insight: theirs }
  if (ours === undefined || theirs === undefined) return { insight: ours ?? theirs }
  const changed = ({ updated, created }: Insight): string => updated ?? created ?? ''
  const at: [string, string] = [changed(ours), changed(theirs)]
  const pick = <K extends keyof Insight>(key: K): Insight[K] | undefined =>
    choose<Insight[K] | undefined>([base?.[key], ours[key], theirs[key]], at)
  const created = [ours.created, theirs.created].filter((time) => time !== undefined).toSorted()[0]
  const updated = [ours.updated, theirs.updated]
    .filter((time) => time !== undefined)
    .toSorted()
    .at(-1)
  const extra = mergeExtra([base?.extra, ours.extra, theirs.extra], at)
  const insight: Insight = {
    id: ours.id,
    type: pick('type')!,
    content: pick('content')!,
    tags: normaliseTags(mergeSets(base?.tags, ours.tags, theirs.tags)),
    ...(created !== undefined && { created }),
    ...(updated !== undefined && { updated }),
    ...(extra && { extra }),
  }
  const bothChanged = ours.content !== base?.content && theirs.content !== base?.content
  if (!bothChanged || normaliseText(ours.content) === normaliseText(theirs.content)) return { insight }
  return { insight, loser: insight.content === ours.content ? theirs : ours }
}
