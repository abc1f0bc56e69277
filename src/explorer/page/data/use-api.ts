import type { ReadPath } from '../../api.js'
import { useEffect, useRef, useState } from 'preact/hooks'
import { hold, keyOf } from './cache.js'
import type { Answer } from './cache.js'
import type { Params } from './source.js'

const NOTHING: Answer<never> = { loading: true }

/**
 * The answer of a route, kept up to date. When the parameters change, the last answer stays until the new one is there (`loading`
 * says so); an answer to earlier parameters that comes late is never shown. `null` as route asks nothing.
 */
export function useApi<T>(route: ReadPath | null, params: Params = {}): Answer<T> {
  const key = route === null ? null : keyOf(route, params)
  const [{ to, answer }, setState] = useState<{ to: string | null; answer: Answer<T> }>({
    to: key,
    answer: NOTHING,
  })
  const setAnswer = (now: Answer<T>): void => setState({ to: key, answer: now })
  const last = useRef<T | undefined>(undefined)
  useEffect(() => {
    if (route === null) {
      setAnswer({ loading: false })
      return undefined
    }
    const [held, release] = hold<T>(route, params)
    const stop = held.subscribe((now) => {
      if (now.data !== undefined) last.current = now.data
      setAnswer(now.data === undefined && !now.error ? { data: last.current, loading: true } : now)
    })
    return () => {
      stop()
      release()
    }
  }, [key])
  return to === key ? answer : { ...answer, loading: true }
}
