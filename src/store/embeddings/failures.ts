/** A server that did not answer is left alone for a minute: an agent may recall at every step, and would wait each time. */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Repo } from '../git/repo.js'
import { readLocalJson, writeCacheFile } from '../git/local-files.js'
import type { EmbeddingProvider } from './provider.js'
import { vectorsDir } from './vector-file.js'

interface Failure {
  at: number
  message: string
}

const LEFT_ALONE_MS = 60_000

const fileOf = (repo: Repo, { model }: EmbeddingProvider): string =>
  join(vectorsDir(repo, model), 'failed.json')

export function recentFailure(repo: Repo, provider: EmbeddingProvider, now: Date): string | undefined {
  if (provider.host === undefined) return undefined
  const failure = readLocalJson<Failure>(fileOf(repo, provider))
  const age = now.getTime() - (failure?.at ?? NaN)
  return age >= 0 && age < LEFT_ALONE_MS ? failure!.message : undefined
}

export function noteFailure(repo: Repo, provider: EmbeddingProvider, now: Date, message: string): void {
  writeCacheFile(fileOf(repo, provider), JSON.stringify({ at: now.getTime(), message } satisfies Failure))
}

export function forgetFailure(repo: Repo, provider: EmbeddingProvider): void {
  rmSync(fileOf(repo, provider), { force: true })
}
