/** Everything that happened, as one list, newest first. Pure. */
import type { LineCommit } from '../branches/shapes.js'
import type { JournalEntry, Loop, Session } from './shapes.js'

export type Happened =
  | { kind: 'write'; at: number; commit: LineCommit }
  | { kind: 'session'; at: number; session: Session }
  | { kind: 'loop'; at: number; loop: Loop }
  | { kind: 'journal'; at: number; entry: JournalEntry }

export interface Sources {
  commits: readonly LineCommit[]
  sessions: readonly Session[]
  loops: readonly Loop[]
  entries: readonly JournalEntry[]
}

export function happenedIn(
  { commits, sessions, loops, entries }: Sources,
  from: number,
  to: number,
): Happened[] {
  const all: Happened[] = [
    ...commits.map((commit): Happened => ({ kind: 'write', at: Date.parse(commit.when), commit })),
    ...sessions.map((session): Happened => ({ kind: 'session', at: Date.parse(session.start), session })),
    ...loops.map((loop): Happened => ({ kind: 'loop', at: Date.parse(loop.startedAt), loop })),
    ...entries.map((entry): Happened => ({ kind: 'journal', at: Date.parse(entry.createdAt), entry })),
  ]
  return all.filter(({ at }) => at >= from && at <= to).toSorted((a, b) => b.at - a.at)
}
