/** Who links to something, without reading every memory: targets are terms of the search index. */
import { linkTerm, pathTerm } from './fields.js'
import type { Entry, IndexPart } from './segment.js'

/** The memories that link to any of these names: ids, titles or slugs. */
export function linkingTo(parts: readonly IndexPart[], names: readonly string[]): Entry[] {
  return having(parts, names.map(linkTerm))
}

/** The memories that are anchored in this file. */
export function anchoredIn(parts: readonly IndexPart[], path: string): Entry[] {
  return having(parts, [pathTerm(path)]).filter(({ memory }) =>
    memory.anchors!.some((anchor) => anchor.path === path),
  )
}

function having(parts: readonly IndexPart[], terms: readonly string[]): Entry[] {
  return parts.flatMap(({ segment, dead }) => {
    const documents = new Set<number>()
    for (const term of new Set(terms)) {
      const found = segment.term(term)
      const { docs } = found ? segment.postings(found) : { docs: [] }
      for (let i = 0; i < docs.length; i++) if (!dead.has(docs[i]!)) documents.add(docs[i]!)
    }
    return [...documents].map((document) => segment.entry(document))
  })
}
