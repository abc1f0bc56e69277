/**
 * Where the page gets its data from: the server that serves it, or, in an exported site, the files beside it.
 * Routes are the commands' names, parameters their flags: see api.ts beside the server.
 */
import type { Changed, ReadPath, WritePath } from '../../api.js'

export type Params = Record<string, string | number | boolean | string[] | undefined>

export interface Source {
  /** Whether nothing can be changed: then nothing that would is shown. */
  readOnly: boolean
  get(route: ReadPath, params: Params, signal: AbortSignal): Promise<unknown>
  post(route: WritePath, body: Params): Promise<unknown>
  /** Calls `changed` with what changed (nothing: nobody knows), for as long as the page is open. */
  watch(changed: (parts: Changed['parts']) => void, connected: (connected: boolean) => void): void
}

/** What the server refused or could not do, in its own words. */
export class SourceError extends Error {
  readonly code: string
  readonly hint: string | undefined

  constructor(code: string, message: string, hint?: string) {
    super(message)
    this.code = code
    this.hint = hint
  }
}

export const asSourceError = (error: unknown): SourceError =>
  error instanceof SourceError
    ? error
    : new SourceError('internal', error instanceof Error ? error.message : String(error))
