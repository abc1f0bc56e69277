import type { ComponentChildren } from 'preact'
import type { Answer } from '../data/cache.js'
import type { SourceError } from '../data/source.js'
import { Hint } from './hint.js'
import { Icon } from './icon.js'

export function Loading() {
  return (
    <div class="state loading" role="status">
      <span class="sr">loading</span>
    </div>
  )
}

/** What went wrong, and what to type. */
export function Failed({ error }: { error: SourceError }) {
  return (
    <div class="state failed" role="alert">
      <Icon name="warning" />
      <p>{error.message}</p>
      {error.hint !== undefined && <Hint text={error.hint} />}
    </div>
  )
}

export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="state empty">
      <p>{title}</p>
      {children}
    </div>
  )
}

interface WhenAnswered<T> {
  answer: Answer<T>
  children: (data: T) => ComponentChildren
}

/** Shows an answer: loading until it is there, the error when there is nothing better to show. */
export function Answered<T>({ answer, children }: WhenAnswered<T>) {
  if (answer.data !== undefined) return <>{children(answer.data)}</>
  return answer.error ? <Failed error={answer.error} /> : <Loading />
}
