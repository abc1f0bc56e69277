/** Which sessions go when there are too many: the oldest, by age and by the room they take. */
import { removePart, sizeOfPart } from './session-files.js'
import type { KeptSummary } from './summaries.js'

export interface Retention {
  /** 0 for ever. */
  days: number
  /** 0 for no limit. */
  megabytes: number
}

const DAY_MS = 86_400_000

export interface Doomed extends KeptSummary {
  bytes: number
  why: 'age' | 'size'
}

export function findDoomed(
  ralphDir: string,
  summaries: readonly KeptSummary[],
  { days, megabytes }: Retention,
  now: Date,
): Doomed[] {
  const oldest = days === 0 ? -Infinity : now.getTime() - days * DAY_MS
  const sized = summaries
    .map((one) => ({
      ...one,
      bytes: sizeOf(ralphDir, one),
      last: Date.parse(one.summary.last),
    }))
    .toSorted((a, b) => b.last - a.last)
  let room = megabytes === 0 ? Infinity : megabytes * 1e6
  const doomed: Doomed[] = []
  for (const { last, ...one } of sized) {
    room -= one.bytes
    if (last < oldest) doomed.push({ ...one, why: 'age' })
    else if (room < 0) doomed.push({ ...one, why: 'size' })
  }
  return doomed.toReversed()
}

export function sizeOf(ralphDir: string, { parts }: Pick<KeptSummary, 'parts'>): number {
  return parts.reduce((sum, part) => sum + sizeOfPart(ralphDir, part), 0)
}

export function removeSessions(ralphDir: string, doomed: readonly KeptSummary[]): void {
  for (const { parts } of doomed) for (const part of parts) removePart(ralphDir, part)
}
