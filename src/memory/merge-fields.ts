/** Three-way choice for the fields of one memory. Nothing here depends on which side is called ours. */
import { compareIds } from './id.js'
import type { Link, Memory, MemoryId } from './memory.js'
import { MAX_TAGS } from './text.js'

const MAX_ALIASES = 1000
export const MAX_LINKS = 200
const MAX_EXTRA_LENGTH = 8 * 1024

function same(a: unknown, b: unknown): boolean {
  return a === b || render(a) === render(b)
}

/** Whether two memories have the same bytes; the order in which their fields were set does not matter. */
export function sameMemory(a: Memory | undefined, b: Memory | undefined): boolean {
  if (a === b) return true
  // Most versions differ in their text, which is quickly seen.
  return a !== undefined && b !== undefined && a.body === b.body && fingerprint(a) === fingerprint(b)
}

function fingerprint(memory: Memory): string {
  return render(
    Object.entries(memory)
      .filter(([, value]) => value !== undefined)
      .toSorted(([a], [b]) => compareText(a, b)),
  )
}

/** When a memory last changed. */
export function changedAt(memory: Memory): string {
  return memory.updated ?? memory.created
}

/** Three-way choice between values; if both changed the later side's, and at the same second the greater one. */
export function choose<T>([base, ours, theirs]: [T, T, T], [oursAt, theirsAt]: [string, string]): T {
  if (same(ours, theirs) || same(base, theirs)) return ours
  if (same(base, ours)) return theirs
  if (oursAt !== theirsAt) return oursAt > theirsAt ? ours : theirs
  return render(ours) > render(theirs) ? ours : theirs
}

/** Everything but the body. */
export function mergeFields(base: Memory | undefined, ours: Memory, theirs: Memory): Omit<Memory, 'body'> {
  const at: [string, string] = [changedAt(ours), changedAt(theirs)]
  const pick = <K extends keyof Memory>(key: K) =>
    choose<Memory[K] | undefined>([base?.[key], ours[key], theirs[key]], at)
  const created = ours.created < theirs.created ? ours.created : theirs.created
  const last = at[0] > at[1] ? at[0] : at[1]
  const wasEdited = ours.updated !== undefined || theirs.updated !== undefined || last > created
  return compact({
    id: ours.id,
    type: pick('type')!,
    tags: mergeSets(base?.tags, ours.tags, theirs.tags).slice(0, MAX_TAGS),
    created,
    title: pick('title'),
    // The later side must still be seen to be later when this is merged again.
    updated: wasEdited ? last : undefined,
    aliases: uniteAliases(ours.id, ours.aliases, theirs.aliases),
    conflicts: pick('conflicts'),
    supersedes: pick('supersedes'),
    confidence: pick('confidence'),
    source: pick('source'),
    links: mergeLinks(base?.links, ours.links, theirs.links),
    anchors: pick('anchors'),
    extra: mergeExtra([base?.extra, ours.extra, theirs.extra], at),
  })
}

/** Aliases are never taken back, so that an id once given out goes on resolving. Oldest first. */
export function uniteAliases(
  id: MemoryId,
  ...lists: (readonly MemoryId[] | undefined)[]
): MemoryId[] | undefined {
  const united = new Set(lists.flatMap((list) => list ?? []))
  united.delete(id)
  return united.size === 0 ? undefined : [...united].toSorted(compareIds).slice(0, MAX_ALIASES)
}

function mergeLinks(base: Link[] = [], ours: Link[] = [], theirs: Link[] = []): Link[] | undefined {
  const merged = mergeSets(base.map(keyOf), ours.map(keyOf), theirs.map(keyOf)).slice(0, MAX_LINKS)
  const links = new Map([...ours, ...theirs].map((link) => [keyOf(link), link]))
  return merged.length === 0 ? undefined : merged.map((key) => links.get(key)!)
}

export function keyOf({ to, rel }: Link): string {
  return render([to, rel])
}

/** What either side added, without what either side removed. */
export function mergeSets(
  base: readonly string[] = [],
  ours: readonly string[],
  theirs: readonly string[],
): string[] {
  const [inBase, inOurs, inTheirs] = [new Set(base), new Set(ours), new Set(theirs)]
  const stays = (item: string) => (inOurs.has(item) && inTheirs.has(item)) || !inBase.has(item)
  return arrange(new Set([...ours, ...theirs].filter(stays)), base, ours, theirs)
}

/**
 * A side that has just these items lends its order, so that merging again what was merged changes nothing. Otherwise the
 * base's come first, and then the new ones by name.
 */
export function arrange(
  items: ReadonlySet<string>,
  base: readonly string[],
  ours: readonly string[],
  theirs: readonly string[],
): string[] {
  const lenders = [ours, theirs].filter(
    (side) => side.length === items.size && side.every((item) => items.has(item)),
  )
  if (lenders.length === 2) return [...choose([base, ours, theirs], ['', ''])]
  if (lenders.length === 1) return [...lenders[0]!]
  const old = base.filter((item) => items.has(item))
  return [...new Set([...old, ...[...items].toSorted(compareText)])]
}

type Extra = Memory['extra']

export function mergeExtra(
  [base = {}, ours = {}, theirs = {}]: [Extra, Extra, Extra],
  at: [string, string],
): Extra {
  const keys = new Set([...Object.keys(ours), ...Object.keys(theirs)])
  const values = new Map([...keys].map((key) => [key, choose([base[key], ours[key], theirs[key]], at)]))
  const present = new Set([...keys].filter((key) => values.get(key) !== undefined))
  const order = arrange(present, Object.keys(base), Object.keys(ours), Object.keys(theirs))
  const merged = Object.fromEntries(order.map((key) => [key, values.get(key)]))
  const fits = render(merged).length <= MAX_EXTRA_LENGTH
  const result = fits ? merged : choose([undefined, ours, theirs], at)
  return result === undefined || Object.keys(result).length === 0 ? undefined : result
}

/** What markdown.ts and front-matter.ts read at most, with some room. */
const MAX_FRONT_MATTER = 30 * 1024
const MAX_FILE = 250 * 1024
const MAX_VALUES = 1900

/** Whether a memory can be read again once it is stored: however much other clones add to it, it must stay so. */
export function isReadable({ body, ...fields }: Memory): boolean {
  let [length, values] = [0, 0]
  const weigh = (value: unknown): void => {
    values++
    length += 2
    if (typeof value === 'object' && value !== null) {
      for (const [key, item] of Object.entries(value)) {
        if (!Array.isArray(value)) length += weightOf(key)
        weigh(item)
      }
    } else length += weightOf(String(value))
  }
  weigh(fields)
  return length <= MAX_FRONT_MATTER && values <= MAX_VALUES && length + Buffer.byteLength(body) <= MAX_FILE
}

/** No fewer bytes than YAML takes for it: quotes may be doubled, and what is not ASCII may be escaped. */
function weightOf(text: string): number {
  let weight = 4
  for (let i = 0; i < text.length; i++)
    weight += text.charCodeAt(i) > 126 ? 6 : /['"\\]/.test(text[i]!) ? 2 : 1
  return weight
}

/** Without keys that have no value, so that equal memories are equal values. */
export function compact<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as T
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

function render(value: unknown): string {
  return JSON.stringify(value) ?? ''
}
