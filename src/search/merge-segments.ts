/** Several segments → one, without their dead documents and without reading the text again. */
import type { TermEntry } from './dictionary.js'
import type { Postings } from './postings.js'
import { compareRows, writeSegment } from './segment-file.js'
import type { IndexPart } from './segment.js'

/** The same bytes as encodeSegment would give for the living entries. */
export function mergeSegments(parts: readonly IndexPart[]): Uint8Array {
  const living = parts.flatMap(({ segment, dead }, part) =>
    segment.rows().flatMap((row, document) => (dead.has(document) ? [] : [{ row, part, document }])),
  )
  living.sort((a, b) => compareRows(a.row, b.row))
  const places = parts.map(({ segment }) => new Int32Array(segment.count).fill(-1))
  living.forEach(({ part, document }, place) => {
    places[part]![document] = place
  })
  return writeSegment(
    living.map(({ row }) => row),
    mergeTerms(parts, places),
  )
}

function* mergeTerms(parts: readonly IndexPart[], places: Int32Array[]): Generator<[string, Postings]> {
  const iterators = parts.map(({ segment }) => segment.termsFrom('')[Symbol.iterator]())
  const heads = iterators.map(nextOf)
  for (;;) {
    let least: string | undefined
    for (const head of heads) if (head && (least === undefined || head.term < least)) least = head.term
    if (least === undefined) return
    const found: [number, number][] = []
    for (let part = 0; part < parts.length; part++) {
      const head = heads[part]
      if (head?.term !== least) continue
      const { docs, counts } = parts[part]!.segment.postings(head)
      for (let i = 0; i < docs.length; i++) {
        const place = places[part]![docs[i]!]!
        if (place >= 0) found.push([place, counts[i]!])
      }
      heads[part] = nextOf(iterators[part]!)
    }
    if (found.length === 0) continue
    found.sort((a, b) => a[0] - b[0])
    yield [least, { docs: found.map(([place]) => place), counts: found.map(([, count]) => count) }]
  }
}

function nextOf(iterator: Iterator<TermEntry>): TermEntry | undefined {
  const next = iterator.next()
  return next.done ? undefined : next.value
}
