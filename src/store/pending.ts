/** Changes that were parked because their line was busy: adopted by the next command that comes by. */
import { appendToLine } from './append.js'
import { PENDING } from './pending-refs.js'
import { decodeBranch } from './branch-name.js'
import { changedMemories } from './line-state.js'
import { objectsOf } from './objects.js'
import { reapply } from './reapply.js'
import { deleteRef, listRefs, mayHaveRefs } from './refs.js'
import type { Oid, Repo } from './repo.js'

export interface Pending {
  ref: string
  branch: string
  commit: Oid
}

export async function listPending(repo: Repo): Promise<Pending[]> {
  if (!mayHaveRefs(repo, PENDING)) return []
  const refs = await listRefs(repo, PENDING)
  return [...refs].map(([ref, commit]) => ({
    ref,
    commit,
    branch: decodeBranch(ref.slice(PENDING.length + 1).split('/')[0]!),
  }))
}

/** Merges every parked change into its line. Answers how many were adopted. */
export async function adoptPending(repo: Repo): Promise<number> {
  let adopted = 0
  for (const { ref, branch, commit } of await listPending(repo)) {
    const { parents, message } = await objectsOf(repo).readCommit(commit)
    const { before, after } = await changedMemories(repo, parents[0], commit)
    const { parked } = await appendToLine(repo, branch, async (state) => {
      const { changes } = await reapply(state, before, after)
      return { changes, subject: message.split('\n', 1)[0]!, answer: undefined }
    })
    if (parked) continue
    await deleteRef(repo, ref, commit)
    adopted++
  }
  return adopted
}
