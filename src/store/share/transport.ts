/**
 * Fetching and pushing lines with git's own transport, by explicit refspecs: nothing is configured, the user's branches and
 * FETCH_HEAD are never touched, and a fetch only ever writes tracking refs.
 */
import { RalphError } from '../../errors.js'
import { decodeBranch, encodeBranch } from '../line/branch-name.js'
import type { GitResult } from '../git/git.js'
import { NOTES } from '../journal/notes-refs.js'
import { deleteRef, listRefs, moveRef, readRef } from '../git/refs.js'
import { TRACKING, trackedJournal, trackingRef } from './remote.js'
import type { Oid, Repo, RunOptions } from '../git/repo.js'

export interface Remote {
  name: string
  /** Where the remote keeps lines. */
  prefix: string
  /** In milliseconds since 1970: when to give up; without it as long as it takes. */
  deadline?: number
  /** Nobody is there to type a password. */
  unattended?: boolean
}

/** `withheld`: it was not sent, since it holds a secret. */
export type PushOutcome = 'pushed' | 'up-to-date' | 'outrun' | 'refused' | 'withheld'

export interface Pushed {
  branch: string
  outcome: PushOutcome
  /** The remote's words when it refused, ours when it was withheld. */
  reason?: string
}

/** Where the remote keeps the journal: as git notes, or as a branch on a host that takes branches only. */
export function journalOn({ prefix }: Remote): string {
  return prefix.startsWith('refs/heads/') ? `${prefix}-journal` : NOTES
}

/** Brings the tracking refs up to date; lines that the remote no longer has are dropped from them. */
export async function fetchLines(repo: Repo, remote: Remote): Promise<void> {
  const refspecs = [
    `+${remote.prefix}/*:${TRACKING}/${encodeBranch(remote.name)}/*`,
    // A pattern, since git fails on a ref that the remote does not have yet.
    `+${journalOn(remote)}*:${trackedJournal(remote.name)}*`,
  ]
  const args = [
    'fetch',
    '--quiet',
    '--prune',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-recurse-submodules',
    '--no-auto-maintenance',
    '--',
    remote.name,
    ...refspecs,
  ]
  const result = await repo.tryGit(args, optionsFor(repo, remote))
  if (result.code !== 0) throw remoteFailed('fetch from', remote, result)
}

export async function trackedLines(repo: Repo, remote: string): Promise<Map<string, Oid>> {
  const prefix = `${TRACKING}/${encodeBranch(remote)}`
  const refs = await listRefs(repo, prefix)
  return new Map([...refs].map(([ref, tip]) => [decodeBranch(ref.slice(prefix.length + 1)), tip]))
}

export type Answer = Omit<Pushed, 'branch'>

export interface Push {
  lines: Pushed[]
  journal?: Answer
}

/** Pushes lines and journal in a push of their own, each for itself: one that is refused does not hold up the others. */
export async function pushMemory(
  repo: Repo,
  remote: Remote,
  lines: ReadonlyMap<string, Oid>,
  journal: Oid | undefined,
): Promise<Push> {
  if (lines.size === 0 && journal === undefined) return { lines: [] }
  const refOf = (branch: string): string => `${remote.prefix}/${encodeBranch(branch)}`
  const refspecs = [...lines].map(([branch, tip]) => `${tip}:${refOf(branch)}`)
  if (journal !== undefined) refspecs.push(`${journal}:${journalOn(remote)}`)
  const result = await push(repo, remote, refspecs)
  const answers = readPorcelain(result.stdout.toString('utf8'))
  if (answers.size === 0) throw remoteFailed('push to', remote, result)
  const arrived = new Map<string, Oid>()
  const settle = (ref: string, tracking: string, tip: Oid): Answer => {
    const answer = answers.get(ref) ?? { outcome: 'refused', reason: 'the remote did not say' }
    if (answer.outcome === 'pushed' || answer.outcome === 'up-to-date') arrived.set(tracking, tip)
    return answer
  }
  const pushed: Pushed[] = [...lines].map(([branch, tip]) => ({
    branch,
    ...settle(refOf(branch), trackingRef(remote.name, branch), tip),
  }))
  const told = journal && settle(journalOn(remote), trackedJournal(remote.name), journal)
  await track(repo, arrived)
  return { lines: pushed, ...(told && { journal: told }) }
}

