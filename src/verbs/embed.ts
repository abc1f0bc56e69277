/** Embed: make the vectors that recall by meaning needs, for every memory of the view that has none. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import type { IndexPart } from '../search/segment.js'
import { forgetFailure } from '../store/embeddings/failures.js'
import { openProvider } from '../store/embeddings/open-provider.js'
import { dropVectors } from '../store/embeddings/vector-file.js'
import { Vectors } from '../store/embeddings/vectors.js'
import type { Repo } from '../store/git/repo.js'
import { useTrusted } from '../store/trust/review.js'
import { openWorkspace } from '../store/workspace.js'
import { embedMemories } from './embed-memories.js'

export interface EmbedOptions {
  line?: string
  /** Forget what this model said before, and ask again. */
  again?: boolean
  /** Most memories; 0 for all. */
  limit?: number
  /** Only count. */
  dryRun?: boolean
  onProgress?: (done: number, of: number) => void
}

export interface Embedded {
  branch: string
  model: string
  /** Where the texts went; absent when they stayed here. */
  host?: string
  embedded: number
  /** How many memories have a vector now. */
  known: number
  /** How many have none. */
  left: number
  warnings: string[]
}

/** What is lost at most when it is interrupted. */
const CHUNK = 256

export async function embed(env: Env, options: EmbedOptions = {}): Promise<Embedded> {
  const { repo, settings, view, warnings } = await openWorkspace(env, options, { queries: true })
  const provider = openProvider(settings, env.vars)
  if (!provider)
    throw new RalphError('bad-settings', 'no embeddings are set up', {
      hint: 'git ralph config embeddings local',
    })
  if (options.again && !options.dryRun) dropVectors(repo, provider.model)
  return useTrusted(repo, view.tip, async ({ parts, count }) => {
    const vectors = openWhole(repo, provider.model, parts)
    const missing = options.again ? count : vectors.countMissing()
    const wanted = Math.min(missing, options.limit || missing)
    let embedded = 0
    while (!options.dryRun && embedded < wanted) {
      const entries = vectors.missing(Math.min(CHUNK, wanted - embedded))
      if (entries.length === 0) break
      await embedMemories(provider, vectors, entries)
      embedded += entries.length
      options.onProgress?.(embedded, wanted)
    }
    if (embedded > 0) forgetFailure(repo, provider)
    return {
      branch: view.branch,
      model: provider.model,
      ...(provider.host !== undefined && { host: provider.host }),
      embedded,
      known: count - missing + embedded,
      left: missing - embedded,
      warnings,
    }
  })
}

function openWhole(repo: Repo, model: string, parts: readonly IndexPart[]): Vectors {
  const kept = new Vectors(repo, model, parts)
  if (kept.isWhole()) return kept
  dropVectors(repo, model)
  return new Vectors(repo, model, parts)
}
