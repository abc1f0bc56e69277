/** Lines: which one belongs to the branch checked out, where it is kept, and what a reader of this branch sees. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { RalphError } from '../errors.js'
import { readConfig } from './config.js'
import { listRefs, readRef } from './refs.js'
import type { Oid, Repo } from './repo.js'

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
}

export interface ViewOptions {
  /** Look at this branch's line instead of the current one's. */
  line?: string
}

/** `feature/login` → `refs/ralph-memory/feature%2Flogin`: reversible, and a line for `a` never blocks one for `a/b`. */
export function lineRef(branch: string): string {
  return `${LINES}/${encodeBranch(branch)}`
}

export function encodeBranch(branch: string): string {
  return branch.replace(/[%/]/g, (char) => (char === '%' ? '%25' : '%2F'))
}

export function decodeBranch(encoded: string): string {
  return encoded.replace(/%(25|2F)/gi, (_, hex: string) => (hex === '25' ? '%' : '/'))
}

export async function openView(repo: Repo, options: ViewOptions = {}): Promise<View> {
  const checkedOut = await currentBranch(repo)
  if (options.line !== undefined) return openLine(repo, options.line, checkedOut)
  const branch = checkedOut ?? (await defaultBranch(repo))
  for (let source = branch, seen = new Set<string>(); ;) {
    const tip = await readRef(repo, lineRef(source))
    if (tip !== undefined) return { branch, checkedOut, source, tip }
    seen.add(source)
    const base = await baseOf(repo, source)
    if (base === undefined || seen.has(base)) return { branch, checkedOut, source: branch, tip: undefined }
    source = base
  }
}

async function openLine(repo: Repo, branch: string, checkedOut: string | undefined): Promise<View> {
  const tip = await readRef(repo, lineRef(branch))
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

export async function listLines(repo: Repo): Promise<Map<string, Oid>> {
  const refs = await listRefs(repo, LINES)
  return new Map([...refs].map(([ref, tip]) => [decodeBranch(ref.slice(LINES.length + 1)), tip]))
}

/** The branch checked out in this worktree, also before its first commit; undefined when HEAD is detached. */
export async function currentBranch(repo: Repo): Promise<string | undefined> {
  if (!repo.refsByGit) {
    const head = readFileSync(join(repo.gitDir, 'HEAD'), 'utf8')
    return /^ref: refs\/heads\/(.+)$/m.exec(head)?.[1]
  }
  const answer = await repo.tryGit(['symbolic-ref', '--quiet', '--short', 'HEAD'])
  return answer.code === 0 ? answer.stdout.toString('utf8').trim() : undefined
}

/** The line a branch's line is forked from: the branch it was created from, else the default branch. */
export async function baseOf(repo: Repo, branch: string): Promise<string | undefined> {
  const recorded = (await readConfig(repo)).git[`branch.${branch}.ralphbase`]
  const base = recorded ?? (await defaultBranch(repo))
  return base === branch ? undefined : base
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
  try {
    return /^ref: (\S+)/.exec(readFileSync(join(repo.commonDir, ref), 'utf8'))?.[1]
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
