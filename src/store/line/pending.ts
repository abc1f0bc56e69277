/** Changes that were parked because their line was busy: adopted by the next command that comes by. */
import { RalphError } from '../../errors.js'
import { appendToLine, type Decision } from './append.js'
import { PENDING } from './pending-refs.js'
import { changedMemories, type LineState } from './line-state.js'
import { reapplyKnowledge } from '../knowledge/knowledge.js'
import { reapplyTasks } from '../task/merge-task-files.js'
import { decodeBranch } from './branch-name.js'
import { objectsOf } from '../git/objects.js'
import { reapply } from './reapply.js'
import { deleteRef, listRefs, mayHaveRefs } from '../git/refs.js'
import type { Oid, Repo } from '../git/repo.js'

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

/** Any command may come by and adopt: it must not be held up for long by a line that is still busy. */
const ADOPT_WAIT_MS = 300

/** Merges every parked change into its line; one whose line is still busy waits on. Answers how many were adopted. */
export async function adoptPending(repo: Repo): Promise<number> {
  const busy = new Set<string>()
  let adopted = 0
  for (const pending of await listPending(repo)) {
    if (busy.has(pending.branch)) continue
    if (await adopt(repo, pending)) adopted++
    else busy.add(pending.branch)
  }
  return adopted
}

async function adopt(repo: Repo, { ref, branch, commit }: Pending): Promise<boolean> {
  const { parents, message } = await objectsOf(repo).readCommit(commit)
  const { before, after } = await changedMemories(repo, parents[0], commit)
  const decide = async (state: LineState): Promise<Decision<undefined>> => {
    const { changes } = await reapply(state, before, after)
    const articles = await reapplyKnowledge(repo, state, parents[0], commit)
    const files = new Map([...articles, ...(await reapplyTasks(repo, state, parents[0], commit))])
    return { changes, files, subject: message.split('\n', 1)[0]!, answer: undefined }
  }
  try {
    await appendToLine(repo, branch, decide, { giveUpAfter: ADOPT_WAIT_MS })
  } catch (error) {
    if (error instanceof RalphError && error.code === 'line-busy') return false
    throw error
  }
  await deleteRef(repo, ref, commit)
  return true
}
