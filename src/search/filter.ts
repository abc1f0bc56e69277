/** Which documents may be hits at all. */
import { MEMORY_TYPES, type MemoryType } from '../memory/memory.js'
import { pathTerm, tagTerm } from './fields.js'
import { foldText, type Query } from './query.js'
import type { Timeline } from './timeline.js'

export interface Filters {
  types?: readonly MemoryType[]
  /** Any of these. */
  tags?: readonly string[]
  /** Made at this time or later. */
  since?: Date
  /** Made before this time. */
  until?: Date
  /** Anchored in this file or directory, or naming it. */
  path?: string
}

/** One byte per place: 1 where a document passes; undefined where all do. */
export function filterDocuments(timeline: Timeline, query: Query, filters: Filters): Uint8Array | undefined {
  if (passAll(query, filters)) return undefined
  const passes = new Uint8Array(timeline.count).fill(1)
  const keep = (test: (place: number) => boolean): void => {
    for (let place = 0; place < passes.length; place++) if (passes[place] && !test(place)) passes[place] = 0
  }
  for (const types of [filters.types ?? [], query.types]) {
    if (types.length === 0) continue
    const numbers = new Set(types.map((type) => MEMORY_TYPES.indexOf(type)))
    const all = timeline.types()
    keep((place) => numbers.has(all[place]!))
  }
  for (const tags of [filters.tags ?? [], query.tags]) {
    if (tags.length > 0) keepHaving(timeline, keep, tags.map(tagTerm))
  }
  if (filters.path !== undefined) keepHaving(timeline, keep, pathTerms(filters.path))
  const { since, until } = filters
  if (since) keep((place) => timeline.times[place]! * 1000 >= since.getTime())
  if (until) keep((place) => timeline.times[place]! * 1000 < until.getTime())
  for (const { words } of query.phrases) for (const terms of words) keepHaving(timeline, keep, terms)
  if (query.excluded.length > 0) {
    const excluded = placesOf(timeline, query.excluded)
    keep((place) => excluded[place] === 0)
  }
  for (const { text } of query.phrases) keep((place) => textOf(timeline, place).includes(text))
  return passes
}

function passAll(query: Query, { types, tags, since, until, path }: Filters): boolean {
  const asked = [types ?? [], tags ?? [], query.types, query.tags, query.phrases, query.excluded]
  return !since && !until && path === undefined && asked.every((some) => some.length === 0)
}

/** Title and body as phrases are looked for in them. */
export function textOf(timeline: Timeline, place: number): string {
  const { title, body } = timeline.entry(place).memory
  return foldText(`${title ?? ''}\n${body}`)
}

/** A path in a text is one term, in lower case. */
function pathTerms(path: string): string[] {
  const anchored = pathTerm(path)
  return [anchored, anchored.slice(1).toLowerCase()]
}

type Keep = (test: (place: number) => boolean) => void

function keepHaving(timeline: Timeline, keep: Keep, terms: readonly string[]): void {
  const having = placesOf(timeline, terms)
  keep((place) => having[place] === 1)
}

function placesOf(timeline: Timeline, terms: readonly string[]): Uint8Array {
  const places = new Uint8Array(timeline.count)
  for (const term of terms) {
    const docs = timeline.postings(term)?.docs ?? []
    for (let i = 0; i < docs.length; i++) places[docs[i]!] = 1
  }
  return places
}
