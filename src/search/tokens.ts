/**
 * Text → search terms, the same for documents and for questions: see docs/search.md#tokens.
 *
 * An English word becomes its stem; stop words vanish. A name out of code becomes several terms: the whole of it in lower case,
 * and its parts (`src/api/user_service.ts` → itself, `user_service.ts`, `user_service`, `userservice`, `src`, `api`, `user`,
 * `servic`, `ts`). Korean words lose their particle and add their syllable pairs as weaker terms (marked `~`); Chinese and
 * Japanese become pairs of characters.
 */
import { koreanStem } from './korean.js'
import { stemOf } from './lunr.js'

/** Part of every segment's version: change it with anything that changes the terms of a text. */
export const TOKENS_VERSION = 2

/** Marks a pair of syllables: evidence, but weaker than a word. */
export const GRAM = '~'

// Letters that make words, by code unit ranges: cheaper to compile than \p{L}. Hangul, and the scripts written without
// spaces, are runs of their own.
const LETTER =
  'A-Za-z0-9_$\\u00aa\\u00b5\\u00ba\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u10ff\\u1200-\\u1fff\\u2c00-\\u2dff\\ua640-\\ua97f\\uab30-\\uabff'
const HANGUL = '\\u1100-\\u11ff\\u3131-\\u318e\\uac00-\\ud7a3'
const IDEOGRAPH = '\\u3005-\\u3007\\u3041-\\u3096\\u30a1-\\u30fc\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff'
const RUNS = new RegExp(
  `([${LETTER}]+(?:[-./\\\\:@+#&]+[${LETTER}]+)*)|([${HANGUL}]+)|([${IDEOGRAPH}]+)|([\\ud800-\\udbff][\\udc00-\\udfff])`,
  'g',
)
const NOT_ASCII = /[^\u0000-\u007f]/ // oxlint-disable-line no-control-regex
const APOSTROPHE = /(?:n['\u2019]t|['\u2019](?:s|d|m|re|ve|ll))(?![A-Za-z])/g
const PLAIN = /^(?:[A-Z]?[a-z]+|[A-Z]+)$/
const LONGEST = 128

export interface Tokens {
  terms: string[]
  /** Words met, without stop words and whatever their parts: what "length" means in scoring. */
  length: number
}

export function tokenize(text: string): Tokens {
  const tokens: Tokens = { terms: [], length: 0 }
  const plain = composed(text).replace(APOSTROPHE, '')
  let afterName = false
  for (const [run, name, hangul, ideographs] of plain.matchAll(RUNS)) {
    const before = tokens.terms.length
    if (name !== undefined) addName(tokens.terms, name)
    else if (hangul !== undefined) addHangul(tokens.terms, hangul, afterName)
    else if (ideographs !== undefined) addPairs(tokens.terms, ideographs, '')
    else tokens.terms.push(run)
    if (tokens.terms.length > before)
      tokens.length += ideographs === undefined ? 1 : tokens.terms.length - before
    afterName = name !== undefined
  }
  return tokens
}

/** One spelling of each character. Plain text has only one, and loading the tables for the others takes its time. */
export function composed(text: string): string {
  return NOT_ASCII.test(text) ? text.normalize('NFKC') : text
}

function addName(terms: string[], name: string): void {
  if (PLAIN.test(name)) return addWord(terms, name.toLowerCase())
  if (name.length > LONGEST) return addSegments(terms, name.slice(0, LONGEST * 8))
  const lower = name.toLowerCase()
  if (/^[0-9]+$/.test(name)) {
    terms.push(lower)
    return
  }
  const found: string[] = [lower]
  if (/^v\d+(?:\.\d+)+/.test(lower)) found.push(lower.slice(1))
  const base = lower.slice(Math.max(lower.lastIndexOf('/'), lower.lastIndexOf('\\')) + 1)
  // Marks in front are those of filters.
  found.push(base.replace(/^[-.:@+#&]+/, ''))
  addSegments(found, name)
  for (const term of new Set(found)) terms.push(term)
}

/** The identifiers of a path, a dotted name or a flag, whole and in parts. */
function addSegments(terms: string[], name: string): void {
  for (const segment of name.split(/[/\\.:@+#&]+/)) {
    if (segment === '' || segment.length > LONGEST) continue
    const lower = segment.toLowerCase()
    if (PLAIN.test(segment)) {
      addWord(terms, lower)
      continue
    }
    if (lower.length > 1) terms.push(lower)
    if (/^[0-9a-f]{7,}$/.test(lower) && /\d/.test(lower)) continue
    const parts = partsOf(segment)
    if (parts.length < 2) {
      if (parts[0] !== undefined && parts[0] !== lower) addWord(terms, parts[0])
      continue
    }
    terms.push(parts.join(''))
    for (const part of parts) addWord(terms, part)
  }
}

/** `getUserByID2` → get, user, by, id2: at `_`, `-`, `$` and where the case changes; letters before digits also alone. */
function partsOf(segment: string): string[] {
  const parts: string[] = []
  for (const piece of segment.split(/[-_$]+/)) {
    const words = piece.replace(/([a-z0-9])([A-Z])/g, '$1 $2').replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    for (const word of words.split(' ')) {
      if (word === '') continue
      const lower = word.toLowerCase()
      const mixed = /^([a-z]{2,})(\d{2,})$/.exec(lower)
      if (mixed) parts.push(mixed[1]!, mixed[2]!)
      else parts.push(lower)
    }
  }
  return parts
}

function addWord(terms: string[], word: string): void {
  const stem = /^[a-z]+$/.test(word) ? stemOf(word) : word
  if (stem !== '') terms.push(stem)
}

function addHangul(terms: string[], word: string, afterName: boolean): void {
  // After a name or a number a single syllable is its particle or unit: `API는`.
  if (afterName && word.length === 1) return
  terms.push(koreanStem(word))
  addPairs(terms, word, GRAM)
}

function addPairs(terms: string[], run: string, mark: string): void {
  if (run.length === 1) terms.push(mark + run)
  for (let i = 0; i + 1 < run.length; i++) terms.push(mark + run.slice(i, i + 2))
}
