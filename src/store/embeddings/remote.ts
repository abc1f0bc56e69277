/** Embeddings from a server: in batches, checked. */
import { failed, postJson } from './http.js'
import type { EmbeddingProvider, TextKind } from './provider.js'
import type { Wire } from './wire.js'

export interface Server {
  /** As settings name it: part of what the model is called. */
  name: string
  wire: Wire
  url: string
  model: string
  key?: string
  /** Asked for; the model's own where undefined. */
  dimensions?: number
}

const BATCH = 64
const ASIDE = 32
/** Of one text. Memories are short; models read some thousand words at most. */
const MOST_CHARACTERS = 8_000
/** Of one batch: servers limit the tokens of a request. */
const MOST_PER_BATCH = 100_000
/** For each batch, where nobody waits. */
const BATCH_MS = 60_000
const MOST_DIMENSIONS = 8_192
/** Talk wants less of a real model, technical questions more: see docs/search.md#meaning. */
const WEIGHT = 0.5

export function remoteProvider(server: Server): EmbeddingProvider {
  const { wire, url, model, key, dimensions } = server
  const headers: Record<string, string> = key === undefined ? {} : { authorization: `Bearer ${key}` }
  let known = dimensions

  async function ask(texts: readonly string[], kind: TextKind, within: number): Promise<Float32Array[]> {
    const body = wire.body(model, texts, kind, dimensions)
    const vectors = wire.vectors(await postJson({ url, headers, body, within }))
    if (vectors.length !== texts.length)
      throw failed(`the embedding server answered ${vectors.length} vectors for ${texts.length} texts`)
    return Array.from(vectors, (numbers) => {
      const vector = checked(numbers, known)
      known = vector.length
      return vector
    })
  }

  return {
    model: `${server.name}:${model}`,
    weight: WEIGHT,
    aside: ASIDE,
    host: new URL(url).host,
    ...(dimensions && { dimensions }),
    async embed(texts, kind, limits) {
      const end = limits && performance.now() + limits.within
      const vectors: Float32Array[] = []
      for (const batch of batchesOf(texts)) {
        const within = end === undefined ? BATCH_MS : end - performance.now()
        vectors.push(...(await ask(batch, kind, within)))
      }
      return vectors
    },
  }
}

function* batchesOf(texts: readonly string[]): Generator<string[]> {
  let batch: string[] = []
  let characters = 0
  for (const text of texts) {
    const cut = text.slice(0, MOST_CHARACTERS).toWellFormed()
    if (batch.length === BATCH || (batch.length > 0 && characters + cut.length > MOST_PER_BATCH)) {
      yield batch
      batch = []
      characters = 0
    }
    batch.push(cut)
    characters += cut.length
  }
  if (batch.length > 0) yield batch
}

function checked(numbers: unknown, dimensions: number | undefined): Float32Array {
  if (!Array.isArray(numbers) || numbers.length === 0 || numbers.length > MOST_DIMENSIONS)
    throw failed('the embedding server answered with something else than vectors')
  if (dimensions !== undefined && numbers.length !== dimensions)
    throw failed(`the embedding server answered ${numbers.length} dimensions instead of ${dimensions}`)
  const vector = Float32Array.from(numbers, (value: unknown) => (typeof value === 'number' ? value : NaN))
  if (!vector.every(Number.isFinite))
    throw failed('the embedding server answered with something else than vectors')
  return vector
}
