/** What is answered instead of data, and what each error of a command is in HTTP. */
import { RalphError } from '../errors.js'
import type { Failure } from './api.js'

export interface Refusal extends Failure {
  status: number
}

export function refusal(status: number, code: string, message: string, hint?: string): Refusal {
  return { status, error: { code, message, ...(hint !== undefined && { hint }) } }
}

const BY_CODE: Record<string, number> = {
  'bad-usage': 400,
  'bad-content': 400,
  'bad-memory': 400,
  'bad-settings': 400,
  'ambiguous-id': 409,
  'merge-conflict': 409,
  'needs-decision': 409,
  'secret-found': 409,
  'line-busy': 409,
}

export function refusalOf(error: unknown): Refusal {
  if (!(error instanceof RalphError)) {
    const message = error instanceof Error ? error.message : String(error)
    return refusal(500, 'internal', `internal: ${message}`)
  }
  const { code, message, hint } = error
  return refusal(BY_CODE[code] ?? (code.endsWith('-not-found') ? 404 : 500), code, message, hint)
}

/** Thrown where an answer can only be a refusal. */
export class Refused extends Error {
  readonly refusal: Refusal

  constructor(...given: Parameters<typeof refusal>) {
    super(given[2])
    this.refusal = refusal(...given)
  }
}
