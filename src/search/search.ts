/**
 * Finds the memories that answer a question, best first. Pure: no git, no files, no clock. How it ranks, and how well, is
 * written in docs/search.md.
 */
import { expand } from './expand.js'
import { tagTerm } from './fields.js'
import { filterDocuments, textOf, type Filters } from './filter.js'
import { foldText, parseQuery, type Query } from './query.js'
import { Scoring, WEIGHTS, type Contribution, type Term } from './scoring.js'
import type { Entry, IndexPart } from './segment.js'
import { Timeline } from './timeline.js'
import { GRAM } from './tokens.js'

export interface SearchOptions extends Filters {
  /** Without it, all. */
  limit?: number
  /** For the mild preference of newer memories; without it there is none. */
  now?: Date
  /** Say of each hit how its score came about. */
  explain?: boolean
}

export interface Explanation {
  /** What each term adds in each field. `near` is the text of the memories made just before and after. */
  terms: Contribution[]
  /** What was added for reasons other than words. Terms and priors add up to the score. */
  priors: { name: 'all words' | 'exact phrase' | 'recent'; score: number }[]
}

export interface Hit {
  entry: Entry
  /** Higher is better; 0 when nothing was asked. Comparable within one answer only. */
  score: number
  explain?: Explanation
}

export interface SearchAnswer {
  hits: Hit[]
  /** How many there are without the limit. */
  total: number
  /** Words that no memory has, and what was looked for instead. */
  replaced: { word: string; by: string[] }[]
  /** What the question's operators were taken for. */
  understood: Pick<Query, 'types' | 'tags' | 'excluded'> & { phrases: string[] }
}

const GRAM_BOOST = 0.3
const GUESS_BOOST = 0.5
/** Of a very long question the rarest terms are asked for. */
const MOST_TERMS = 48
const MOST_READ = 256
const MOST_GUESSED_WORDS = 4

const ALL_WORDS = 0.1
const EXACT_PHRASE = 0.25
const RECENT = 0.05
const RECENT_HALF_LIFE_DAYS = 30
const DAY = 86_400_000

export function search(
  parts: readonly IndexPart[],
  question: string,
  options: SearchOptions = {},
): SearchAnswer {
  const timeline = new Timeline(parts)
  const query = parseQuery(question, (tag) => timeline.postings(tagTerm(tag)) !== undefined)
  const passes = filterDocuments(timeline, query, options)
  const limit = options.limit ?? timeline.count
  const { types, tags, excluded } = query
  const understood = { types, tags, excluded, phrases: query.phrases.map(({ text }) => text) }
  if (query.words.length === 0 && query.text.trim() === '') {
    return { ...newest(timeline, passes, limit), replaced: [], understood }
  }
  const { words, terms, replaced } = lookUp(timeline, query)
  const scoring = new Scoring(timeline, terms)
  const places = candidates(scoring.sums(), passes)
  const chosen = places.slice(0, Math.max(WEIGHTS.candidates, limit * 2))
  const scores = scoring.scores(chosen)
  const complete = havingAll(words, terms)
  const phrase = words.length > 1 ? foldText(query.text) : undefined
  const ranked = chosen
    .map((place) => {
      const base = scores.get(place) ?? 0
      const priors: Explanation['priors'] = []
      if (complete?.has(place)) {
        priors.push({ name: 'all words', score: base * ALL_WORDS })
        if (phrase !== undefined && textOf(timeline, place).includes(phrase)) {
          priors.push({ name: 'exact phrase', score: base * EXACT_PHRASE })
        }
      }
      if (options.now) {
        const days = Math.max(0, options.now.getTime() - timeline.times[place]! * 1000) / DAY
        priors.push({ name: 'recent', score: base * RECENT * 0.5 ** (days / RECENT_HALF_LIFE_DAYS) })
      }
      return { place, priors, score: priors.reduce((sum, prior) => sum + prior.score, base) }
    })
    .toSorted((a, b) => b.score - a.score || b.place - a.place)
  const hits = ranked.slice(0, limit).map(({ place, priors, score }): Hit => {
    const hit: Hit = { entry: timeline.entry(place), score }
    if (options.explain) hit.explain = { terms: scoring.explain(place), priors }
    return hit
  })
  return { hits, total: places.length, replaced, understood }
}

function newest(timeline: Timeline, passes: Uint8Array, limit: number): Pick<SearchAnswer, 'hits' | 'total'> {
  const hits: Hit[] = []
  let total = 0
  for (let place = timeline.count - 1; place >= 0; place--) {
    if (!passes[place]) continue
    if (total++ < limit) hits.push({ entry: timeline.entry(place), score: 0 })
  }
  return { hits, total }
}

/** The words that memories have, or have something like, and their terms. */
function lookUp(
  timeline: Timeline,
  query: Query,
): { words: string[][]; terms: Term[]; replaced: SearchAnswer['replaced'] } {
  const terms = new Map<string, Term>()
  const words: string[][] = []
  const replaced: SearchAnswer['replaced'] = []
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
    } else if (replaced.length < MOST_GUESSED_WORDS) {
      const by = expand(timeline, word).filter((term) => add(term, GUESS_BOOST))
      if (by.length > 0) {
        replaced.push({ word: word[0]!, by })
        words.push([...known, ...by])
      }
    }
  }
  const rarest = [...terms.values()].toSorted(
    (a, b) => a.postings.docs.length - b.postings.docs.length || (a.term < b.term ? -1 : 1),
  )
  return { words, terms: rarest.slice(0, MOST_TERMS), replaced }
}

/** Best first; of equals the newer. */
function candidates(sums: Float64Array, passes: Uint8Array): number[] {
  const places: number[] = []
  for (let place = 0; place < sums.length; place++) if (sums[place]! > 0 && passes[place]) places.push(place)
  return places.toSorted((a, b) => sums[b]! - sums[a]! || b - a)
}

/** The documents that have something of every word, when there are several words. */
function havingAll(words: readonly string[][], terms: readonly Term[]): Set<number> | undefined {
  if (words.length < 2) return undefined
  const byTerm = new Map(terms.map(({ term, postings }) => [term, postings.docs]))
  let having: Set<number> | undefined
  for (const word of words) {
    const places = new Set(word.flatMap((term) => byTerm.get(term) ?? []))
    having = having ? new Set([...having].filter((place) => places.has(place))) : places
  }
  return having
}
