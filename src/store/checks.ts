/** What `doctor` looks at. Each check answers with what it found, and how to mend it where that is safe. */
import { chmodSync, lstatSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { RalphError } from '../errors.js'
import { addExclude, isExcluded } from './rendered/exclude.js'
import { dropHookLog, lastHookFailure } from './agent/hook-log.js'
import { dropFailures, readFailures } from './hooks/hook-failure.js'
import { hookCommand } from './hooks/command.js'
import { hookStates } from './hooks/install.js'
import { readIdentity } from './git/identity.js'
import { decodeBranch } from './line/branch-name.js'
import { lineRef, LINES, type View } from './line/line.js'
import { adoptPendingNotes } from './journal/merge-notes.js'
import { NOTES, NOTES_PENDING } from './journal/notes-refs.js'
import { adoptPending, listPending } from './line/pending.js'
import { isStaleTurn } from './git/queue.js'
import { listRefs } from './git/refs.js'
import { readRenderState, renderedPath } from './rendered/rendered-file.js'
import { trackedWarning } from './rendered/render.js'
import type { Repo } from './git/repo.js'
import type { Settings } from './settings/settings.js'
import { useSnapshot } from './index/snapshot.js'
import { findRefLock } from './git/stale-lock.js'
import { isTracked } from './rendered/tracked.js'
import { links, looseObjects, quarantine, signing, storedSecrets } from './trust/trust-checks.js'
import { dropCaptureFailure, readCaptureFailure } from './sessions/capture-failure.js'
import { captureStateOf } from './sessions/capture-state.js'
import { findSummary } from './sessions/summaries.js'

export interface Finding {
  check: string
  level: 'ok' | 'warning' | 'problem'
  message: string
  /** What to type, where we cannot mend it. */
  hint?: string
  fix?: () => void | Promise<void>
}

type Check = (repo: Repo, view: View, settings: Settings) => Finding[] | Promise<Finding[]>

const OLDEST_GIT: [number, number] = [2, 31]
/** Git holds a ref lock for milliseconds. */
const DEAD_LOCK_MS = 10_000
const DEAD_FILE_MS = 3_600_000

const gitVersion: Check = async (repo) => {
  const text = (await repo.git(['version'])).trim()
  const [major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(text)?.slice(1) ?? []).map(Number)
  const old = major < OLDEST_GIT[0] || (major === OLDEST_GIT[0] && minor < OLDEST_GIT[1])
  return [
    {
      check: 'git',
      level: old ? 'problem' : 'ok',
      message: old ? `${text} is older than ${OLDEST_GIT.join('.')}` : text,
    },
  ]
}

const identity: Check = async (repo) => {
  try {
    const { author } = await readIdentity(repo)
    return [{ check: 'identity', level: 'ok', message: `memories are by ${author.name} <${author.email}>` }]
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    return [
      {
        check: 'identity',
        level: 'problem',
        message: error.message,
        ...(error.hint && { hint: error.hint }),
      },
    ]
  }
}

/** Local files may hold what nobody else should read: directories 0700, files 0600. */
const permissions: Check = async (repo) => {
  const files = filesBelow(repo.ralphDir)
  const open = files.filter(({ mode }) => (mode & 0o077) !== 0)
  if (open.length === 0)
    return [{ check: 'permissions', level: 'ok', message: 'local files are readable by you alone' }]
  if (open.length === files.length && (await keepsNoModes(repo)))
    return [{ check: 'permissions', level: 'ok', message: 'this file system does not keep modes' }]
  return [
    {
      check: 'permissions',
      level: 'problem',
      message: `${open.length} local ${open.length === 1 ? 'file is' : 'files are'} open to other users, e.g. '${open[0]!.path}'`,
      fix: () => open.forEach(({ path, directory }) => chmodSync(path, directory ? 0o700 : 0o600)),
    },
  ]
}

/** As git found when the repository was made: on Windows and on disks made for it. */
async function keepsNoModes(repo: Repo): Promise<boolean> {
  const args = ['config', '--type=bool', '--default', 'true', '--get', 'core.fileMode']
  return (await repo.git(args)).trim() === 'false'
}

/** The rendered file, and that it stays out of the user's way. */
const rendered: Check = async (repo, _view, settings) => {
  if (repo.workTree === undefined || !settings.render) return []
  const path = settings.renderPath
  try {
    renderedPath(repo, path)
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    const { message, hint } = error
    return [{ check: 'rendered', level: 'problem', message, ...(hint && { hint }) }]
  }
  if (await isTracked(repo, path))
    return [{ check: 'rendered', level: 'problem', message: trackedWarning(path) }]
  if (readRenderState(repo) === undefined) return []
  if (isExcluded(repo, path))
    return [{ check: 'exclude', level: 'ok', message: `'${path}' stays out of git status` }]
  return [
    {
      check: 'exclude',
      level: 'warning',
      message: `'${path}' is not in info/exclude`,
      fix: () => void addExclude(repo, path),
    },
  ]
}

const locks: Check = (repo) => {
  const findings: Finding[] = []
  const dir = join(repo.ralphDir, 'locks')
  for (const name of list(dir)) {
    const path = join(dir, name)
    if (isStaleTurn(path)) {
      findings.push({
        check: 'locks',
        level: 'warning',
        message: `'${path}' was left by a process that is gone`,
        fix: () => rmSync(path, { force: true }),
      })
    }
  }
  // Also of a line whose first write was killed: there is a lock then, and no ref.
  const locked = list(join(repo.commonDir, LINES)).filter((name) => name.endsWith('.lock'))
  const refs = locked
    .map((name) => decodeBranch(name.slice(0, -'.lock'.length)))
    .map((branch) => ({ ref: lineRef(branch), name: `the line of '${branch}'` }))
  for (const { ref, name } of [...refs, { ref: NOTES, name: 'the journal' }]) {
    const lock = findRefLock(repo, ref)
    if (lock && lock.ageMs > DEAD_LOCK_MS) {
      findings.push({
        check: 'locks',
        level: 'problem',
        message: `'${lock.path}' blocks ${name}`,
        fix: () => rmSync(lock.path, { force: true }),
      })
    }
  }
  return findings.length > 0 ? findings : [{ check: 'locks', level: 'ok', message: 'no stale locks' }]
}

const pending: Check = async (repo) => {
  const waiting = (await listPending(repo)).length + (await listRefs(repo, NOTES_PENDING)).size
  if (waiting === 0) return [{ check: 'pending', level: 'ok', message: 'no change waits for its line' }]
  const message = `${waiting} parked ${waiting === 1 ? 'change waits' : 'changes wait'} for a line or the journal`
  const fix = async (): Promise<void> => {
    await adoptPending(repo)
    await adoptPendingNotes(repo)
  }
  return [{ check: 'pending', level: 'warning', message, fix }]
}

const entries: Check = async (repo, view) => {
  const { count, broken } = await useSnapshot(repo, view.tip, ({ count: n, broken: bad }) => ({
    count: n,
    broken: bad,
  }))
  const findings = broken.map(({ path, why }): Finding => {
    const hint = `git show ${lineRef(view.source)}:${path}`
    return { check: 'entries', level: 'problem', message: `'${path}' is skipped: ${why}`, hint }
  })
  return findings.length > 0
    ? findings
    : [{ check: 'entries', level: 'ok', message: `${count} memories, all readable` }]
}

/** Reads every record and key once: a damaged segment is found here rather than by a search. */
const searchIndex: Check = async (repo, view) => {
  const read = await useSnapshot(repo, view.tip, (snapshot) => snapshot.entries().length)
  return [{ check: 'search index', level: 'ok', message: `readable, ${read} entries` }]
}

const leftovers: Check = (repo) => {
  const dir = join(repo.commonDir, 'objects')
  const old = list(dir)
    .filter((name) => name.startsWith('tmp_obj_ralph_'))
    .map((name) => join(dir, name))
    .filter(
      (path) =>
        Date.now() - (statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()) > DEAD_FILE_MS,
    )
  if (old.length === 0) return []
  return [
    {
      check: 'leftovers',
      level: 'warning',
      message: `${old.length} temporary objects of killed writes`,
      fix: () => old.forEach((path) => rmSync(path, { force: true })),
    },
  ]
}

/** Only where `init` has put them: who never asked for hooks misses none. */
const hooks: Check = async (repo) => {
  const findings: Finding[] = []
  const states = await hookStates(repo, hookCommand())
  if (states.some(({ state }) => state === 'installed' || state === 'outdated')) {
    for (const { name, state } of states) {
      if (state === 'missing')
        findings.push({
          check: 'hooks',
          level: 'problem',
          message: `the git hook ${name} is missing`,
          hint: 'git ralph init',
        })
      if (state === 'outdated')
        findings.push({
          check: 'hooks',
          level: 'warning',
          message: `the git hook ${name} calls another git-ralph or node`,
          hint: 'git ralph init',
        })
    }
    if (findings.length === 0) findings.push({ check: 'hooks', level: 'ok', message: 'installed' })
  }
  for (const failure of readFailures(repo)) {
    const message = `${failure.hook} failed at ${failure.when}: ${failure.message}`
    findings.push({ check: 'hooks', level: 'problem', message, fix: () => dropFailures(repo) })
  }
  return findings
}

/** Silent where no agent was ever seen. */
const capture: Check = (repo) => {
  const { state, text } = captureStateOf(repo.ralphDir, repo.env.now())
  if (state !== 'healthy')
    return [
      {
        check: 'capture',
        level: state === 'stopped' ? 'problem' : 'warning',
        message: text,
        // A failure is remembered until something is kept again.
        ...(readCaptureFailure(repo.ralphDir) && { fix: () => dropCaptureFailure(repo.ralphDir) }),
      },
    ]
  const last = findSummary(repo.ralphDir, () => true)
  return last ? [{ check: 'capture', level: 'ok', message: `last session seen at ${last.last}` }] : []
}

/** Agents' hooks are silent: what went wrong in one is said here. */
const agents: Check = ({ ralphDir }) => {
  const last = lastHookFailure(ralphDir)
  if (last === undefined) return []
  const message = `a hook of an agent failed: ${last}`
  return [{ check: 'agents', level: 'warning', message, fix: () => dropHookLog(ralphDir) }]
}

export const CHECKS: Check[] = [
  gitVersion,
  identity,
  permissions,
  rendered,
  locks,
  pending,
  entries,
  searchIndex,
  leftovers,
  hooks,
  links,
  storedSecrets,
  quarantine,
  signing,
  looseObjects,
  capture,
  agents,
]

function filesBelow(dir: string): { path: string; mode: number; directory: boolean }[] {
  const stat = lstatSync(dir, { throwIfNoEntry: false })
  if (!stat) return []
  const below = stat.isDirectory() ? list(dir).flatMap((name) => filesBelow(join(dir, name))) : []
  return [{ path: dir, mode: stat.mode, directory: stat.isDirectory() }, ...below]
}

function list(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}
