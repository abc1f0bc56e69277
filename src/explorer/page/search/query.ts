/** What is searched for: in the address as parameters, towards the server as those of recall. */
import type { Params } from '../data/source.js'

export const EVERYWHERE = '*'
export const AGES: Record<string, string> = {
  '1 day': '1 day ago',
  '1 week': '1 week ago',
  '1 month': '1 month ago',
  '3 months': '3 months ago',
  '1 year': '1 year ago',
}

export interface Filters {
  q?: string
  type?: string
  tag?: string
  line?: string
  author?: string
  age?: string
  trust?: string
  stale?: string
}

const FILTERS = ['type', 'tag', 'line', 'author', 'age', 'trust', 'stale'] as const
export type FilterName = (typeof FILTERS)[number]

export const isFiltered = (filters: Filters): boolean => FILTERS.some((name) => filters[name])
export const NO_FILTERS: Record<FilterName, undefined> = {
  type: undefined,
  tag: undefined,
  line: undefined,
  author: undefined,
  age: undefined,
  trust: undefined,
  stale: undefined,
}

export function recallParams(filters: Filters, limit: number): Params {
  const { q, type, tag, line, author, age, trust, stale } = filters
  return {
    query: q,
    type,
    tags: tag === undefined ? undefined : [tag],
    ...(line === EVERYWHERE ? { everywhere: true } : { line }),
    author,
    since: age === undefined ? undefined : AGES[age],
    trust,
    stale: stale !== undefined,
    limit,
  }
}
