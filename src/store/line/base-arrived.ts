/** When base's code was merged into a branch, or the branch was rebased onto it, base's memory belongs on the branch too. */
import { codeRefs } from './code-branch.js'
import { baseOf, currentBranch, findTip, headCommit, lineRef } from './line.js'
import { isAncestor } from '../git/merge-base.js'
import type { LineMerge } from './merge-lines.js'
import { readRef } from '../git/refs.js'
import type { Repo } from '../git/repo.js'

export async function mergeArrivedBase(repo: Repo): Promise<LineMerge | undefined> {
  const branch = await currentBranch(repo)
  const base = branch === undefined ? undefined : await baseOf(repo, branch)
  // Without a line of its own the branch sees its base's anyway.
  if (branch === undefined || base === undefined || !(await readRef(repo, lineRef(branch)))) return undefined
  const [head, [baseRef], line] = [
    await headCommit(repo),
    await codeRefs(repo, base),
    await findTip(repo, base),
  ]
  const baseCode = baseRef && (await readRef(repo, baseRef))
  if (!head || !baseCode || !line || !(await isAncestor(repo, baseCode, head))) return undefined
  const { mergeIntoLine } = await import('./merge-lines.js')
  return mergeIntoLine(repo, branch, line.tip, `merge ${base} into ${branch}`)
}
