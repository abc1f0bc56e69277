/** Questions to lunr's serialised index. A file of its own: no page needs lunr before something is asked. */
import lunr from 'lunr'
import type { SearchFile } from '../../../site/shapes.js'

const EXACT = 4
const PREFIX = 1

/** Scores by the number of the version. */
export type Find = (question: string) => Map<number, number>

export function openIndex({ separator, index }: SearchFile): Find {
  const loaded = lunr.Index.load(index)
  const between = new RegExp(separator, 'u')
  return (question) => {
    const words = question.toLowerCase().split(between).filter(Boolean)
    if (words.length === 0) return new Map()
    const found = loaded.query((query) => {
      for (const word of words) query.term(word, { boost: EXACT })
      // The last word may not be finished.
      query.term(words.at(-1)!, { boost: PREFIX, usePipeline: false, wildcard: lunr.Query.wildcard.TRAILING })
    })
    return new Map(found.map(({ ref, score }) => [Number(ref), score]))
  }
}
