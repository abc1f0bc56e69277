/** What a word that no memory has may have meant: words that begin with it, and words one slip of the fingers away. */
import { GRAM } from './tokens.js'
import type { Timeline } from './timeline.js'

const SHORTEST_PREFIX = 3
const SHORTEST_TYPO = 4
const MOST = 8

/** Terms that living documents have, likeliest first. A slip in the first letter is not looked for: it would mean reading every term. */
export function expand(timeline: Timeline, words: readonly string[]): string[] {
  const found = new Map<string, number>()
  for (const word of words) {
    if (word.startsWith(GRAM) || word.length < 2) continue
    const latin = /^[a-z]/.test(word)
    const typos = latin && word.length >= SHORTEST_TYPO && /^[a-z]+$/.test(word)
    const start = typos ? word[0]! : word
    for (const term of timeline.termsWith(start)) {
      const longer = term.length - word.length
      if (typos && Math.abs(longer) <= 1 && isSlip(word, term)) found.set(term, longer === 0 ? 0 : 1)
      else if ((!latin || word.length >= SHORTEST_PREFIX) && term.startsWith(word)) {
        if (!found.has(term)) found.set(term, 1 + longer)
      }
    }
  }
  const likeliest = [...found].toSorted((a, b) => a[1] - b[1] || (a[0] < b[0] ? -1 : 1))
  const living: string[] = []
  for (const [term] of likeliest) {
    if (timeline.postings(term) !== undefined) living.push(term)
    if (living.length === MOST) break
  }
  return living
}

/** Whether one letter was left out, added, mistaken, or two neighbours exchanged. */
export function isSlip(a: string, b: string): boolean {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (short === long || long.length - short.length > 1) return false
  let i = 0
  while (i < short.length && short[i] === long[i]) i++
  if (short.length < long.length) return short.slice(i) === long.slice(i + 1)
  if (short.slice(i + 1) === long.slice(i + 1)) return true
  return short[i] === long[i + 1] && short[i + 1] === long[i] && short.slice(i + 2) === long.slice(i + 2)
}