/** Deletes lines on the remote, each only if it still is where we saw it. */
export async function deleteRemoteLines(
  repo: Repo,
  remote: Remote,
  lines: ReadonlyMap<string, Oid>,
): Promise<string[]> {
  if (lines.size === 0) return []
  const refs = [...lines].map(([branch, tip]) => ({ ref: `${remote.prefix}/${encodeBranch(branch)}`, tip }))
  const leases = refs.map(({ ref, tip }) => `--force-with-lease=${ref}:${tip}`)
  const result = await push(repo, remote, [...leases, ...refs.map(({ ref }) => `:${ref}`)])
  const answers = readPorcelain(result.stdout.toString('utf8'))
  const deleted = [...lines.keys()].filter(
    (branch) => answers.get(`${remote.prefix}/${encodeBranch(branch)}`)?.outcome === 'pushed',
  )
  for (const branch of deleted) await deleteRef(repo, trackingRef(remote.name, branch), lines.get(branch)!)
  return deleted
}

/** Replaces refs of the remote, each only if it still is where we saw it: after their history was rewritten. */
export async function forceRemote(
  repo: Repo,
  remote: Remote,
  updates: readonly { ref: string; before: Oid; after: Oid }[],
): Promise<Map<string, Answer>> {
  if (updates.length === 0) return new Map()
  const leases = updates.map(({ ref, before }) => `--force-with-lease=${ref}:${before}`)
  const refspecs = updates.map(({ ref, after }) => `${after}:${ref}`)
  const result = await push(repo, remote, [...leases, ...refspecs])
  const answers = readPorcelain(result.stdout.toString('utf8'))
  if (answers.size === 0) throw remoteFailed('push to', remote, result)
  return answers
}

/** `--no-verify`: our own pre-push hook would call us again. */
function push(repo: Repo, remote: Remote, args: string[]): Promise<GitResult> {
  const leases = args.filter((arg) => arg.startsWith('--'))
  const refspecs = args.filter((arg) => !arg.startsWith('--'))
  const flags = [
    'push',
    '--porcelain',
    '--no-verify',
    '--no-follow-tags',
    '--recurse-submodules=no',
    ...leases,
  ]
  return repo.tryGit([...flags, '--', remote.name, ...refspecs], optionsFor(repo, remote))
}

/** Records what the remote now has by tracking ref, in one process however many there are. */
async function track(repo: Repo, arrived: ReadonlyMap<string, Oid>): Promise<void> {
  const moves: { ref: string; tip: Oid; before: Oid | undefined }[] = []
  for (const [ref, tip] of arrived) {
    const before = await readRef(repo, ref)
    if (before !== tip) moves.push({ ref, tip, before })
  }
  if (moves.length === 0) return
  const commands = moves.map(
    ({ ref, tip, before }) => `update ${ref} ${tip} ${before ?? '0'.repeat(tip.length)}\n`,
  )
  const { code } = await repo.tryGit(['update-ref', '--stdin'], { input: commands.join('') })
  if (code === 0) return
  // Whoever moved one of them meanwhile has newer news; the others are recorded all the same.
  for (const { ref, tip, before } of moves) await moveRef(repo, ref, tip, before, 'pushed')
}

function optionsFor(repo: Repo, { deadline, unattended }: Remote): RunOptions {
  const vars = unattended
    ? {
        GIT_TERMINAL_PROMPT: '0',
        GIT_SSH_COMMAND: repo.vars['GIT_SSH_COMMAND'] ?? 'ssh -oBatchMode=yes',
        GIT_ASKPASS: 'true',
        SSH_ASKPASS: 'true',
      }
    : {}
  return { vars, ...(deadline !== undefined && { timeout: Math.max(1, deadline - Date.now()) }) }
}

/** By ref, from lines such as `!\t<oid>:refs/ralph-memory/main\t[rejected] (fetch first)`. */
function readPorcelain(text: string): Map<string, Answer> {
  const answers = new Map<string, Answer>()
  for (const line of text.split('\n')) {
    const match = /^([ +\-*=!])\t[^\t]*:([^\t]+)\t(.*)$/.exec(line)
    if (match) answers.set(match[2]!, outcomeOf(match[1]!, match[3]!))
  }
  return answers
}

/** The remote moved on, or another push held the ref at that moment: fetch, merge and try again. */
const OUTRUN =
  /fetch first|non-fast-forward|stale info|cannot lock ref|failed to update ref|incorrect old value|already exists/i

function outcomeOf(flag: string, said: string): Answer {
  if (flag === '=') return { outcome: 'up-to-date' }
  if (flag !== '!') return { outcome: 'pushed' }
  return { outcome: OUTRUN.test(said) ? 'outrun' : 'refused', reason: said }
}

function remoteFailed(doing: string, remote: Remote, result: GitResult): RalphError {
  const lines = result.stderr.trim().split('\n')
  const said = lines.find((line) => /^(fatal|error|ssh):/.test(line)) ?? lines.at(-1) ?? ''
  return new RalphError(
    'remote-failed',
    `could not ${doing} '${remote.name}': ${said.replace(/^(fatal|error): /, '') || 'no answer'}`,
    {
      hint: 'nothing was lost; run `git ralph sync` again when the remote can be reached',
      data: { stderr: result.stderr },
    },
  )
}
