/** Landing: when the code of a branch is in its base, its line is merged into the base's and its ref goes. */
import { setTimeout as sleep } from 'node:timers/promises'
import { RalphError } from '../../errors.js'
import { codeCommitsOf, codeRefs } from '../line/code-branch.js'
import { readCodeTip } from '../line/code-tips.js'
import { findLanding, type Landing } from './landing.js'
import { baseOf, lineRef, readTracked } from '../line/line.js'
import { type LineMerge, mergeIntoLine } from '../line/merge-lines.js'
import { carryNotes } from '../journal/merge-notes.js'
import { deleteRef, moveRef, readRef } from '../git/refs.js'
import type { Oid, Repo } from '../git/repo.js'
import { clearStaleLock } from '../git/stale-lock.js'

export interface LandedLine {
  branch: string
  base: string
  outcome: 'landed'
  how: string
  /** Where in the base's code. */
  commit?: Oid
  detail: string
  merge: LineMerge
}

export interface StayingLine {
  branch: string
  base: string | undefined
  outcome: 'stays'
  why: 'no-base' | 'no-line' | 'nothing-to-land' | 'not-landed' | 'partial' | 'unsure'
  detail: string
}

export type LandReport = LandedLine | StayingLine

/** Lands the line of `branch` if its code has landed, or with `anyway` because a person says so. */
export async function landLine(
  repo: Repo,
  branch: string,
  options: { anyway?: boolean; dryRun?: boolean } = {},
): Promise<LandReport> {
  const base = await baseOf(repo, branch)
  const tip = (await readRef(repo, lineRef(branch))) ?? (await readTracked(repo, branch))
  if (base === undefined)
    return { branch, base, outcome: 'stays', why: 'no-base', detail: 'it is the default branch' }
  if (tip === undefined)
    return { branch, base, outcome: 'stays', why: 'no-line', detail: 'it has no line of its own' }
  const landing: Landing = options.anyway
    ? { landed: true, how: 'merge', commit: '', replaced: [], detail: 'as asked' }
    : await findCodeLanding(repo, branch, base, tip)
  if (!landing.landed) return { branch, base, outcome: 'stays', why: landing.why, detail: landing.detail }
  const how = options.anyway ? 'by hand' : landing.how
  const report = {
    branch,
    base,
    outcome: 'landed' as const,
    how,
    detail: landing.detail,
    ...(landing.commit && { commit: landing.commit }),
  }
  if (options.dryRun)
    return { ...report, merge: { how: 'nothing', tip, conflicts: [], folded: [], refused: [] } }
  // Before the line goes: whoever finds this half done does it again, which changes nothing.
  await carryNotes(repo, landing.replaced, `carry the journal of ${branch}`)
  return { ...report, merge: await promote(repo, branch, base) }
}

/** Whether the code of `branch`, whose line is at `tip`, is in its base. */
export async function findCodeLanding(repo: Repo, branch: string, base: string, tip: Oid): Promise<Landing> {
  const [code] = await codeRefs(repo, branch)
  const codeTip = code && (await readRef(repo, code))
  const recorded = readCodeTip(repo, branch)
  const known = [...(await codeCommitsOf(repo, branch, tip, base)), ...(recorded ? [recorded] : [])]
  let answer: Landing = { landed: false, why: 'unsure', detail: `the code of its base '${base}' is not here` }
  // A pull request may have been merged on the remote while the local base still lags behind.
  for (const baseRef of await codeRefs(repo, base)) {
    answer = await findLanding(repo, { base: baseRef, branch, known, ...(codeTip && { tip: codeTip }) })
    if (answer.landed) return answer
  }
  return answer
}

/** Makes a line of our own of one that only the remote has. */
async function adoptTracked(repo: Repo, branch: string): Promise<void> {
  const tracked = await readTracked(repo, branch)
  if (tracked !== undefined && (await readRef(repo, lineRef(branch))) === undefined)
    await moveRef(repo, lineRef(branch), tracked, undefined, 'as the remote has it')
}

const MOST_ATTEMPTS = 10

/** Merges the line into its base's and deletes it, unless somebody wrote to it meanwhile: then once more. */
async function promote(repo: Repo, branch: string, base: string): Promise<LineMerge> {
  for (const name of [base, branch]) await adoptTracked(repo, name)
  const ref = lineRef(branch)
  for (let attempt = 1; ; attempt++) {
    const tip = (await readRef(repo, ref))!
    const merge = await mergeIntoLine(repo, base, tip, `land ${branch}`)
    if (merge.parked || (await deleteRef(repo, ref, tip))) return merge
    if (clearStaleLock(repo, ref, false)) continue
    // Nobody wrote: a process holds it, or was killed while it did.
    if (attempt >= MOST_ATTEMPTS && (await readRef(repo, ref)) === tip)
      throw new RalphError(
        'line-busy',
        `'${base}' knows all of '${branch}' now, but its line is held by a lock`,
        {
          hint: 'run the same command again, and `git ralph doctor` if it stays so',
        },
      )
    await sleep(2 ** Math.min(attempt, 6))
  }
}
