/** What speaks for a hit besides its words. Each is a share of the score that the words gave, so that none makes a hit by itself. */
import { datesIn, fallsOn } from './dates.js'
import { textOf } from './filter.js'
import { foldText } from './query.js'
import type { Scoring } from './scoring.js'
import type { Timeline } from './timeline.js'

export interface Prior {
  name: 'all words' | 'exact phrase' | 'that date' | 'recent' | 'code changed' | 'code gone' | 'meaning'
  score: number
}

/** Chosen like the weights in scoring.ts; recency is as mild as to order what is otherwise alike. */
const ALL_WORDS = 0.2
const EXACT_PHRASE = 0.3
const THAT_DATE = 0.5
const RECENT = 0.05
const RECENT_HALF_LIFE_DAYS = 30
const DAY = 86_400_000
/** Of the best candidates the text is read to look for the phrase. */
const MOST_TEXTS = 50

/** The priors of one of the best places whose words scored `base`; to be asked of the best first. */
export function priorsFor(
  timeline: Timeline,
  scoring: Scoring,
  text: string,
  words: readonly string[][],
  now: Date | undefined,
): (place: number, base: number) => Prior[] {
  const hasAll = (place: number): boolean =>
    words.length > 1 && words.every((word) => word.some((term) => scoring.has(place, term)))
  const phrase = foldText(text)
  const dates = datesIn(text)
  let texts = 0
  return (place, base) => {
    const priors: Prior[] = []
    const time = timeline.times[place]!
    if (hasAll(place)) {
      priors.push({ name: 'all words', score: base * ALL_WORDS })
      if (texts++ < MOST_TEXTS && textOf(timeline, place).includes(phrase)) {
        priors.push({ name: 'exact phrase', score: base * EXACT_PHRASE })
      }
    }
    if (fallsOn(dates, time)) priors.push({ name: 'that date', score: base * THAT_DATE })
    if (now) {
      const days = Math.max(0, now.getTime() - time * 1000) / DAY
      priors.push({ name: 'recent', score: base * RECENT * 0.5 ** (days / RECENT_HALF_LIFE_DAYS) })
    }
    return priors
  }
}
