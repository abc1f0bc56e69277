/**
 * The work tree as a commit, and back. A snapshot holds what is tracked and what is untracked and not ignored, with modes and links. Restoring puts
 * exactly these files back: what is ignored by the rules of the snapshot was not part of it, and is left alone.
 */
import { rmdirSync, unlinkSync } from 'node:fs'
import { MAX_FILES } from '../../memory/journal.js'
import { RalphError } from '../../errors.js'
import { headCommit } from '../line/line.js'
import { objectsOf } from '../git/objects.js'
import { deleteRef, listRefs, moveRef, readRef } from '../git/refs.js'
import type { Oid, Repo } from '../git/repo.js'
import { openShadow, type Shadow } from './shadow.js'

const SNAPSHOTS = 'refs/ralph-snapshots'

export function snapshotRef(loop: string, name: string): string {
  return `${SNAPSHOTS}/${loop}/${name}`
}

/** The tree of the work tree as it is now. */
export async function writeWorkTree(repo: Repo): Promise<Oid> {
  return writeTree(openShadow(repo))
}

async function writeTree(shadow: Shadow): Promise<Oid> {
  const [added, tracked] = await Promise.all([
    shadow.tryGit(['add', '-A', '--ignore-errors']),
    ignoredButTracked(shadow.repo),
  ])
  // Exit code 1 when some could not be added: what cannot be read, and repositories without a commit inside the work tree.
  if (added.code > 1) throw failed(added.stderr)
  if (tracked.length > 0) await shadow.git(['update-index', '-z', '--add', '--remove', '--stdin'], tracked)
  return (await shadow.git(['write-tree'])).trim()
}

function failed(said: string): RalphError {
  const line = said.trim().split('\n').at(-1) ?? ''
  return new RalphError(
    'git-failed',
    `the work tree could not be kept: ${line.replace(/^(fatal|error): /, '')}`,
  )
}

async function ignoredButTracked(repo: Repo): Promise<Buffer> {
  const args = ['ls-files', '-z', '-c', '-i', '--exclude-standard']
  const { stdout, code } = await repo.tryGit(args, { vars: { GIT_OPTIONAL_LOCKS: '0' } })
  return code === 0 ? stdout : Buffer.alloc(0)
}

export interface Snapshot {
  commit: Oid
  tree: Oid
}

/** Keeps the work tree as a commit under `refs/ralph-snapshots/<loop>/<name>`; the commit checked out is its parent. */
export async function takeSnapshot(repo: Repo, loop: string, name: string): Promise<Snapshot> {
  const tree = await writeWorkTree(repo)
  const head = await headCommit(repo)
  const now = repo.env.now()
  const by = {
    name: 'git-ralph',
    email: 'git-ralph@localhost',
    timestamp: Math.floor(now.getTime() / 1000),
    timezoneOffset: now.getTimezoneOffset(),
  }
  const commit = await objectsOf(repo).writeCommit({
    tree,
    parents: head ? [head] : [],
    author: by,
    committer: by,
    message: `snapshot ${name} of ${loop}\n\nRalph-Loop: ${loop}\n`,
  })
  const ref = snapshotRef(loop, name)
  const before = await readRef(repo, ref)
  if (!(await moveRef(repo, ref, commit, before, 'snapshot')))
    throw new RalphError('git-failed', `'${ref}' is being moved by somebody else`)
  return { commit, tree }
}

/** Lets go of the snapshots that hold any of these objects. */
export async function dropSnapshotsWith(repo: Repo, blobs: ReadonlySet<Oid>): Promise<void> {
  for (const [ref, commit] of await listRefs(repo, SNAPSHOTS)) {
    const listing = await repo.git(['ls-tree', '-r', '-z', '--full-tree', commit])
    const names = listing.split('\0').map((line) => line.split('\t', 1)[0]!.split(' ')[2] ?? '')
    if (names.some((name) => blobs.has(name))) await deleteRef(repo, ref, commit)
  }
}

/** The tree of a snapshot that was kept. */
export async function treeOf(repo: Repo, commit: Oid): Promise<Oid> {
  return (await repo.git(['rev-parse', '--verify', `${commit}^{tree}`])).trim()
}

export interface Restored {
  /** Repositories inside the work tree: never removed. */
  left: string[]
}

/** Makes the work tree what `tree` says. Only files that differ are touched. */
export async function restoreTree(repo: Repo, tree: Oid): Promise<Restored> {
  const shadow = openShadow(repo)
  await writeTree(shadow)
  await shadow.git(['read-tree', '-m', tree])
  await shadow.git(['checkout-index', '-f', '-a', '-q'])
  await shadow.tryGit(['update-index', '-q', '--refresh'])
  const surplus = await notInSnapshot(shadow)
  for (const path of surplus) if (!path.endsWith('/')) removeFile(shadow.workTree, path)
  const now = await writeTree(shadow)
  if (now !== tree)
    throw new RalphError('git-failed', 'the work tree could not be restored exactly', {
      hint: `git diff-tree -r ${now} ${tree} shows what differs`,
    })
  return { left: surplus.filter((path) => path.endsWith('/')) }
}

/** Names may be any bytes, so each byte is a character here. By the ignore rules of the snapshot, which are back in place. */
async function notInSnapshot(shadow: Shadow): Promise<string[]> {
  const list = async (...args: string[]): Promise<string[]> =>
    namesOf((await shadow.tryGit(['ls-files', '-z', ...args])).stdout)
  const others = await list('-o', '--exclude-standard')
  const tracked = namesOf(await ignoredButTracked(shadow.repo))
  if (tracked.length === 0) return others
  const kept = new Set(await list())
  return [...others, ...tracked.filter((path) => !kept.has(path))]
}

const namesOf = (listing: Buffer): string[] => listing.toString('latin1').split('\0').filter(Boolean)

function removeFile(workTree: string, path: string): void {
  const [top, slash] = [Buffer.from(workTree), Buffer.from('/')]
  try {
    unlinkSync(Buffer.concat([top, slash, Buffer.from(path, 'latin1')]))
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1))
      rmdirSync(Buffer.concat([top, slash, Buffer.from(path.slice(0, end), 'latin1')]))
  } catch {
    // A directory that is not empty; whatever else could not be removed is told by the comparison at the end.
  }
}

/** The paths that differ between two trees. */
export async function filesBetween(repo: Repo, from: Oid, to: Oid): Promise<string[]> {
  if (from === to) return []
  const { stdout } = await repo.tryGit(['diff-tree', '-r', '-z', '--name-only', '--no-renames', from, to])
  return stdout.toString('utf8').split('\0').filter(Boolean).slice(0, MAX_FILES)
}

/** For people and agents: what changed, as a patch of at most a few megabytes. */
export async function patchBetween(repo: Repo, from: Oid, to: Oid): Promise<string> {
  const { stdout } = await repo.tryGit([
    'diff-tree',
    '-r',
    '-p',
    '--stat',
    '--no-ext-diff',
    '--no-textconv',
    from,
    to,
  ])
  return stdout.subarray(0, 4_000_000).toString('utf8')
}

/** How many there are, of all loops. */
export async function countSnapshots(repo: Repo): Promise<number> {
  return (await listRefs(repo, SNAPSHOTS)).size
}

/** Those of one loop, or all. */
export async function dropSnapshots(repo: Repo, loop?: string): Promise<void> {
  const prefix = loop === undefined ? SNAPSHOTS : `${SNAPSHOTS}/${loop}`
  for (const [ref, oid] of await listRefs(repo, prefix)) await deleteRef(repo, ref, oid)
}
