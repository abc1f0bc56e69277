/** The one place that knows lunr: its stop words and stemmer, and its scoring (see scoring.ts for what is scored). */
import lunr from 'lunr'

const words = new lunr.Pipeline()
words.add(lunr.stopWordFilter, lunr.stemmer)

const STEMS_KEPT = 50_000
const stems = new Map<string, string>()

/** The stem of a lower-case English word, or '' for a stop word. */
export function stemOf(word: string): string {
  let stem = stems.get(word)
  if (stem === undefined) {
    stem = words.runString(word)[0] ?? ''
    if (stems.size >= STEMS_KEPT) stems.clear()
    stems.set(word, stem)
  }
  return stem
}
