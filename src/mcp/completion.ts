/** Completes what a user types into a template or a prompt. */
import type { Env } from '../env.js'
import { MEMORY_TYPES } from '../memory/memory.js'
import { listArticles } from '../verbs/know/list.js'
import { list } from '../verbs/list.js'
import { ARTICLE_URI, MEMORY_URI } from './resources.js'
import type { CompleteRequestParams } from './sdk.js'

/** The protocol allows no more. */
const MOST = 100

export interface Completion {
  values: string[]
  total: number
  hasMore: boolean
}

export async function complete(env: Env, { ref, argument }: CompleteRequestParams): Promise<Completion> {
  const typed = argument.value.toLowerCase()
  const found = (await candidates(env, ref, argument.name)).filter(
    (value) => value.startsWith(typed) || value.endsWith(`-${typed}`),
  )
  return { values: found.slice(0, MOST), total: found.length, hasMore: found.length > MOST }
}

async function candidates(
  env: Env,
  ref: CompleteRequestParams['ref'],
  argument: string,
): Promise<readonly string[]> {
  if (ref.type === 'ref/resource') {
    if (ref.uri === MEMORY_URI) return (await list(env)).memories.map(({ id }) => id).toReversed()
    if (ref.uri === ARTICLE_URI) return (await listArticles(env)).entries.map(({ slug }) => slug)
    return []
  }
  return argument === 'type' ? MEMORY_TYPES : []
}
