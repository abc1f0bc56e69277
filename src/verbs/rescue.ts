/** Rescue: bring memories of an abandoned line onto this branch: all of them, or the ones named. */
import type { Env } from '../env.js'
import { type Memory, titleOf } from '../memory/memory.js'
import { appendToLine, subjectOf } from '../store/line/append.js'
import { changedMemories } from '../store/line/line-state.js'
import { openView } from '../store/line/line.js'
import { mergeBases } from '../store/git/merge-base.js'
import { reapply } from '../store/line/reapply.js'
import { openWorkspace, renderAfterWrite } from '../store/workspace.js'
import { findMemory } from './find-memory.js'
import { merge } from './merge.js'

export interface Rescued {
  from: string
  into: string
  /** The memories that this branch did not have, or had otherwise. */
  memories: Memory[]
  warnings: string[]
}

export async function rescue(
  env: Env,
  from: string,
  ids: string[] = [],
  options: { dryRun?: boolean } = {},
): Promise<Rescued> {
  const workspace = await openWorkspace(env)
  const { repo, view, warnings } = workspace
  const theirs = await openView(repo, { line: from })
  const [base] = view.tip ? await mergeBases(repo, view.tip, theirs.tip!) : []
  const news = (await changedMemories(repo, base, theirs.tip)).after
  const chosen = new Map<string, Memory>()
  for (const id of ids) {
    const memory = await findMemory({ ...workspace, view: theirs }, id)
    chosen.set(memory.id, memory)
  }
  const memories = ids.length > 0 ? [...chosen.values()] : [...news.values()]
  if (options.dryRun) return { from, into: view.branch, memories, warnings }
  if (ids.length === 0)
    return { from, into: view.branch, memories, warnings: (await merge(env, from)).warnings }
  await appendToLine(repo, view.branch, async (state) => {
    const { changes } = await reapply(state, new Map(), chosen)
    const what = memories.length === 1 ? titleOf(memories[0]!) : `${memories.length} memories`
    return { changes, subject: subjectOf(`rescue from ${from}`, what), answer: undefined }
  })
  await renderAfterWrite(workspace)
  return { from, into: view.branch, memories, warnings }
}
