/** What a memory refers to: links it was given, what it replaced, and `[[…]]` in its text. */
import { RalphError } from '../errors.js'
import type { Link, Memory } from './memory.js'

/** What people link with; others are kept as they are read. */
export const RELATIONS = ['related_to', 'discovered_in', 'affects', 'supersedes', 'contradicts'] as const
export const DEFAULT_RELATION = 'related_to'
/** How a memory stands to the code that it is anchored in. */
export const ANCHORED = 'discovered_in'

const MENTION = /\[\[([^[\]\n]{1,200})\]\]/g

/** What was said expressly counts before a mention in the text. */
export function linksOf(memory: Pick<Memory, 'body' | 'links' | 'supersedes' | 'conflicts'>): Link[] {
  const said: Link[] = [
    ...(memory.links ?? []),
    ...(memory.supersedes === undefined ? [] : [{ to: memory.supersedes, rel: 'supersedes' }]),
    ...(memory.conflicts === undefined ? [] : [{ to: memory.conflicts, rel: 'conflicts' }]),
  ]
  const links = new Map(said.map((link) => [`${link.rel} ${link.to}`, link]))
  const targets = new Set(said.map(({ to }) => to))
  for (const to of mentionsIn(memory.body)) {
    if (!targets.has(to)) links.set(to, { to, rel: DEFAULT_RELATION })
  }
  return [...links.values()]
}

/** The targets of `[[…]]`, without what stands behind a bar. */
export function mentionsIn(text: string): string[] {
  return [...text.matchAll(MENTION)].map(([, inner]) => inner!.split('|')[0]!.trim()).filter(Boolean)
}

export function checkRelation(rel: string): string {
  if (/^[a-z][a-z_-]{0,39}$/.test(rel)) return rel
  throw new RalphError('bad-usage', `'${rel}' is no relation`, {
    hint: `relations are ${RELATIONS.join(', ')}, or a word of your own in lower case`,
  })
}
