/**
 * The search index of sessions: the same segments as those of lines, in `<common dir>/ralph/sessions/index`, with one manifest that
 * names the parts and summaries it was made of. Brought up to date by what differs; all of it can be lost at any time.
 */
import { type Manifest, readManifest } from '../index/index-files.js'
import { EMPTY, mendingIndex, openManifest, type Snapshot } from '../index/snapshot.js'
import type { Repo } from '../git/repo.js'
import { partsStamp, sessionsDir } from './session-files.js'

export const TIP = 'sessions'

/** Calls `use` with the index as it is now, again with a new one if a file of it proves damaged. */
export async function useSessionIndex<T>(repo: Repo, use: (found: Snapshot) => T): Promise<T> {
  const place: Repo = { ...repo, ralphDir: sessionsDir(repo.ralphDir) }
  return mendingIndex(place, async () => use(openManifest(place, await currentManifest(repo, place))))
}

async function currentManifest(repo: Repo, place: Repo): Promise<Manifest> {
  const kept = readManifest(place, TIP) ?? EMPTY
  // Looked at before the parts are: what comes meanwhile is found next time.
  const stamp = partsStamp(repo.ralphDir)
  if (kept.stamp === stamp) return kept
  const { advanceSessions } = await import('./advance-sessions.js')
  return advanceSessions(repo, place, kept, stamp)
}
