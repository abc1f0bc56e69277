/** Landing by rebase and squash: base does not hold the branch's commits, but commits that make the same changes. */
import { namesBranch } from './branch-mention.js'
import { type Commit, readCommits, readSides, type Side, type Sides } from './branch-sides.js'
import { type Landing, notLanded } from './landing-answer.js'
import type { Oid, Repo } from '../git/repo.js'

export interface Question {
  tip: Oid
  base: Oid
  branch?: string | undefined
  /** How many merges of base into the branch were undone to look at it as it was before. */
  undone?: number
}

/** Commits looked at: of base since the branch left it, and of the branch. */
const BASE_LIMIT = 2000
const OWN_LIMIT = 1000
/** Merges tried again with git: each is a process. */
const MERGE_LIMIT = 20
const UNDO_LIMIT = 5

export async function landedByPatch(repo: Repo, question: Question): Promise<Landing> {
  const { tip, base } = question
  const own = await readCommits(repo, [`--max-count=${OWN_LIMIT + 1}`, tip, `^${base}`])
  if (own.length > OWN_LIMIT) return notLanded('unsure', `the branch has more than ${OWN_LIMIT} commits`)
  const forks = (await repo.tryGit(['merge-base', '--all', tip, base])).stdout.toString('utf8')
  const bases = forks.split('\n').filter(Boolean).slice(0, 4)
  if (bases.length === 0) return notLanded('not-landed', 'the branch and its base have no common history')

  const work = own.filter((commit) => commit.parents.length < 2)
  const since = await readCommits(repo, ['--no-merges', `--max-count=${BASE_LIMIT}`, base, `^${tip}`])
  const sides = await readSides(repo, work, since, { tip, bases })

  const picks = matchPicks(sides.work, sides.since)
  if (picks.work === 0) return notLanded('nothing-to-land', 'the commits of the branch change nothing')
  const merges = own.filter((commit) => commit.parents.length > 1)
  if (picks.pairs.size + picks.borrowed === picks.work && picks.pairs.size > 0)
    return (await changedByHand(repo, merges))
      ? notLanded('unsure', 'all commits are in base, but not what was changed while merging')
      : landedAs('rebase', own, picks.last!, picks.pairs)
  if (picks.borrowed === picks.work)
    return notLanded('unsure', 'base made the same changes before the branch did')

  if (sides.whole.every((whole) => whole.paths.length === 0)) return landedBeforeMerge(repo, question, own)
  const squash =
    sides.since.find(
      (it) => it.committed >= own[0]!.committed && sides.whole.some((whole) => same(it, whole)),
    ) ?? (await findExactMerge(repo, tip, own[0]!.committed, sides))
  if (squash) return landedAs('squash', own, squash.oid)

  if (picks.pairs.size > 0)
    return notLanded('partial', `${picks.pairs.size} of ${picks.work} commits are in base`)
  const similar = findSimilar(sides, work, question.branch)
  if (similar)
    return notLanded('unsure', `commit ${similar.oid} of base looks like the branch but differs from it`)
  return since.length === BASE_LIMIT
    ? notLanded('unsure', `not among the last ${BASE_LIMIT} commits of base`)
    : notLanded('not-landed', 'no commit of base makes the changes of the branch')
}

function landedAs(how: 'rebase' | 'squash', own: Commit[], commit: Oid, pairs?: Map<Oid, Oid>): Landing {
  const replaced = own.map(({ oid }) => ({ from: oid, to: pairs?.get(oid) ?? commit }))
  const detail =
    how === 'squash' ? 'one commit of base is the whole branch' : 'base holds a copy of each commit'
  return { landed: true, how, commit, replaced, detail }
}

/** The branch changes nothing any more: it may have landed before base was merged into it, so look at what it was before. */
async function landedBeforeMerge(repo: Repo, question: Question, own: Commit[]): Promise<Landing> {
  const undone = (question.undone ?? 0) + 1
  const [before, merged] = own[0]!.parents
  if (undone <= UNDO_LIMIT && merged && own.some((commit) => commit.oid === before)) {
    const earlier = await landedByPatch(repo, { ...question, tip: before!, undone })
    if (earlier.landed)
      return { ...earlier, replaced: [...earlier.replaced, { from: question.tip, to: earlier.commit }] }
  }
  return notLanded('nothing-to-land', 'the branch takes back all that it changed')
}

function same(a: { patch?: string }, b: { patch?: string }): boolean {
  return a.patch !== undefined && a.patch === b.patch
}

interface Picks {
  /** How many commits of the branch change something. */
  work: number
  pairs: Map<Oid, Oid>
  /** How many of them base had first: taken from base, or made twice. */
  borrowed: number
  /** The newest commit of base that stands for one of the branch. */
  last: Oid | undefined
}

/** Each commit of base stands for one of the branch at most: the same line may be added twice. */
function matchPicks(work: Side[], since: Side[]): Picks {
  const free = new Map<string, Side[]>()
  for (const side of since)
    if (side.patch !== undefined) free.set(side.patch, [...(free.get(side.patch) ?? []), side])
  const picks: Picks = { work: 0, pairs: new Map(), borrowed: 0, last: undefined }
  for (const side of work) {
    if (side.paths.length === 0) continue
    picks.work++
    const twin = side.patch === undefined ? undefined : free.get(side.patch)?.shift()
    if (twin && twin.committed < side.committed) picks.borrowed++
    else if (twin) picks.pairs.set(side.oid, twin.oid)
  }
  const copies = new Set(picks.pairs.values())
  picks.last = since.find((side) => copies.has(side.oid))?.oid
  return picks
}

/** Whether a merge on the branch holds lines that none of its parents has. */
async function changedByHand(repo: Repo, merges: Commit[]): Promise<boolean> {
  if (merges.length === 0) return false
  const command = ['diff-tree', '--stdin', '--cc', '-p', '--no-commit-id']
  return (await repo.git(command, { input: merges.map(({ oid }) => `${oid}\n`).join('') })).trim() !== ''
}

/** Base changed lines near those of the branch, so the patches differ: is a commit of base just what git's merge makes? */
async function findExactMerge(
  repo: Repo,
  tip: Oid,
  committed: number,
  sides: Sides,
): Promise<Commit | undefined> {
  const touched = new Set(sides.whole.flatMap((whole) => whole.paths))
  const candidates = sides.since.filter(
    (it) =>
      it.committed >= committed &&
      it.parents.length === 1 &&
      it.paths.length > 0 &&
      it.paths.every((path) => touched.has(path)),
  )
  for (const candidate of candidates.slice(0, MERGE_LIMIT)) {
    // Exit code 1 is a conflict; before git 2.38 the option is unknown. Neither is a landing.
    const merge = await repo.tryGit(['merge-tree', '--write-tree', candidate.parents[0]!, tip])
    if (merge.code === 0 && merge.stdout.toString('utf8').trim() === candidate.tree) return candidate
  }
  return undefined
}

/** A commit of base that touches the same files and speaks of the branch or of one of its commits. */
function findSimilar(sides: Sides, work: Commit[], branch: string | undefined): Commit | undefined {
  const touched = new Set(sides.whole.flatMap((whole) => whole.paths))
  const subjects = work.map(({ message }) => message.split('\n', 1)[0]!).filter((it) => it.length >= 8)
  return sides.since.find(
    (it) =>
      it.paths.some((path) => touched.has(path)) &&
      (namesBranch(it.message, branch) || subjects.some((subject) => it.message.includes(subject))),
  )
}
