/** What `recall` and `facets` answer, out of the heads of an exported site. Pure. */
import type { Head, Site } from '../../../site/shapes.js'
import type { Params } from '../source.js'
import type { OnLine } from './on-lines.js'

const DAY_MS = 86_400_000
const DAYS: Record<string, number> = { day: 1, week: 7, month: 30, year: 365 }

export interface Shelf {
  site: Site
  heads: readonly Head[]
  on: OnLine
}

/** `scores` are those of the question; without a question the newest come first. */
export function recallFrom(
  { site, heads, on }: Shelf,
  params: Params,
  scores: ReadonlyMap<number, number> | undefined,
  now: number,
): object {
  const numbers = params['everywhere'] ? newestOfEach(heads) : [...on(String(params['line'] ?? site.branch))]
  const passes = filterOf(params, now)
  const hits = numbers.filter((number) => (scores ? scores.has(number) : true) && passes(heads[number]!))
  hits.sort((a, b) => (scores?.get(b) ?? 0) - (scores?.get(a) ?? 0) || b - a)
  const shown = hits.slice(0, Number(params['limit'] ?? hits.length))
  const branchesOf = (number: number): string[] =>
    site.lines.filter(({ branch }) => on(branch).has(number)).map(({ branch }) => branch)
  return {
    branch: String(params['line'] ?? site.branch),
    total: hits.length,
    elsewhere: [],
    hits: shown.map((number) => ({
      ...heads[number],
      score: scores?.get(number) ?? 0,
      ...(params['everywhere'] && { branches: branchesOf(number) }),
    })),
  }
}

/** A memory that differs between lines is shown once, as it was last written. */
function newestOfEach(heads: readonly Head[]): number[] {
  const newest = new Map<string, number>()
  const time = (number: number): string => heads[number]!.updated ?? heads[number]!.created
  heads.forEach(({ id }, number) => {
    const known = newest.get(id)
    if (known === undefined || time(number) > time(known)) newest.set(id, number)
  })
  return [...newest.values()]
}

function filterOf(params: Params, now: number): (head: Head) => boolean {
  const { type, author, trust, stale } = params
  const tags = (params['tags'] ?? []) as string[]
  const since = sinceOf(String(params['since'] ?? ''), now)
  const part = typeof author === 'string' ? author.toLowerCase() : undefined
  return (head) =>
    (type === undefined || head.type === type) &&
    (tags.length === 0 || tags.some((tag) => head.tags.includes(tag))) &&
    (part === undefined || (head.author ?? '').toLowerCase().includes(part)) &&
    (trust === undefined || head.trust === trust) &&
    (!stale || head.code !== undefined) &&
    (since === undefined || Date.parse(head.created) >= since)
}

function sinceOf(text: string, now: number): number | undefined {
  const [, count, unit] = /^(\d+) (day|week|month|year)s? ago$/.exec(text) ?? []
  return unit === undefined ? undefined : now - Number(count) * DAYS[unit]! * DAY_MS
}

export function facetsFrom({ site, heads, on }: Shelf, params: Params): object {
  const wanted = params['everywhere']
    ? heads
    : [...on(String(params['line'] ?? site.branch))].map((n) => heads[n]!)
  return {
    tags: counted(wanted.flatMap(({ tags }) => tags)),
    authors: counted(wanted.flatMap(({ author }) => author ?? [])),
    trust: counted(wanted.flatMap(({ trust }) => trust ?? [])),
    branches: site.lines.map(({ branch }) => ({ name: branch, count: on(branch).size })),
  }
}

function counted(names: readonly string[]): { name: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => ({ name, count })).toSorted((a, b) => b.count - a.count)
}
