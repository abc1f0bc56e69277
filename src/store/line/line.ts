/** Lines: which one belongs to the branch checked out, where it is kept, and what a reader of this branch sees. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RalphError } from '../../errors.js'
import { readConfig } from '../git/config.js'
import { listRefs, readRef } from '../git/refs.js'
import { listedRef } from '../git/spelling.js'
import { memoryRemote, trackingRef } from '../share/remote.js'
import { decodeBranch, encodeBranch } from './branch-name.js'
import type { Oid, Repo } from '../git/repo.js'

export const LINES = 'refs/ralph-memory'

/** What a reader sees, and where a writer writes. */
export interface View {
  /** The branch whose view this is. */
  branch: string
  /** The branch checked out, or undefined when HEAD is detached. */
  checkedOut: string | undefined
  /** The branch whose line is read: the branch itself, or its base as long as it has no line of its own. */
  source: string
  /** The tip of the line that is read; undefined when nothing was remembered yet. */
  tip: Oid | undefined
  /** Where the view is of an earlier time, and a revision was named: that code. */
  code?: Oid
}

export interface ViewOptions {
  /** Look at this branch's line instead of the current one's. */
  line?: string
  /** What was known then: at a revision of the code, or at a time. */
  at?: string | Date
}

/** `feature/login` → `refs/ralph-memory/feature%2Flogin`: reversible, and a line for `a` never blocks one for `a/b`. */
export function lineRef(branch: string): string {
  return `${LINES}/${encodeBranch(branch)}`
}

export async function openView(repo: Repo, options: ViewOptions = {}): Promise<View> {
  if (options.at !== undefined) return openViewAt(repo, options.at, options.line)
  const checkedOut = await currentBranch(repo)
  if (options.line !== undefined) return openLine(repo, options.line, checkedOut)
  const branch = checkedOut ?? (await nearestBranch(repo))
  const found = await findTip(repo, branch)
  return { branch, checkedOut, source: found?.source ?? branch, tip: triedTip(repo) ?? found?.tip }
}

/** Set by `bisect run` for what it runs: that commit's memories are all there are. */
function triedTip(repo: Repo): Oid | undefined {
  return /^[0-9a-f]{40}$/.exec(repo.env.vars['RALPH_TIP'] ?? '')?.[0]
}

/** At a revision, the line is that of a branch which contains it, unless one is named. */
async function openViewAt(repo: Repo, at: string | Date, line: string | undefined): Promise<View> {
  const { tipByCode, tipByDate } = await import('./view-at.js')
  if (at instanceof Date) {
    const view = await openView(repo, line === undefined ? {} : { line })
    return { ...view, tip: view.tip && (await tipByDate(repo, view.tip, at)) }
  }
  const { commitOf } = await import('../git/revision.js')
  const code = await commitOf(repo, at)
  const branch = line ?? (await containingBranch(repo, code))
  const found = line === undefined ? await findTip(repo, branch) : await openLine(repo, line, undefined)
  const tip = found?.tip && (await tipByCode(repo, found.tip, code))
  return { branch, checkedOut: await currentBranch(repo), source: found?.source ?? branch, tip, code }
}

/**
 * The tip that a reader of `branch` sees: its own line, else what the remote has of it, else the same for its base. A writer
 * forks from there.
 */
export async function findTip(repo: Repo, branch: string): Promise<{ source: string; tip: Oid } | undefined> {
  const seen = new Set<string>()
  for (let source: string | undefined = branch; source !== undefined && !seen.has(source);) {
    const tip = (await readRef(repo, lineRef(source))) ?? (await readTracked(repo, source))
    if (tip !== undefined) return { source, tip }
    seen.add(source)
    source = await baseOf(repo, source)
  }
  return undefined
}

async function openLine(repo: Repo, branch: string, checkedOut: string | undefined): Promise<View> {
  const tip = (await readRef(repo, lineRef(branch))) ?? (await readTracked(repo, branch))
  if (tip === undefined) {
    const lines = await listLines(repo)
    throw new RalphError('line-not-found', `no memory line for branch '${branch}'`, {
      hint:
        lines.size > 0
          ? `there are lines for: ${[...lines.keys()].join(', ')}`
          : 'nothing has been remembered yet',
    })
  }
  return { branch, checkedOut, source: branch, tip }
}

/** What the remote last had of the line of `branch`. */
export async function readTracked(repo: Repo, branch: string): Promise<Oid | undefined> {
  const remote = memoryRemote(await readConfig(repo), repo.env.vars)
  return remote === undefined ? undefined : readRef(repo, trackingRef(remote, branch))
}

