/**
 * Quarantine: texts that came with a pull and look like orders to the agent. They are known by what they say, so that a merge or a new
 * tag does not let one slip through; what a person decided about a text holds for it wherever it turns up again. Local.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { textKey } from '../../search/segment.js'
import { readLocalJson, writeLocalFile } from '../git/local-files.js'
import type { Repo } from '../git/repo.js'
import { openSnapshot, type Snapshot, useSnapshot } from '../index/snapshot.js'
import type { Oid } from '../git/repo.js'

export interface Held {
  /** Of a memory, a journal entry or a commit whose note it is; or the path of an article. */
  id: string
  why: string[]
  /** The remote it came from. */
  from: string
  state: 'held' | 'approved' | 'rejected'
}

interface ReviewFile {
  format: 1
  /** By `textKey` of the body. */
  texts: Record<string, Held>
}

const fileOf = (repo: Repo): string => join(repo.ralphDir, 'review.json')

const read = (repo: Repo): Map<string, Held> => {
  const file = readLocalJson<ReviewFile>(fileOf(repo))
  return new Map(file?.format === 1 ? Object.entries(file.texts) : [])
}

function write(repo: Repo, texts: ReadonlyMap<string, Held>): void {
  const file: ReviewFile = { format: 1, texts: Object.fromEntries(texts) }
  writeLocalFile(fileOf(repo), JSON.stringify(file, undefined, 1))
}

/** Another one when something was held or decided. */
export function reviewIdentity(repo: Repo): string | undefined {
  const stat = statSync(fileOf(repo), { throwIfNoEntry: false, bigint: true })
  return stat && `${stat.ino}-${stat.mtimeNs}`
}

/** Every text that was ever held, with what was decided. */
export function readReview(repo: Repo): Map<string, Held> {
  return read(repo)
}

/** Puts texts into quarantine, unless somebody has decided about them before. Answers those that are new there. */
export function hold(repo: Repo, found: readonly { body: string; held: Omit<Held, 'state'> }[]): Held[] {
  if (found.length === 0) return []
  const texts = read(repo)
  const fresh: Held[] = []
  for (const { body, held } of found) {
    const key = textKey(body)
    if (texts.has(key)) continue
    const added: Held = { ...held, state: 'held' }
    texts.set(key, added)
    fresh.push(added)
  }
  if (fresh.length > 0) write(repo, texts)
  return fresh
}

/** Answers what was decided about. */
export function decide(repo: Repo, ids: readonly string[], state: Held['state']): Held[] {
  const texts = read(repo)
  const decided: Held[] = []
  for (const [key, held] of texts) {
    if (!ids.includes(held.id)) continue
    texts.set(key, { ...held, state })
    decided.push({ ...held, state })
  }
  if (decided.length > 0) write(repo, texts)
  return decided
}

/** Why a text must not be told to an agent; undefined when it may. */
export function openQuarantine(repo: Repo): (body: string) => string[] | undefined {
  const texts = read(repo)
  if (texts.size === 0) return () => undefined
  return (body) => {
    const held = texts.get(textKey(body))
    return held && held.state !== 'approved' ? held.why : undefined
  }
}

/** As `useSnapshot`, without what is in quarantine. */
export function useTrusted<T>(
  repo: Repo,
  tip: Oid | undefined,
  use: (snapshot: Snapshot) => T | Promise<T>,
): Promise<T> {
  return useSnapshot(repo, tip, (snapshot) => use(withoutHeld(repo, snapshot)))
}

export function withoutHeld(repo: Repo, snapshot: Snapshot): Snapshot {
  const keys = [...read(repo)].filter(([, { state }]) => state !== 'approved').map(([key]) => key)
  if (keys.length === 0) return snapshot
  const { parts, broken } = snapshot
  return openSnapshot(
    parts.map(({ segment, dead }) => ({
      segment,
      dead: new Set([...dead, ...keys.flatMap((key) => segment.find(key))]),
    })),
    broken,
  )
}
