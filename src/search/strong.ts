/**
 * Hits that are worth telling unasked. Recall answers a question as well as it can; a prompt is no question, and most prompts have
 * nothing to do with any memory. So here words are weighed by what they give away, and a memory must have enough of them itself:
 * see docs/agents.md#what-is-strong, with how often this is right. Pure.
 */
import { MEMORY_TYPES, type MemoryType } from '../memory/memory.js'
import { EVERYDAY } from './everyday-words.js'
import { idfOf } from './weights.js'
import type { Entry, IndexPart } from './segment.js'
import { Timeline } from './timeline.js'
import { GRAM, tokenize } from './tokens.js'

export interface StrongHit {
  entry: Entry
  /** How much of the text speaks for it: 1 is a rare word. */
  evidence: number
  /** The words of the text that it has. */
  words: string[]
}

/** Chosen on one half of the prompts that docs/agents.md reports the other half of. */
export const STRENGTH = {
  /** What an everyday word of programming counts against another. */
  everyday: 0.25,
  /** A name out of code, found whole. */
  name: 1.3,
  /** One that says all by itself: a long one, a code of an error. */
  specific: 2,
  /** A part of such a name. */
  part: 0.5,
  /** In the title or among the tags. */
  topic: 1.2,
  /** Evidence needed, and how much more for each word that the text has beyond a few. */
  least: 1.6,
  perWord: 0.1,
  fewWords: 5,
  mostWords: 30,
}

/** Of a long text the beginning says what it is about. */
const LONGEST = 4_000
const MOST_WORDS = 60

const NAME = /[A-Za-z]\d|\d[A-Za-z]|[a-z][A-Z]|[A-Za-z][_./\\:@]+[A-Za-z]/
const SPECIFIC =
  /[A-Z]{7,}|[A-Za-z]_\w{5,}|\w{5,}_[A-Za-z]|[a-z]{3,}[A-Z]\w{4,}|[A-Za-z]+\d{3,}|0x[\da-fA-F]{3,}|\w{3,}[/:@]\S*[/.:@]\w+|\w{6,}[/.:@]\w{4,}/

interface Word {
  text: string
  /** Each with what it counts. */
  terms: [string, number][]
}

export interface StrongOptions {
  limit: number
  types?: readonly MemoryType[]
}

export function searchStrong(
  parts: readonly IndexPart[],
  text: string,
  { limit, types }: StrongOptions,
): StrongHit[] {
  const words = wordsOf(text)
  const needed = neededFor(words)
  const timeline = new Timeline(parts)
  const evidence = new Evidence(timeline)
  for (const word of words.filter(isTelling)) evidence.add(word)
  // Everyday words are in a good part of all memories, and mostly cannot make one strong.
  const everyday = words.filter((word) => !isTelling(word))
  const most = everyday.reduce((sum, word) => sum + mostOf(word), 0)
  if (evidence.atLeast(needed - most).length === 0) return []
  for (const word of everyday) evidence.add(word)
  const typeOf = types && timeline.types()
  return evidence
    .atLeast(needed)
    .filter((place) => !typeOf || types.includes(MEMORY_TYPES[typeOf[place]!]!))
    .toSorted((a, b) => evidence.of(b) - evidence.of(a) || b - a)
    .slice(0, limit)
    .map((place) => ({
      entry: timeline.entry(place),
      evidence: evidence.of(place),
      words: evidence.wordsOf(place),
    }))
}

const isTelling = ({ terms }: Word): boolean => terms.some(([, weight]) => weight >= 1)
const mostOf = ({ terms }: Word): number => Math.max(...terms.map(([, weight]) => weight)) * STRENGTH.topic

/** What speaks for each document. In arrays by place: a prompt meets thousands of documents, and almost none is strong. */
class Evidence {
  readonly #timeline: Timeline
  readonly #sums: Float64Array
  /** What the word just added counts in each place; 0 again once it is summed up. */
  readonly #worth: Float64Array
  readonly #met: { word: string; docs: ArrayLike<number> }[] = []

  constructor(timeline: Timeline) {
    this.#timeline = timeline
    this.#sums = new Float64Array(timeline.count)
    this.#worth = new Float64Array(timeline.count)
  }

  /** Of the terms of a word the one that counts most. */
  add({ text, terms }: Word): void {
    const { count } = this.#timeline
    const [sums, worth] = [this.#sums, this.#worth]
    const met: ArrayLike<number>[] = []
    for (const [term, weight] of terms) {
      const postings = this.#timeline.postings(term)
      if (!postings) continue
      const { docs, counts } = postings
      const whole = weight * Math.min(1, idfOf(count, docs.length) / idfOf(count, 1))
      const topic = whole * STRENGTH.topic
      for (let i = 0; i < docs.length; i++) {
        const place = docs[i]!
        const here = (counts[i]! & TOPIC_FIELDS) === 0 ? whole : topic
        if (here <= worth[place]!) continue
        sums[place]! += here - worth[place]!
        worth[place] = here
      }
      met.push(docs)
    }
    for (const docs of met) {
      this.#met.push({ word: text, docs })
      for (let i = 0; i < docs.length; i++) worth[docs[i]!] = 0
    }
  }

  atLeast(needed: number): number[] {
    const places: number[] = []
    const sums = this.#sums
    for (let place = 0; place < sums.length; place++) if (sums[place]! >= needed) places.push(place)
    return places
  }

  of(place: number): number {
    return this.#sums[place]!
  }

  wordsOf(place: number): string[] {
    const met = this.#met.filter(({ docs }) => Array.prototype.includes.call(docs, place))
    return [...new Set(met.map(({ word }) => word))]
  }
}

/** The bytes of title and tags in the counts of a posting. */
const TOPIC_FIELDS = 0xffff

/** A long text meets more memories by chance. */
function neededFor(words: readonly Word[]): number {
  const telling = words.filter(isTelling).length
  const more = Math.max(0, Math.min(telling, STRENGTH.mostWords) - STRENGTH.fewWords)
  return STRENGTH.least + STRENGTH.perWord * more
}

function wordsOf(text: string): Word[] {
  const words = new Map<string, Word>()
  for (const piece of text.toWellFormed().slice(0, LONGEST).split(/\s+/)) {
    if (words.size >= MOST_WORDS) break
    const terms = tokenize(piece).terms.filter((term) => !term.startsWith(GRAM))
    if (terms.length === 0) continue
    // What is written without spaces: each pair of characters stands for itself.
    if (/^[\u3005-\u9fff\uf900-\ufaff]/.test(terms[0]!)) {
      for (const term of terms) words.set(term, { text: term, terms: [[term, 0.5]] })
    } else if (!words.has(terms[0]!)) words.set(terms[0]!, { text: terms[0]!, terms: weighed(piece, terms) })
  }
  return [...words.values()]
}

/** A name counts whole, its parts as words; one that nobody writes by chance counts most. */
function weighed(piece: string, terms: readonly string[]): [string, number][] {
  const [whole, ...parts] = [...new Set(terms)]
  const plain = (term: string): number => (EVERYDAY.has(term) ? STRENGTH.everyday : 1)
  const weight = SPECIFIC.test(piece) ? STRENGTH.specific : NAME.test(piece) ? STRENGTH.name : plain(whole!)
  return [[whole!, weight], ...parts.map((term): [string, number] => [term, plain(term) * STRENGTH.part])]
}
