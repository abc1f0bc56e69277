/** Embeddings from the table of word vectors that is shipped: nothing leaves this process. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { WordVectors } from '../../search/word-vectors.js'
import { randomAccess } from '../index/segment-files.js'
import type { EmbeddingProvider } from './provider.js'

/** Changes with the table: vectors of different tables can't be compared. */
const MODEL = 'local:words-1'
const DIMENSIONS = 128
/** Chosen on the odd conversations of LoCoMo: see docs/search.md. */
const WEIGHT = 0.3
/** A memory takes about a tenth of a millisecond. */
const ASIDE = 500

export function localProvider(file = tableFile()): EmbeddingProvider {
  let table: WordVectors | undefined
  return {
    model: MODEL,
    dimensions: DIMENSIONS,
    weight: WEIGHT,
    aside: ASIDE,
    embed(texts) {
      table ??= new WordVectors(randomAccess(file))
      return Promise.resolve(texts.map((text) => table!.embed(text)))
    },
  }
}

/** In the package, seen from a bundle or from the sources. */
export function tableFile(): string {
  const places = ['../..', '../../..'].map((up) => join(import.meta.dirname, up, 'assets', 'words.vec'))
  return places.find((place) => existsSync(place)) ?? places[0]!
}
