/**
 * How near memories are to a question in meaning. On the side: whatever fails here, recall goes by words alone and says so once. A few memories
 * without a vector are embedded on the way; many are left to `git ralph embed`.
 */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import type { MeaningOptions } from '../search/meaning.js'
import { parseQuery } from '../search/query.js'
import type { IndexPart } from '../search/segment.js'
import { openProvider } from '../store/embeddings/open-provider.js'
import type { EmbeddingProvider } from '../store/embeddings/provider.js'
import { forgetFailure, noteFailure, recentFailure } from '../store/embeddings/failures.js'
import { DamagedVectors } from '../store/embeddings/vector-file.js'
import { Vectors } from '../store/embeddings/vectors.js'
import { openQuarantine } from '../store/trust/review.js'
import type { Workspace } from '../store/workspace.js'
import { checkDimensions, embedMemories } from './embed-memories.js'

export async function meaningOf(
  env: Env,
  { repo, settings, warnings }: Workspace,
  parts: readonly IndexPart[],
  question: string,
): Promise<MeaningOptions | undefined> {
  const { text } = parseQuery(question, () => true)
  if (text === '' || parts.length === 0) return undefined
  let provider: EmbeddingProvider | undefined
  try {
    provider = openProvider(settings, env.vars)
    if (!provider) return undefined
    const failure = recentFailure(repo, provider, env.now())
    if (failure !== undefined) return byWordsAlone(`${failure}, less than a minute ago`)
    const meaning = await nearness(provider, new Vectors(repo, provider.model, parts), text)
    if (provider.host !== undefined) forgetFailure(repo, provider)
    return meaning
  } catch (error) {
    if (error instanceof DamagedVectors) return byWordsAlone('the vectors were damaged, and are made anew')
    const message = (error as Error).message
    if (provider?.host !== undefined && error instanceof RalphError)
      noteFailure(repo, provider, env.now(), message)
    return byWordsAlone(message)
  }

  async function nearness(
    provider: EmbeddingProvider,
    vectors: Vectors,
    text: string,
  ): Promise<MeaningOptions | undefined> {
    const end = performance.now() + settings.embeddingsTimeout
    const query = await provider.embed([text], 'query', { within: settings.embeddingsTimeout })
    checkDimensions(vectors, query)
    await embedAside(provider, vectors, end)
    const [vector] = query
    if (!vector!.some((value) => value !== 0)) return undefined
    const near = vectors.nearTo(vector!)
    return near && { ...near, weight: provider.weight }
  }

  /** A few of the memories that have no vector yet, in the time that is left. */
  async function embedAside(provider: EmbeddingProvider, vectors: Vectors, end: number): Promise<void> {
    const missing = vectors.countMissing()
    if (missing === 0) return
    // With --quarantined the view holds what must not be sent.
    const heldFor = openQuarantine(repo)
    const entries = vectors.missing(provider.aside).filter(({ memory }) => !heldFor(memory.body))
    try {
      await embedMemories(provider, vectors, entries, { within: end - performance.now() })
    } catch (error) {
      if (!(error instanceof RalphError)) throw error
      warnings.push(`${missing} memories are found by words alone: ${error.message}; run \`git ralph embed\``)
      return
    }
    if (missing > entries.length)
      warnings.push(`${missing - entries.length} memories are found by words alone: run \`git ralph embed\``)
  }

  function byWordsAlone(why: string): undefined {
    warnings.push(`recall goes by words alone: ${why}`)
  }
}
