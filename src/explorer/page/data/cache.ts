/**
 * What was asked and answered, by route and parameters. Whoever shows an answer keeps it: it is asked again when something
 * changed, and the old answer stays in sight until the new one is there. What nobody shows is forgotten, oldest first.
 */
import type { ReadPath, WritePath } from '../../api.js'
import { signal } from '@preact/signals'
import type { Signal } from '@preact/signals'
import { asSourceError } from './source.js'
import type { Params, Source, SourceError } from './source.js'

export interface Answer<T = unknown> {
  data?: T
  error?: SourceError
  loading: boolean
}

interface Entry {
  route: ReadPath
  params: Params
  answer: Signal<Answer>
  users: number
  outdated: boolean
  asking?: AbortController
}

const KEPT = 60
const entries = new Map<string, Entry>()
let source: Source

/** Whether the server is there and tells of changes. */
export const connected = signal(true)
/** Grows with every change that was seen. */
export const changes = signal(0)

export function useSource(chosen: Source): void {
  source = chosen
  source.watch(invalidate, (now) => (connected.value = now))
}

export const isReadOnly = (): boolean => source.readOnly
export const keyOf = (route: ReadPath, params: Params): string => `${route} ${JSON.stringify(params)}`

/** The answer to a question, as long as it is held; call what comes with it to let go. */
export function hold<T>(route: ReadPath, params: Params): [Signal<Answer<T>>, () => void] {
  const key = keyOf(route, params)
  const entry = entries.get(key) ?? createEntry(route, params)
  entries.delete(key)
  entries.set(key, entry) // the newest is the last
  entry.users++
  const { data, error, loading } = entry.answer.peek()
  if (!loading && (entry.outdated || error || data === undefined)) void ask(entry)
  return [entry.answer as Signal<Answer<T>>, () => release(entry)]
}

/** Asks and does not hold: for what is needed once. */
export const askOnce = (route: ReadPath, params: Params): Promise<unknown> =>
  source.get(route, params, new AbortController().signal)

export async function send(route: WritePath, body: Params): Promise<unknown> {
  const answer = await source.post(route, body)
  invalidate()
  return answer
}

/** Everything in sight is asked again, everything else when it is next in sight. */
export function invalidate(): void {
  changes.value++
  for (const entry of entries.values()) {
    entry.outdated = true
    if (entry.users > 0) void ask(entry)
  }
}

function createEntry(route: ReadPath, params: Params): Entry {
  return { route, params, answer: signal({ loading: false }), users: 0, outdated: false }
}

function release(entry: Entry): void {
  entry.users--
  if (entry.users > 0) return
  entry.asking?.abort()
  const unused = [...entries].filter(([, { users }]) => users === 0)
  for (const [key] of unused.slice(0, Math.max(0, unused.length - KEPT))) entries.delete(key)
}

async function ask(entry: Entry): Promise<void> {
  entry.asking?.abort()
  const asking = new AbortController()
  entry.asking = asking
  entry.outdated = false
  entry.answer.value = { ...entry.answer.peek(), loading: true }
  try {
    const data = await source.get(entry.route, entry.params, asking.signal)
    if (entry.asking === asking) entry.answer.value = { data, loading: false }
  } catch (error) {
    if (entry.asking !== asking) return
    const { data } = entry.answer.peek()
    if (!asking.signal.aborted) entry.answer.value = { data, error: asSourceError(error), loading: false }
    else {
      entry.outdated = true
      entry.answer.value = { data, loading: false }
    }
  }
}
