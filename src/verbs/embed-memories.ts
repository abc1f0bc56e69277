/** The vectors of memories: made when a recall finds a few missing, or all by `git ralph embed`. */
import { RalphError } from '../errors.js'
import { cutPrivate } from '../memory/private.js'
import type { Entry } from '../search/segment.js'
import type { EmbeddingProvider, EmbedLimits } from '../store/embeddings/provider.js'
import type { Vectors } from '../store/embeddings/vectors.js'

/** Has these embedded, and keeps the vectors. */
export async function embedMemories(
  provider: EmbeddingProvider,
  vectors: Vectors,
  entries: readonly Entry[],
  limits?: EmbedLimits,
): Promise<void> {
  const texts = entries.map(textOf)
  const said = texts.filter((text) => text !== '')
  const made = said.length > 0 ? await provider.embed(said, 'document', limits) : []
  const dimensions = vectors.dimensions ?? made[0]?.length ?? provider.dimensions
  if (dimensions === undefined) return
  checkDimensions(vectors, made)
  let next = 0
  vectors.add(
    entries.map(({ blob }, i) => ({
      blob,
      vector: texts[i] === '' ? new Float32Array(dimensions) : made[next++]!,
    })),
  )
}

/** What is sent: title, body and tags. What somebody marked as private is not, wherever it came from. */
function textOf({ memory: { title, body, tags } }: Entry): string {
  return cutPrivate([title ?? '', body, tags.join(' ')].join('\n')).trim()
}

/** A server may change what stands behind the name of a model. */
export function checkDimensions(vectors: Vectors, made: readonly Float32Array[]): void {
  const { dimensions } = vectors
  const other = made.find(({ length }) => dimensions !== undefined && length !== dimensions)
  if (other) {
    throw new RalphError(
      'remote-failed',
      `the model now answers ${other.length} dimensions, and what is kept has ${dimensions}`,
      { hint: 'git ralph embed --again' },
    )
  }
}
