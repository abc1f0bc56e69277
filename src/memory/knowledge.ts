/**
 * WHAT an article of knowledge is: something worth explaining, with a title and tags to find it by. Pure. It is stored at
 * `knowledge/<slug>.md`; the slug is made from the title when the article is first stored, and stays when the title changes.
 */
import { RalphError } from '../errors.js'
import { cutPrivate } from './private.js'
import { cleanBody, MAX_BODY_BYTES, normaliseTags } from './text.js'
import { fourDigits } from './variant.js'

export type Slug = string

export interface Article {
  /** One line. */
  title: string
  /** At least one; trimmed, lower case, unique, in the order first given. */
  tags: string[]
  /** Name of the feature it was learnt for. */
  feature?: string
  /** `2026-02-17T12:00:00Z`; unknown for a file that someone else wrote without it. */
  createdAt?: string
  /** Set once it was edited. */
  updated?: string
  /** Set on a variant kept by a merge: the slug of the article whose text won. */
  conflicts?: Slug
  /** Without trailing newline. */
  body: string
  /** Front matter keys we do not know, kept on rewrite in their order. */
  extra?: Record<string, unknown>
}

/** An article and where it is stored. */
export interface Entry {
  slug: Slug
  article: Article
}

/** What a writer gives; the rest is ours to set. */
export interface Draft {
  title: string
  tags: readonly string[]
  feature?: string
  body: string
  extra?: Record<string, unknown>
}

const SLUG_CHARACTERS = 80
/** File systems allow 255 bytes in a name; room is left for an ending. */
const SLUG_BYTES = 200
const TITLE_CHARACTERS = 200

/** Lower case, every run of other characters than letters and digits (of any script) a hyphen, at most 80 characters; never empty. */
export function slugOf(title: string): Slug {
  const words = sameTitle(title)
    // Marks belong to the letter before them, as the vowels of Devanagari.
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, '-')
    .replace(/(^|-)\p{M}+/gu, '$1')
    .replace(/-{2,}/g, '-')
    .replace(/^-/, '')
  let slug = ''
  let bytes = 0
  for (const character of Array.from(words).slice(0, SLUG_CHARACTERS)) {
    bytes += Buffer.byteLength(character)
    if (bytes > SLUG_BYTES) break
    slug += character
  }
  return slug.replace(/-$/, '') || `article-${fourDigits(sameTitle(title))}`
}

export function isSlug(text: string): boolean {
  return text !== '' && slugOf(text) === text
}

export function pathOfSlug(slug: Slug): string {
  return `knowledge/${slug}.md`
}

/** The slug that a path of a line's tree names, or undefined when the path is not one we would have written. */
export function slugOfPath(path: string): Slug | undefined {
  const slug = /^knowledge\/([^/]+)\.md$/.exec(path)?.[1]
  return slug !== undefined && isSlug(slug) ? slug : undefined
}

/** The same slug for the same title on every clone, also where another title has taken the plain one. */
export function freeSlug(title: string, isTaken: (slug: Slug) => boolean): Slug {
  const plain = slugOf(title)
  if (!isTaken(plain)) return plain
  for (let attempt = 0; ; attempt++) {
    const slug = extendSlug(plain, fourDigits(`${sameTitle(title)}\n${attempt}`))
    if (!isTaken(slug)) return slug
  }
}

/** `<slug>-<digits>`, within the length of a slug. */
export function extendSlug(slug: Slug, digits: string): Slug {
  const room = SLUG_CHARACTERS - digits.length - 1
  return slugOf(`${Array.from(slug).slice(0, room).join('')}-${digits}`)
}

/** Titles are compared without regard to case. */
export function sameTitle(title: string): string {
  return title.normalize('NFC').toLowerCase().normalize('NFC')
}

type Checked = Pick<Article, 'title' | 'tags' | 'feature' | 'body' | 'extra'>

/** Cleans what a writer gave, or says what is wrong with it. Texts beyond the limit are cut. */
export function checkDraft(draft: Draft): Checked {
  const whole = checkWhole(draft)
  return { ...whole, body: cutBody(whole.body) }
}

/** The same for what was written elsewhere, whose text is kept whole. */
export function checkWhole(draft: Draft): Checked {
  const title = oneLine(draft.title)
  const feature = oneLine(draft.feature ?? '')
  const tags = normaliseTags(draft.tags)
  const body = cleanBody(cutPrivate(cleanBody(draft.body)))
  const example = 'git ralph know add --title "Cargo bench requires nightly" --tags cargo "what was learnt"'
  const refuse = (what: string, hint = example): never => {
    throw new RalphError('bad-content', what, { hint })
  }
  if (title === '') refuse('an article needs a title')
  if (tags.length === 0) refuse('an article needs at least one tag')
  if (body.trim() === '') refuse('nothing to store: the article is empty')
  if (Buffer.byteLength(body) > MAX_BODY_BYTES)
    refuse(`the article has more than ${MAX_BODY_BYTES} bytes`, 'split it into several articles')
  return { title, tags, ...(feature && { feature }), body, ...(draft.extra && { extra: draft.extra }) }
}

function oneLine(text: string): string {
  return Array.from(cleanBody(text.replace(/\s+/g, ' ')))
    .slice(0, TITLE_CHARACTERS)
    .join('')
    .trim()
}

const BODY_WORDS = 500
/** For scripts that put no spaces between words, and for what a briefing of 2,000 tokens could never hold. */
const BODY_CHARACTERS = 6000
export const CUT = '[truncated]'

/** The first 500 words or so, as they stand, and a mark that there was more. Cutting again changes nothing. */
export function cutBody(body: string): string {
  const whole = body.endsWith(`\n${CUT}`) ? body.slice(0, -CUT.length).trimEnd() : body
  const words = /\S+/g
  let end = 0
  for (let n = 0; n < BODY_WORDS && words.exec(whole); n++) end = words.lastIndex
  const kept = Array.from(whole.slice(0, end)).slice(0, BODY_CHARACTERS).join('').trimEnd()
  if (kept === whole.trimEnd()) return body
  // A code block that is left open would swallow what is printed after it.
  const isOpen = (kept.match(/^ {0,3}```/gm) ?? []).length % 2 === 1
  return `${kept}${isOpen ? '\n```' : ''}\n\n${CUT}`
}
