/** Forget: take memories off the line. They stay in its history, from where `restore` brings them back. */
import type { Env } from '../env.js'
import { type Memory, titleOf } from '../memory/memory.js'
import { appendToLine, subjectOf } from '../store/line/append.js'
import { openWorkspace, renderAfterWrite } from '../store/workspace.js'
import { findMemory } from './find-memory.js'

export interface Forgotten {
  memories: Memory[]
  dryRun: boolean
  parked?: string
  warnings: string[]
}

export async function forget(
  env: Env,
  ids: string[],
  options: { dryRun?: boolean } = {},
): Promise<Forgotten> {
  const workspace = await openWorkspace(env)
  const found = new Map<string, Memory>()
  for (const id of ids) {
    const memory = await findMemory(workspace, id)
    found.set(memory.id, memory)
  }
  const memories = [...found.values()]
  if (options.dryRun) return { memories, dryRun: true, warnings: workspace.warnings }
  const { parked } = await appendToLine(workspace.repo, workspace.view.branch, async (state) => {
    const present = []
    for (const memory of memories) if (await state.read(memory.id)) present.push(memory)
    const subject =
      memories.length === 1
        ? subjectOf(`forget ${memories[0]!.type}`, titleOf(memories[0]!))
        : `forget ${memories.length} memories`
    return { changes: present.map(({ id }) => ({ id, after: undefined })), subject, answer: undefined }
  })
  await renderAfterWrite(workspace)
  return { memories, dryRun: false, ...(parked && { parked }), warnings: workspace.warnings }
}
