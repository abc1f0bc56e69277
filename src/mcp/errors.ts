/** What a model is told when a tool could not do what was asked, with what to do next in terms of tools. */
import { type ErrorCode, RalphError } from '../errors.js'

/** In place of hints that speak of commands. */
const NEXT: Partial<Record<ErrorCode, string>> = {
  'memory-not-found':
    'find its id with recall; with scope "history" recall also finds what was forgotten or changed',
  'ambiguous-id': 'give the whole id',
  'not-a-repo': 'memories live in a git repository: start this server in one, or run `git init` there',
  'secret-found': 'nothing was stored; say it without the secret, or pass redact',
  'line-not-found': 'status says which branch this is',
}

/** Ids and names come from the caller: an answer must not grow with them. */
const MOST = 2000

export function errorText(error: unknown): string {
  if (!(error instanceof RalphError))
    return cut(`error: internal: ${error instanceof Error ? error.message : String(error)}`)
  const next = NEXT[error.code] ?? error.hint
  return `${cut(`error: ${error.message}`)}${next ? `\nhint: ${cut(next)}` : ''}`
}

const cut = (text: string): string => (text.length > MOST ? `${text.slice(0, MOST)}…` : text)
