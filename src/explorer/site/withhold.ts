/** What is not for everybody: addresses of people, sessions, and texts that nobody has approved or that were forgotten. Pure. */

export const EXTRAS = ['code', 'sessions', 'quarantined'] as const
/** What is exported only where it was asked for. */
export type Extra = (typeof EXTRAS)[number]

const ALWAYS = ['email']
/** A session's own id leads to its transcript, and its project is a path of this machine. */
const OF_SESSIONS = ['session', 'project', 'cwd', 'worktree', 'transcript']

export function privateKeys(extras: ReadonlySet<Extra>): Set<string> {
  return new Set([...ALWAYS, ...(extras.has('sessions') ? [] : OF_SESSIONS)])
}

/** The same without these keys, wherever they are. */
export function without<T>(value: T, keys: ReadonlySet<string>): T {
  if (Array.isArray(value)) return value.map((one: unknown) => without(one, keys)) as T
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !keys.has(key))
  return Object.fromEntries(kept.map(([key, one]) => [key, without(one as unknown, keys)])) as T
}

export interface Commit {
  commit: string
  subject: string
  changes: { id: string; before?: unknown; after?: unknown; what: string }[]
  [other: string]: unknown
}

const WITHHELD = 'a memory that is not part of this site'

/** Subjects quote the memories that they are about. */
export function withoutSubject<C extends Pick<Commit, 'subject' | 'changes'>>(
  commit: C,
  isShown: (id: string) => boolean,
): C {
  return commit.changes.every(({ id }) => isShown(id)) ? commit : { ...commit, subject: WITHHELD }
}
