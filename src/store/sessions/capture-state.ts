/**
 * Whether what agents do is still seen. Hooks fail in silence, or are not run at all; what they leave behind tells: the file of the last
 * failure, spool files that nobody puts away, and sessions of which nothing is known but the commits that git's own hook saw.
 */
import { join } from 'node:path'
import { plural } from '../../session/clip.js'
import { parseObservations } from '../../session/parse-observation.js'
import type { SessionSummary } from '../../session/summary.js'
import { readLocalFile } from '../git/local-files.js'
import { readCaptureFailure } from './capture-failure.js'
import { listSpool, type SpoolFile } from './drain-spool.js'
import { findSummary } from './summaries.js'

export interface CaptureState {
  state: 'healthy' | 'stopped' | 'lagging'
  /** One line, for people and agents; empty when all is well. */
  text: string
}

/** What a drain puts away at once is still there: none has run. */
const LAGGING_BYTES = 8 << 20
const LAGGING_MS = 24 * 3_600_000
const FORGOTTEN_MS = 7 * LAGGING_MS
/** A session of which git's hook alone tells is small, and it is a recent one that counts. */
const MOST_LOOKED_AT = 64 * 1024
const MOST_SUMMARIES = 20

export function captureStateOf(ralphDir: string, now: Date): CaptureState {
  const spool = listSpool(ralphDir)
  return (
    failed(ralphDir) ??
    hookFailed(ralphDir, spool, now) ??
    unseen(ralphDir, spool) ??
    lagging(spool, now) ?? { state: 'healthy', text: '' }
  )
}

function failed(ralphDir: string): CaptureState | undefined {
  const failure = readCaptureFailure(ralphDir)
  if (!failure) return undefined
  const text = `capture has stopped: at ${failure.when} an observation could not be kept: ${failure.message}`
  return { state: 'stopped', text }
}

/** The last line of the log that agents' hooks keep of their failures counts until something is observed again. */
function hookFailed(ralphDir: string, spool: readonly SpoolFile[], now: Date): CaptureState | undefined {
  const log = readLocalFile(join(ralphDir, 'agent-hooks.log'))?.toString('utf8').trimEnd() ?? ''
  const [, when, what] = /^(\S+) (.+)$/.exec(log.slice(log.lastIndexOf('\n') + 1)) ?? []
  const time = Date.parse(when ?? '')
  if (!(now.getTime() - time < FORGOTTEN_MS)) return undefined
  const seen = [
    ...spool.map(({ written }) => written),
    Date.parse(findSummary(ralphDir, () => true)?.last ?? ''),
  ]
  if (seen.some((one) => one >= time)) return undefined
  return { state: 'stopped', text: `capture has stopped: at ${when} a hook failed: ${what}` }
}

/** The newest session that made commits tells whether hooks report; only where they once did, somebody misses them. */
function unseen(ralphDir: string, spool: readonly SpoolFile[]): CaptureState | undefined {
  const newest = newestCommits(ralphDir, spool)
  if (newest === undefined || newest.reported) return undefined
  const { session, agent, commits } = newest
  const once = findSummary(ralphDir, (one) => one.agent === agent && !onlyCommits(one))
  if (once === undefined) return undefined
  const text = `capture has stopped: ${agent} made ${plural(commits, 'commit')} in session ${session.slice(0, 12)}, but its hooks reported nothing: run \`git ralph install ${agent}\``
  return { state: 'stopped', text }
}

interface Commits {
  session: string
  agent: string
  commits: number
  /** Whether anything but commits is known of it. */
  reported: boolean
}

function newestCommits(ralphDir: string, spool: readonly SpoolFile[]): Commits | undefined {
  const files = spool.toSorted((a, b) => b.written - a.written)
  // A long file is not one of commits alone.
  if ((files[0]?.bytes ?? 0) > MOST_LOOKED_AT) return undefined
  for (const { path } of files.slice(0, 3)) {
    const { observations } = parseObservations(readLocalFile(path)?.toString('utf8') ?? '')
    const commits = observations.filter(({ event }) => event === 'commit')
    const { session, agent } = commits[0] ?? {}
    if (session !== undefined && agent !== undefined)
      return { session, agent, commits: commits.length, reported: commits.length < observations.length }
  }
  let looked = 0
  const found = findSummary(ralphDir, ({ commits }) => commits.length > 0 || ++looked === MOST_SUMMARIES)
  if (found === undefined || found.commits.length === 0) return undefined
  return { ...found, commits: found.commits.length, reported: !onlyCommits(found) }
}

function onlyCommits({ counts, commits }: SessionSummary): boolean {
  return counts.tool_use + counts.error + counts.success === 0 && counts.note <= commits.length
}

function lagging(spool: readonly SpoolFile[], now: Date): CaptureState | undefined {
  const bytes = spool.reduce((sum, file) => sum + file.bytes, 0)
  const old = spool.filter(({ written }) => now.getTime() - written > LAGGING_MS).length
  if (bytes <= LAGGING_BYTES && old === 0) return undefined
  const what =
    old > 0
      ? `what hooks saw in ${plural(old, 'session')}`
      : `${Math.round(bytes / (1 << 20))} MB of what hooks saw`
  return {
    state: 'lagging',
    text: `capture lags: ${what} waits to be put away: run \`git ralph sessions list\``,
  }
}
