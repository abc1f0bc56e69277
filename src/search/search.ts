/**
 * Finds the memories that answer a question, best first. Pure: no git, no files, no clock. How it ranks, and how well, is
 * written in docs/search.md.
 */
import { tagTerm } from './fields.js'
import { filterDocuments, type Filters } from './filter.js'
import { lookUp, type Replaced } from './look-up.js'
import { Meaning, type MeaningOptions } from './meaning.js'
import { priorsFor, type Prior } from './priors.js'
import { parseQuery, type Query } from './query.js'
import { Scoring, type Contribution } from './scoring.js'
import type { Entry, IndexPart } from './segment.js'
import { Timeline } from './timeline.js'
import { WEIGHTS } from './weights.js'

export interface SearchOptions extends Filters {
  /** Without it, all. */
  limit?: number
  /** For the mild preference of newer memories; without it there is none. */
  now?: Date
  /** Say of each hit how its score came about. */
  explain?: boolean
  /** How near each document is to the question in meaning, where that is known. */
  meaning?: MeaningOptions
}

/** Terms and priors add up to the score. */
export interface Explanation {
  /** What each term adds in each field. `near` is the text of the memories made just before and after. */
  terms: Contribution[]
  priors: Prior[]
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
  replaced: Replaced[]
  /** What the question's operators were taken for. */
  understood: { types: Query['types']; tags: string[]; phrases: string[]; excluded: string[] }
}

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
  if (query.text === '') return { ...newest(timeline, passes, limit), replaced: [], understood }

  const lookedUp = lookUp(timeline, query)
  const scoring = new Scoring(timeline, lookedUp.terms)
  const meaning = options.meaning && new Meaning(timeline, options.meaning)
  const more = meaning && {
    places: meaning.nearest(passes),
    evenWithout: (place: number) => meaning.standsOut(place),
  }
  const most = Math.max(WEIGHTS.candidates, limit * 2)
  const { places, sums, total } = scoring.best(passes, most, more)
  const priorsOf = priorsFor(timeline, scoring, query.text, lookedUp.words, options.now)
  const ranked = places.map((place): Ranked => {
    const base = sums[place]!
    const priors = priorsOf(place, base)
    return { place, priors, score: priors.reduce((sum, prior) => sum + prior.score, base) }
  })
  if (meaning) addMeaning(meaning, ranked)
  ranked.sort((a, b) => b.score - a.score || b.place - a.place)
  const shown = ranked.slice(0, limit)
  // Our sums choose, lunr's scores are told: they are the same, and lunr takes its time for each.
  const scores = scoring.scores(shown.map(({ place }) => place))
  const hits = shown.map(({ place, priors }, i): Hit => {
    const entry = timeline.entry(place)
    const score = priors.reduce((sum, prior) => sum + prior.score, scores[i]!)
    return options.explain
      ? { entry, score, explain: { terms: scoring.explain(place), priors } }
      : { entry, score }
  })
  return { hits, total, replaced: lookedUp.replaced, understood }
}

interface Ranked {
  place: number
  priors: Prior[]
  score: number
}

function addMeaning(meaning: Meaning, ranked: Ranked[]): void {
  const best = ranked.reduce((most, { score }) => Math.max(most, score), 0) || 1
  for (const hit of ranked) {
    const score = meaning.score(hit.place, best)
    if (score === 0) continue
    hit.priors.push({ name: 'meaning', score })
    hit.score += score
  }
}

function newest(
  timeline: Timeline,
  passes: Uint8Array | undefined,
  limit: number,
): Pick<SearchAnswer, 'hits' | 'total'> {
  const hits: Hit[] = []
  let total = 0
  for (let place = timeline.count - 1; place >= 0; place--) {
    if (passes && !passes[place]) continue
    if (total++ < limit) hits.push({ entry: timeline.entry(place), score: 0 })
  }
  return { hits, total }
}
