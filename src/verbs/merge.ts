/** Merge: take over what another branch's line knows. The other line stays as it is. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { type LineMerge, mergeIntoLine } from '../store/line/merge-lines.js'
import { findOwnLine } from '../store/line/line-name.js'
import { openView } from '../store/line/line.js'
import { openWorkspace, renderAfterWrite } from '../store/workspace.js'

export interface Merged extends LineMerge {
  from: string
  into: string
  warnings: string[]
}

export async function merge(env: Env, from: string): Promise<Merged> {
  const workspace = await openWorkspace(env)
  const { repo, view, warnings } = workspace
  if (from === view.branch)
    throw new RalphError('bad-usage', `'${from}' is the branch checked out`, {
      hint: 'name another branch; `git ralph lines` lists them',
    })
  // Without a line of that name openView says which ones there are.
  const theirs = (await findOwnLine(repo, from))?.tip ?? (await openView(repo, { line: from })).tip!
  const merged = await mergeIntoLine(repo, view.branch, theirs, `merge ${from} into ${view.branch}`)
  await renderAfterWrite(workspace)
  return { ...merged, from, into: view.branch, warnings }
}
