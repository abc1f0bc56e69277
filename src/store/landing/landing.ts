/**
 * Has the code of a branch landed in its base? The ways, in the order they are looked for:
 *   1. merge          base's history holds the tip beside its first-parent chain
 *   2. fast-forward   base's first-parent chain holds the tip, and the tip was made on the branch
 *   3. rebase         each change of the branch is a commit of base
 *   4. squash         the whole branch is one commit of base
 * A landing that is wrong is worse than one that is missed: what can't be told apart is answered with `unsure`.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { RalphError } from '../../errors.js'
import { landedByHistory } from './landed-by-history.js'
import { landedByPatch } from './landed-by-patch.js'
import { type Landed, type Landing, type LandingQuestion, notLanded } from './landing-answer.js'
import { readDeletedBranchMoves } from './reflog.js'
import type { Oid, Repo } from '../git/repo.js'

export type { Landing, LandingQuestion } from './landing-answer.js'

export async function findLanding(repo: Repo, question: LandingQuestion): Promise<Landing> {
  try {
    return await look(repo, question)
  } catch (error) {
    // History that is missing or damaged: git has said what it can't read.
    if (error instanceof RalphError && error.code === 'git-failed') return notLanded('unsure', error.message)
    throw error
  }
}

async function look(repo: Repo, question: LandingQuestion): Promise<Landing> {
  const wanted = question.tip ?? (await findLostTip(repo, question))
  if (!wanted) return notLanded('unsure', 'no commit of the branch is known')
  const [base, tip, forkPoint] = await readCommitNames(repo, [question.base, wanted, question.forkPoint])
  if (!base) return notLanded('unsure', `'${question.base}' is not a commit here`)
  if (!tip) return notLanded('unsure', `commit ${wanted} is not in this repository any more`)
  const answer =
    (await landedByHistory(repo, { ...question, tip, base, baseRef: question.base, forkPoint })) ??
    (await landedByPatch(repo, { tip, base, branch: question.branch }))
  if (answer.landed) return withRevert(repo, answer, base)
  const shallow = existsSync(join(repo.commonDir, 'shallow'))
  return shallow && answer.why !== 'nothing-to-land'
    ? notLanded('unsure', `${answer.detail}, in a shallow clone`)
    : answer
}

/** The tip of a deleted branch: where it was left last, or what is known of it when that is newer. */
async function findLostTip(repo: Repo, { branch, known }: LandingQuestion): Promise<Oid | undefined> {
  const newest = known?.at(-1)
  const left = branch === undefined ? undefined : readDeletedBranchMoves(repo, branch)?.at(-1)?.to
  if (!left || !newest) return left ?? newest
  const older = await repo.tryGit(['merge-base', '--is-ancestor', left, newest])
  return older.code === 0 ? newest : left
}

async function readCommitNames(repo: Repo, names: (string | undefined)[]): Promise<(Oid | undefined)[]> {
  const input = names.map((name) => `${name ?? ''}^{commit}\n`).join('')
  const answers = await repo.git(['cat-file', '--batch-check=%(objectname) %(objecttype)'], { input })
  return answers.split('\n').map((line) => /^([0-9a-f]{40}) commit$/.exec(line)?.[1])
}

async function withRevert(repo: Repo, landed: Landed, base: Oid): Promise<Landed> {
  const search = ['--fixed-strings', `--grep=This reverts commit ${landed.commit}`]
  const found = await repo.git(['rev-list', '-1', ...search, `${landed.commit}..${base}`])
  const revertedBy = found.trim()
  if (!revertedBy) return landed
  return { ...landed, revertedBy, detail: `${landed.detail}, reverted by ${revertedBy}` }
}
