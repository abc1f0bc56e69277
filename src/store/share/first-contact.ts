/** The first time in a clone: fetch the team's memory, once. */
import { join } from 'node:path'
import { RalphError } from '../../errors.js'
import { readConfig } from '../git/config.js'
import { LINES } from '../line/line.js'
import { readLocalFile, writeCacheFile } from '../git/local-files.js'
import { mayHaveRefs, readRef } from '../git/refs.js'
import { memoryRemote, trackedJournal, TRACKING } from './remote.js'
import type { Repo } from '../git/repo.js'
import type { Settings } from '../settings/settings.js'

const TIMEOUT_MS = 10_000

/** Answers what the user should know, if anything was done. */
export async function makeFirstContact(repo: Repo, settings: Settings): Promise<string[]> {
  const mark = join(repo.ralphDir, 'first-contact')
  if (!settings.share || mayHaveRefs(repo, LINES) || mayHaveRefs(repo, TRACKING) || readLocalFile(mark))
    return []
  const name = memoryRemote(await readConfig(repo), repo.env.vars)
  if (name === undefined) return []
  const { fetchLines, trackedLines } = await import('./transport.js')
  try {
    const deadline = Date.now() + TIMEOUT_MS
    await fetchLines(repo, { name, prefix: settings.remotePrefix, deadline, unattended: true })
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    return [`note: ${error.message}; \`git ralph pull\` tries again`]
  }
  const { inspectIncoming } = await import('./incoming.js')
  const noticed = await inspectIncoming(repo, name, { lines: new Map(), journal: undefined })
  await adoptJournal(repo, name)
  writeCacheFile(mark, '')
  const lines = await trackedLines(repo, name)
  if (lines.size === 0) return []
  return [
    `note: fetched the memory of ${lines.size} ${lines.size === 1 ? 'branch' : 'branches'} from ${name}`,
    ...noticed,
  ]
}

async function adoptJournal(repo: Repo, remote: string): Promise<void> {
  const theirs = await readRef(repo, trackedJournal(remote))
  if (theirs === undefined) return
  const { mergeIntoNotes } = await import('../journal/merge-notes.js')
  await mergeIntoNotes(repo, theirs, `merge the journal of ${remote}`)
}
