/** What text may be stored, and when two texts say the same. */
import { RalphError } from '../errors.js'
import { cutPrivate } from './private.js'

/** Larger texts are articles or files, not memories; a briefing could never hold one. */
export const MAX_BODY_BYTES = 64 * 1024
/** A memory with its front matter: what is larger on a line was not written by us. */
export const MAX_FILE_BYTES = 256 * 1024
export const MAX_TAGS = 32
const MAX_TAG_LENGTH = 64

// Control characters other than tab and newline, and the invisible marks that reorder or hide text (bidi overrides, isolates,
// zero-width spaces, tags): a terminal or a reader would show something else than what an agent is told. The joiners that some
// scripts and emoji need stay.
const UNSEEN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u180e\u200b\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff\ufffe\uffff\u{e0000}-\u{e007f}]/gu

/** Text as it is stored: LF, no unseen characters, no blank lines around it, no spaces at the ends of lines' last one. */
export function cleanBody(text: string): string {
  return text
    .replace(/\r\n?|[\u2028\u2029]/g, '\n')
    .replace(UNSEEN, '')
    .replace(/^(?:[ \t]*\n)+/, '')
    .trimEnd()
    .toWellFormed()
}

/** Cleans the text of a new memory, or says what is wrong with it. */
export function checkBody(text: string): string {
  const body = cleanBody(cutPrivate(cleanBody(text)))
  if (body.trim() === '') {
    const why = text.trim() === '' ? 'the content is empty' : 'all of it is private, or cannot be seen'
    throw new RalphError('bad-content', `nothing to remember: ${why}`, {
      hint: 'git ralph remember "what was learnt"',
    })
  }
  const bytes = Buffer.byteLength(body)
  if (bytes > MAX_BODY_BYTES) {
    throw new RalphError(
      'bad-content',
      `the content has ${bytes} bytes, more than the ${MAX_BODY_BYTES} a memory may have`,
      {
        hint: 'keep the one thing worth remembering, or split it into several memories',
      },
    )
  }
  return body
}

/** Bytes from a file or standard input as text; binary input and broken UTF-8 are refused rather than mangled. */
export function decodeText(bytes: Uint8Array, source: string): string {
  if (bytes.includes(0)) throw new RalphError('bad-content', `${source} is binary, not text`)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    throw new RalphError('bad-content', `${source} is not valid UTF-8`, {
      hint: 'convert it first, e.g. with `iconv -t utf-8`',
      cause,
    })
  }
}

/** A title as it is stored: one line, clean; undefined for an empty one. */
export function cleanTitle(title: string | undefined): string | undefined {
  return cleanBody((title ?? '').replace(/\s+/g, ' ')).trim() || undefined
}

/** `Docker, database ,docker` → `docker`, `database`. */
export function parseTags(list: string | readonly string[]): string[] {
  const given = typeof list === 'string' ? list.split(',') : list.flatMap((item) => item.split(','))
  return normaliseTags(given)
}

/** Trimmed, lower case, unique. Characters that would end the comment tags are rendered in are dropped. */
export function normaliseTags(tags: readonly string[]): string[] {
  const clean = tags.map((tag) =>
    cleanBody(tag)
      .replace(/[\n|,<>]+/g, ' ')
      .replace(/-{2,}/g, '-')
      .replace(/\s+/g, ' ')
      .trim()
      .toLowerCase()
      .slice(0, MAX_TAG_LENGTH)
      .trim(),
  )
  return [...new Set(clean.filter((tag) => tag !== ''))].slice(0, MAX_TAGS)
}

/**
 * Two memories say the same when this is equal: case, white space, and punctuation at the end do not matter. An equivalence,
 * so that folding duplicates does not depend on the order of merges.
 */
export function normaliseText(body: string): string {
  const text = body.normalize('NFC').toLowerCase().replace(/\s+/g, ' ').trim()
  // A text of nothing but such punctuation says something else than another one.
  return text.replace(/[ .!\u3002]+$/, '') || text
}

/** `2025-01-21T10:00:00Z`: the form in which times are stored. */
export function renderTime(time: Date): string {
  return `${time.toISOString().slice(0, 19)}Z`
}
