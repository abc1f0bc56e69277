/** What of a memory is searched, and under which keys it is looked up. */
import { isMemoryId, secondsOf } from '../memory/id.js'
import { linksOf } from '../memory/links.js'
import type { Memory } from '../memory/memory.js'
import { normaliseText } from '../memory/text.js'
import { tokenize } from './tokens.js'

export const FIELDS = ['title', 'tags', 'body', 'paths'] as const

/** Exact values that filters ask for, kept as terms that no text can produce. */
export const tagTerm = (tag: string): string => `#${tag.toLowerCase()}`
export const pathTerm = (path: string): string => `@${path.replace(/^(?:\.\/)+|\/+$/g, '')}`

/** The target of a link, as it was written. */
export const linkTerm = (to: string): string => `>${to.toLowerCase()}`
/** Of a variant that a merge kept: somebody should resolve it. */
export const CONFLICT_TERM = '!conflicts'

export const idKey = (id: string): string => `id:${id}`
export const textKey = (body: string): string => `text:${normaliseText(body)}`
export const titleKey = (title: string): string => `title:${normaliseText(title)}`

/** Every key that finds this memory: its id, its aliases, its title, and what it says. */
export function keysOf(memory: Memory): string[] {
  const titles = memory.title === undefined ? [] : [titleKey(memory.title)]
  return [
    ...new Set([idKey(memory.id), ...(memory.aliases ?? []).map(idKey), ...titles, textKey(memory.body)]),
  ]
}

export interface FieldTerms {
  fields: string[][]
  length: number
  exact: string[]
}

/** The terms of each field, in the order of FIELDS. The first line of a longer text counts as its title. */
export function termsOf(memory: Memory): FieldTerms {
  const firstLine = memory.body.indexOf('\n')
  const title = memory.title ?? (firstLine > 0 ? memory.body.slice(0, firstLine) : '')
  const body = tokenize(memory.body)
  const anchors = memory.anchors ?? []
  const paths = anchors.map((anchor) => `${anchor.path} ${anchor.symbol ?? ''}`).join('\n')
  return {
    fields: [
      title === '' ? [] : tokenize(title).terms,
      memory.tags.flatMap((tag) => tokenize(tag).terms),
      body.terms,
      paths === '' ? [] : tokenize(paths).terms,
    ],
    length: body.length,
    exact: [
      ...memory.tags.map(tagTerm),
      ...anchors.flatMap((anchor) => pathTerms(anchor.path)),
      ...linksOf(memory).map(({ to }) => linkTerm(to)),
      ...(memory.conflicts === undefined ? [] : [CONFLICT_TERM]),
    ],
  }
}

/** A path and the directories above it, so that `--path src` finds what is anchored in src/db.ts. */
function pathTerms(path: string): string[] {
  const whole = pathTerm(path)
  const terms = [whole]
  for (let at = whole.indexOf('/'); at > 1; at = whole.indexOf('/', at + 1)) terms.push(whole.slice(0, at))
  return terms
}

const DAY = 86_400

/**
 * When a memory was made, in seconds: its place among its neighbours. Where only a date was kept, the id still knows the
 * second of that day.
 */
export function timeOf(memory: Memory): number {
  const created = Math.floor(Date.parse(memory.created) / 1000)
  if (!(created > 0)) return 0
  const drawn = isMemoryId(memory.id) ? secondsOf(memory.id) : 0
  const sameDay = created % DAY === 0 && drawn >= created && drawn < created + DAY
  return Math.min(sameDay ? drawn : created, 0xffffffff)
}
