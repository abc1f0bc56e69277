/** What only who wrote a memory, or its code, can tell: looked at after the search, so all hits are found first. */
import type { Found, RecallHit, RecallOptions } from './recall.js'

export type Narrowing = Pick<RecallOptions, 'author' | 'agent' | 'trustedAs' | 'stale'>

export function narrows({ author, agent, trustedAs, stale }: Narrowing): boolean {
  return author !== undefined || agent !== undefined || trustedAs !== undefined || stale === true
}

/** `limit` 0: all of them. */
export function narrow(found: Found, by: Narrowing, limit: number): Found {
  const fits = (hit: RecallHit): boolean =>
    contains(hit.provenance?.author, by.author) &&
    contains(hit.provenance?.agent, by.agent) &&
    (by.trustedAs === undefined || hit.trust === by.trustedAs) &&
    (!by.stale || hit.code !== undefined)
  const hits = found.hits.filter(fits)
  return {
    ...found,
    total: hits.length,
    hits: limit > 0 ? hits.slice(0, limit) : hits,
    elsewhere: (found.elsewhere ?? []).filter(fits),
    related: (found.related ?? []).filter(fits),
  }
}

/** As git's `--author`: a part of the name will do. */
function contains(name: string | undefined, part: string | undefined): boolean {
  return part === undefined || (name ?? '').toLowerCase().includes(part.toLowerCase())
}
