/** Where to look for what changes a view of the memory: files and directories of this repository, by what they tell of. */
import { join } from 'node:path'
import type { Env } from '../env.js'
import { LINES } from '../store/line/line.js'
import { PENDING } from '../store/line/pending-refs.js'
import { NOTES } from '../store/journal/notes-refs.js'
import { TRACKING } from '../store/share/remote.js'
import { renderedPath } from '../store/rendered/rendered-file.js'
import { openWorkspace } from '../store/workspace.js'

export type Watched =
  | 'lines'
  | 'journal'
  | 'branches'
  | 'inbox'
  | 'sessions'
  | 'loops'
  | 'review'
  | 'rendered'

/** A directory stands for all that is in it. */
export type WatchedPlaces = Record<Watched, string[]>

export async function watchedPlaces(env: Env): Promise<WatchedPlaces> {
  const { repo, settings } = await openWorkspace(env, {}, { queries: true })
  const { commonDir, gitDir, ralphDir, workTree } = repo
  // Packed refs and ref tables tell of all refs at once.
  const all = ['packed-refs', 'reftable']
  const refs = (...names: string[]): string[] => [...names, ...all].map((name) => join(commonDir, name))
  return {
    lines: refs(LINES, PENDING, TRACKING),
    journal: refs(NOTES),
    branches: [...refs('refs/heads'), join(gitDir, 'HEAD')],
    inbox: [join(ralphDir, 'inbox', 'waiting')],
    sessions: [join(ralphDir, 'sessions'), join(ralphDir, 'spool')],
    loops: [join(ralphDir, 'loops')],
    review: [join(ralphDir, 'review.json')],
    rendered: workTree === undefined ? [] : [renderedPath(repo, settings.renderPath)],
  }
}