const nearest = new WeakMap<Repo, { head: Oid; branch: Promise<string> }>()

/** Where a detached HEAD belongs: to the branch that is being rebased, else to one that contains it. */
async function nearestBranch(repo: Repo): Promise<string> {
  const head = await headCommit(repo)
  if (head === undefined) return defaultBranch(repo)
  const known = nearest.get(repo)
  if (known?.head === head) return known.branch
  const branch = branchInRebase(repo)
  const found = branch === undefined ? containingBranch(repo, head) : Promise.resolve(branch)
  nearest.set(repo, { head, branch: found })
  return found
}

function branchInRebase(repo: Repo): string | undefined {
  for (const dir of ['rebase-merge', 'rebase-apply']) {
    const name = readText(join(repo.gitDir, dir, 'head-name'))?.trim()
    if (name?.startsWith('refs/heads/')) return name.slice('refs/heads/'.length)
  }
  return undefined
}

/** The default branch if it contains the commit, else another one that does. */
async function containingBranch(repo: Repo, head: Oid): Promise<string> {
  const main = await defaultBranch(repo)
  const { code, stdout } = await repo.tryGit([
    'for-each-ref',
    '--contains',
    head,
    '--format=%(refname)',
    'refs/heads',
    'refs/remotes',
  ])
  const refs = code === 0 ? stdout.toString('utf8').split('\n').filter(Boolean) : []
  const branches = refs
    .map((ref) => ref.replace(/^refs\/(?:heads|remotes\/[^/]+)\//, ''))
    .filter((name) => name !== 'HEAD')
  return branches.includes(main) ? main : (branches[0] ?? main)
}

export async function listLines(repo: Repo): Promise<Map<string, Oid>> {
  const refs = await listRefs(repo, LINES)
  return new Map([...refs].map(([ref, tip]) => [decodeBranch(ref.slice(LINES.length + 1)), tip]))
}

/** Those of `branches` that have a line of their own. */
export async function withLines(repo: Repo, branches: string[]): Promise<string[]> {
  const tips = await Promise.all(branches.map((branch) => readRef(repo, lineRef(branch))))
  return branches.filter((_, i) => tips[i] !== undefined)
}

/** The branch checked out in this worktree, also before its first commit; undefined when HEAD is detached. */
export async function currentBranch(repo: Repo): Promise<string | undefined> {
  if (!repo.refsByGit) {
    const head = /^ref: (refs\/heads\/.+)$/m.exec(readFileSync(join(repo.gitDir, 'HEAD'), 'utf8'))?.[1]
    return head && listedRef(repo, head).slice('refs/heads/'.length)
  }
  const answer = await repo.tryGit(['symbolic-ref', '--quiet', '--short', 'HEAD'])
  return answer.code === 0 ? answer.stdout.toString('utf8').trim() : undefined
}

/** The line a branch's line is forked from: the branch it was created from, else the default branch. */
export async function baseOf(repo: Repo, branch: string): Promise<string | undefined> {
  const base = recordedBase((await readConfig(repo)).git, branch) ?? (await defaultBranch(repo))
  return base === branch ? undefined : base
}

export function recordedBase(git: Record<string, string>, branch: string): string | undefined {
  return git[`branch.${branch}.ralphbase`]
}

/** `origin/HEAD`, else `init.defaultBranch` if there is such a branch, else main or master. */
export async function defaultBranch(repo: Repo): Promise<string> {
  const remote = readSymbolicRef(repo, 'refs/remotes/origin/HEAD')
  if (remote?.startsWith('refs/remotes/origin/')) return remote.slice('refs/remotes/origin/'.length)
  const configured = (await readConfig(repo)).git['init.defaultbranch']
  for (const name of [configured, 'main', 'master']) {
    if (name && ((await readRef(repo, `refs/heads/${name}`)) ?? (await readRef(repo, lineRef(name)))))
      return name
  }
  return (await currentBranch(repo)) ?? configured ?? 'main'
}

function readSymbolicRef(repo: Repo, ref: string): string | undefined {
  return /^ref: (\S+)/.exec(readText(join(repo.commonDir, ref)) ?? '')?.[1]
}

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** The code commit checked out, or undefined before the first one. */
export async function headCommit(repo: Repo): Promise<Oid | undefined> {
  const branch = await currentBranch(repo)
  if (branch !== undefined) return readRef(repo, `refs/heads/${branch}`)
  if (repo.refsByGit) return readRef(repo, 'HEAD')
  const head = readFileSync(join(repo.gitDir, 'HEAD'), 'utf8').trim()
  return /^[0-9a-f]{40}$/.test(head) ? head : undefined
}
