/** Both sides of a landing: the commits of a branch and the commits of base since, with what each changes. */
import { type Change, type ChangeRequest, readChanges, readPatches } from './patch-ids.js'
import type { Oid, Repo } from '../git/repo.js'

export interface Commit {
  oid: Oid
  tree: Oid
  committed: number
  parents: Oid[]
  message: string
}

export interface Side extends Change, Commit {
  /** Read only when another side has the same shape. */
  patch?: string
}

export interface Sides {
  work: Side[]
  since: Side[]
  /** The branch as one change, against each place where it left base. */
  whole: (Change & { patch?: string })[]
}

export async function readSides(
  repo: Repo,
  work: Commit[],
  since: Commit[],
  { tip, bases }: { tip: Oid; bases: Oid[] },
): Promise<Sides> {
  const requests: ChangeRequest[] = [
    ...[...work, ...since].map(({ oid }) => ({ commit: oid })),
    ...bases.map((parent) => ({ commit: tip, parent })),
  ]
  const changes: (Change & { patch?: string })[] = await readChanges(repo, requests)
  const ofBase = new Set(changes.slice(work.length, work.length + since.length).map((it) => it.shape))
  const ofBranch = new Set([
    ...changes.slice(0, work.length).map((it) => it.shape),
    ...changes.slice(work.length + since.length).map((it) => it.shape),
  ])
  const compared = changes.flatMap((it, i) =>
    it.paths.length > 0 && ofBase.has(it.shape) && ofBranch.has(it.shape) ? [i] : [],
  )
  const patches = await readPatches(
    repo,
    compared.map((i) => requests[i]!),
  )
  compared.forEach((i, n) => (changes[i]!.patch = patches[n]!))
  return {
    work: work.map((commit, i) => ({ ...commit, ...changes[i]! })),
    since: since.map((commit, i) => ({ ...commit, ...changes[work.length + i]! })),
    whole: changes.slice(work.length + since.length),
  }
}

/** Newest first, children before parents. */
export async function readCommits(repo: Repo, range: string[]): Promise<Commit[]> {
  const options = ['--no-show-signature', '--encoding=UTF-8', '-z', '--format=%H %T %ct %P%n%B']
  const listing = await repo.git(['log', '--topo-order', ...options, ...range, '--'])
  return listing
    .split('\0')
    .filter(Boolean)
    .map((record) => {
      const end = record.indexOf('\n')
      const [oid, tree, committed, ...parents] = record.slice(0, end).trim().split(' ')
      return { oid: oid!, tree: tree!, committed: Number(committed), parents, message: record.slice(end + 1) }
    })
}
