/** Landing by merge and fast-forward: base's history holds the branch's last commit. */
import { namesBranch } from './branch-mention.js'
import { type Landing, type LandingQuestion, notLanded } from './landing-answer.js'
import { createdAt, madeCommit, readDeletedBranchMoves, readReflog, type RefMove } from './reflog.js'
import type { Oid, Repo } from '../git/repo.js'

interface Question extends LandingQuestion {
  tip: Oid
  base: Oid
  baseRef: string
}

/** Undefined when base does not hold the tip. */
export async function landedByHistory(repo: Repo, question: Question): Promise<Landing | undefined> {
  const { tip, base, branch } = question
  if (!(await isAncestor(repo, tip, base))) return undefined
  const moves =
    branch === undefined
      ? undefined
      : (readReflog(repo, `refs/heads/${branch}`) ?? readDeletedBranchMoves(repo, branch))
  const fork = question.forkPoint ?? (moves && createdAt(moves, branch!))
  if (fork && (await isAncestor(repo, tip, fork)))
    return notLanded('nothing-to-land', 'the branch has no commits of its own')
  const chain = await listCommits(repo, ['--first-parent', base, '--not', `${tip}^@`])
  return chain.includes(tip) ? fastForward(repo, question, moves, fork) : merged(repo, question, chain, fork)
}

/** The chain alone looks the same for a branch that was just created: somebody must have seen a commit being made on it. */
async function fastForward(
  repo: Repo,
  question: Question,
  moves: RefMove[] | undefined,
  fork: Oid | undefined,
): Promise<Landing> {
  const { tip, branch } = question
  const detail = 'base was fast-forwarded to the branch'
  const landed: Landing = { landed: true, how: 'fast-forward', commit: tip, replaced: [], detail }
  if (moves && (await madeOnBranch(repo, moves, tip, fork))) return landed
  if (await mergedByName(repo, question)) return landed
  if (moves && createdAt(moves, branch!))
    return notLanded('nothing-to-land', 'no commit was made on the branch')
  if (question.forkPoint && !moves) return landed
  return notLanded('unsure', 'base holds the last commit of the branch, but who made it cannot be told')
}

async function madeOnBranch(repo: Repo, moves: RefMove[], tip: Oid, fork: Oid | undefined): Promise<boolean> {
  const made = new Set(moves.filter(madeCommit).map((move) => move.to))
  if (made.size === 0) return false
  const own = await listCommits(repo, ['--max-count=2000', tip, ...(fork ? [`^${fork}`] : [])])
  return own.some((commit) => made.has(commit))
}

/** Whether base's reflog says that the branch, by its name, moved it to the tip. */
async function mergedByName(repo: Repo, { tip, baseRef, branch }: Question): Promise<boolean> {
  if (branch === undefined) return false
  const answer = await repo.tryGit(['rev-parse', '--symbolic-full-name', baseRef])
  const ref = answer.stdout.toString('utf8').trim()
  const moves = ref.startsWith('refs/') ? readReflog(repo, ref) : undefined
  return moves?.some((move) => move.to === tip && move.why === `merge ${branch}: Fast-forward`) ?? false
}

async function merged(
  repo: Repo,
  { tip, base, branch }: Question,
  chain: Oid[],
  fork: Oid | undefined,
): Promise<Landing> {
  const holders = new Set(await listCommits(repo, ['--ancestry-path', `${tip}..${base}`]))
  const commit = chain.findLast((oid) => holders.has(oid)) ?? base
  const landed: Landing = {
    landed: true,
    how: 'merge',
    commit,
    replaced: [],
    detail: 'base merged the branch',
  }
  if (fork) return landed
  // The branch may have been created, without work of its own, from one that was merged.
  const text = await repo.git(['cat-file', 'commit', commit])
  const parents = text.matchAll(/^parent ([0-9a-f]{40})$/gm)
  if ([...parents].some((match) => match[1] === tip) || namesBranch(text.slice(text.indexOf('\n\n')), branch))
    return landed
  return notLanded('unsure', `merge ${commit} holds the last known commit, but may be of another branch`)
}

async function isAncestor(repo: Repo, older: Oid, newer: Oid): Promise<boolean> {
  return (await repo.tryGit(['merge-base', '--is-ancestor', older, newer])).code === 0
}

async function listCommits(repo: Repo, args: string[]): Promise<Oid[]> {
  return (await repo.git(['rev-list', ...args])).split('\n').filter(Boolean)
}
