/** The words of a question → the terms that memories have. */
import { expand } from './expand.js'
import type { Query } from './query.js'
import type { Term } from './scoring.js'
import type { Timeline } from './timeline.js'
import { GRAM } from './tokens.js'

/** A word that no memory has, and what was looked for instead. */
export interface Replaced {
  word: string
  by: string[]
}

export interface LookedUp {
  /** The known terms of each word that has any. */
  words: string[][]
  terms: Term[]
  replaced: Replaced[]
}

const GRAM_BOOST = 0.3
const GUESS_BOOST = 0.5
/** Of a very long question the first terms are looked up, and the rarest of those are asked for. */
const MOST_READ = 256
const MOST_ASKED = 48
/** Each guess reads a good part of the dictionary. */
const MOST_GUESSED = 4

export function lookUp(timeline: Timeline, query: Query): LookedUp {
  const terms = new Map<string, Term>()
  const words: string[][] = []
  const replaced: Replaced[] = []
  const add = (term: string, boost: number): boolean => {
    if (terms.has(term)) return true
    const postings = terms.size < MOST_READ ? timeline.postings(term) : undefined
    if (postings) terms.set(term, { term, boost, postings })
    return postings !== undefined
  }
  for (const word of query.words) {
    const known = word.filter((term) => add(term, term.startsWith(GRAM) ? GRAM_BOOST : 1))
    if (known.some((term) => !term.startsWith(GRAM))) {
      words.push(known)
    } else if (replaced.length < MOST_GUESSED && terms.size < MOST_READ) {
      const by = expand(timeline, word).filter((term) => add(term, GUESS_BOOST))
      if (by.length > 0) replaced.push({ word: word[0]!, by })
      if (known.length + by.length > 0) words.push([...known, ...by])
    }
  }
  const rarest = [...terms.values()].toSorted(
    (a, b) => a.postings.docs.length - b.postings.docs.length || (a.term < b.term ? -1 : 1),
  )
  return { words, terms: rarest.slice(0, MOST_ASKED), replaced }
}
