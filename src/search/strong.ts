/**
 * Hits that are worth telling unasked. Recall answers a question as well as it can; a prompt is no question, and most prompts have
 * nothing to do with any memory. So here words are weighed by what they give away, and a memory must have enough of them itself:
 * see docs/agents.md#what-is-strong, with how often this is right. Pure.
 */
import { EVERYDAY } from './everyday-words.js'
import { filterDocuments, type Filters } from './filter.js'
import { parseQuery } from './query.js'
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
  everyday: 0.2,
  /** A name out of code, found whole. */
  name: 1.3,
  /** One that says all by itself: a long one, a code of an error. */
  specific: 2,
  /** A part of such a name. */
  part: 0.5,
  /** In the title or among the tags. */
  topic: 1.2,
  /** Evidence needed, and how much more for each word that the text has beyond a few. */
  least: 1.75,
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

export function searchStrong(
  parts: readonly IndexPart[],
  text: string,
  options: Filters & { limit: number },
): StrongHit[] {
  const words = wordsOf(text)
  const timeline = new Timeline(parts)
  const evidence = new Float64Array(timeline.count)
  const found = new Map<number, string[]>()
  for (const { text: word, terms } of words) {
    const here = new Map<number, number>()
    for (const [term, weight] of terms) {
      const postings = timeline.postings(term)
      if (!postings) continue
      const { docs, counts } = postings
      const rarity = idfOf(timeline.count, docs.length) / idfOf(timeline.count, 1)
      for (let i = 0; i < docs.length; i++) {
        const isTopic = (counts[i]! & 0xffff) !== 0
        const worth = weight * Math.min(1, rarity) * (isTopic ? STRENGTH.topic : 1)
        if (worth > (here.get(docs[i]!) ?? 0)) here.set(docs[i]!, worth)
      }
    }
    for (const [place, worth] of here) {
      evidence[place]! += worth
      const known = found.get(place)
      if (known) known.push(word)
      else found.set(place, [word])
    }
  }
  const needed = neededFor(words)
  const strong = [...found].filter(([place]) => evidence[place]! >= needed)
  if (strong.length === 0) return []
  const passes = filterDocuments(
    timeline,
    parseQuery('', () => false),
    options,
  )
  return strong
    .filter(([place]) => !passes || passes[place] === 1)
    .toSorted(([a], [b]) => evidence[b]! - evidence[a]! || b - a)
    .slice(0, options.limit)
    .map(([place, met]) => ({ entry: timeline.entry(place), evidence: evidence[place]!, words: met }))
}

/** A long text meets more memories by chance. */
function neededFor(words: readonly Word[]): number {
  const telling = words.filter(({ terms }) => terms.some(([, weight]) => weight >= 1)).length
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
