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

export interface WeightedTerm {
  term: string
  boost: number
  /** By field: the weight of the term in each document. */
  weights: Map<number, number>[]
}

/**
 * Scores documents by a genuine lunr index that holds just these terms. lunr divides by the length of the question's vector in
 * each field; every term is known to every field, so that this length is the same in all.
 */
export function scoreByLunr(fields: readonly string[], terms: readonly WeightedTerm[]): Map<number, number> {
  const invertedIndex: Record<string, Record<string, unknown>> = Object.create(null)
  const fieldVectors: Record<string, lunr.Vector> = Object.create(null)
  terms.forEach(({ term, weights }, number) => {
    const posting: Record<string, unknown> = { _index: number }
    fields.forEach((field, i) => {
      const documents: Record<number, object> = {}
      for (const [document, weight] of weights[i]!) {
        documents[document] = {}
        const vector = (fieldVectors[`${field}/${document}`] ??= new lunr.Vector([]))
        vector.insert(number, weight)
      }
      posting[field] = documents
    })
    invertedIndex[term] = posting
  })
  // What the index has of the terms asked for: all of them. To build the set would take longer than to score.
  const tokenSet = { intersect: (asked: lunr.TokenSet) => asked }
  const pipeline = new lunr.Pipeline()
  const attributes = { invertedIndex, fieldVectors, tokenSet, fields: [...fields], pipeline }
  // The published types call `fieldVectors` by an earlier name.
  const index = new lunr.Index(attributes as unknown as lunr.Index.Attributes)
  const results = index.query((query) => {
    for (const { term, boost } of terms) query.term(term, { boost, usePipeline: false })
  })
  return new Map(results.map(({ ref, score }) => [Number(ref), score]))
}

export interface IndexedDocument {
  title: string
  tags: string
  body: string
}

const BOOSTS: Record<keyof IndexedDocument, number> = { title: 2, tags: 3, body: 1 }

/** What `lunr.Index.load` takes: for a place that has lunr and nothing else of ours. The ref of a document is its place in the list. */
export function serialiseIndex(documents: readonly IndexedDocument[], separator: RegExp): object {
  const builder = new lunr.Builder()
  builder.pipeline.add(lunr.stopWordFilter, lunr.stemmer)
  builder.searchPipeline.add(lunr.stemmer)
  const split = (text: string): lunr.Token[] =>
    text
      .toLowerCase()
      .split(separator)
      .filter((word) => word !== '')
      .map((word) => new lunr.Token(word, {}))
  builder.tokenizer = split as unknown as typeof lunr.tokenizer
  builder.ref('ref')
  for (const [field, boost] of Object.entries(BOOSTS)) builder.field(field, { boost })
  for (const [ref, document] of documents.entries()) builder.add({ ref, ...document })
  return builder.build().toJSON()
}
