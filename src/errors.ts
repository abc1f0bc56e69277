/** The one error class, its closed list of codes, and the one table of exit codes. */

export const EXIT = { done: 0, failed: 1, usage: 2, decision: 3, bug: 70, interrupted: 130 } as const

/** What each code means to a script: see docs/guide.md#exit-codes. */
const EXIT_CODES = {
  'not-a-repo': EXIT.failed,
  'unsupported-repo': EXIT.failed,
  'no-identity': EXIT.failed,
  'no-git': EXIT.failed,
  'git-failed': EXIT.failed,
  'memory-not-found': EXIT.failed,
  'line-not-found': EXIT.failed,
  'session-not-found': EXIT.failed,
  'proposal-not-found': EXIT.failed,
  'task-not-found': EXIT.failed,
  'ambiguous-id': EXIT.decision,
  'bad-memory': EXIT.failed,
  'bad-content': EXIT.usage,
  'bad-settings': EXIT.failed,
  'bad-usage': EXIT.usage,
  'line-busy': EXIT.failed,
  'merge-conflict': EXIT.decision,
  'needs-decision': EXIT.decision,
  'secret-found': EXIT.decision,
  'disk-full': EXIT.failed,
  'disk-failed': EXIT.failed,
  'permission-denied': EXIT.failed,
  'remote-failed': EXIT.failed,
  interrupted: EXIT.interrupted,
  internal: EXIT.bug,
} as const

export type ErrorCode = keyof typeof EXIT_CODES

export interface ErrorDetails {
  /** What to type next. */
  hint?: string
  data?: Record<string, unknown>
  cause?: unknown
}

export class RalphError extends Error {
  readonly code: ErrorCode
  readonly hint: string | undefined
  readonly data: Record<string, unknown>

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause })
    this.name = 'RalphError'
    this.code = code
    this.hint = details.hint
    this.data = details.data ?? {}
  }

  get exitCode(): number {
    return EXIT_CODES[this.code]
  }
}

/** File-system failures that a user can mend get a code and a hint; anything else passes through unchanged. */
export function explainFsError(error: unknown, doing: string): unknown {
  const code = (error as NodeJS.ErrnoException).code
  const path = (error as NodeJS.ErrnoException).path
  const where = path ? ` '${path}'` : ''
  if (code === 'ENOSPC' || code === 'EDQUOT') {
    return new RalphError('disk-full', `no space left while ${doing}${where}`, {
      hint: 'free some space and run the same command again; nothing was half-written',
      cause: error,
    })
  }
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') {
    return new RalphError('permission-denied', `not allowed while ${doing}${where}`, {
      hint: 'check the owner and mode of the directory; `git ralph doctor` lists what is wrong',
      cause: error,
    })
  }
  if (code === 'EIO') {
    return new RalphError('disk-failed', `the disk failed while ${doing}${where}`, {
      hint: 'run the same command again, and look at what the system says of the disk if it fails again',
      cause: error,
    })
  }
  return error
}

/** The same for a file that the user named. */
export function explainInput(error: unknown, file: string): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'ENOENT' || code === 'ENOTDIR')
    return new RalphError('bad-usage', `there is no file '${file}'`)
  if (code === 'EISDIR') return new RalphError('bad-usage', `'${file}' is a directory`)
  return explainFsError(error, 'reading')
}
