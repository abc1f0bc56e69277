/** Restore: bring back what was forgotten, as it was. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { parseMemory } from '../memory/markdown.js'
import { type Memory, titleOf } from '../memory/memory.js'
import { appendToLine, subjectOf } from '../store/append.js'
import { findForgotten } from '../store/history.js'
import { openWorkspace, renderAfterWrite } from '../store/workspace.js'
import { notFound } from './find-memory.js'

export interface Restored {
  memory: Memory
  /** False when it was there already. */
  changed: boolean
  parked?: string
  warnings: string[]
}

export async function restore(env: Env, typed: string): Promise<Restored> {
  const workspace = await openWorkspace(env)
  const { repo, view } = workspace
  const pasts = view.tip ? await findForgotten(repo, view.tip, typed) : []
  if (pasts.length > 1) {
    throw new RalphError(
      'ambiguous-id',
      `'${typed}' matches ${pasts.length} forgotten memories: ${pasts.map(({ id }) => id).join(', ')}`,
      {
        hint: 'type more of the id',
      },
    )
  }
  const past = pasts[0]
  if (!past) throw notFound(typed)
  const memory = parseMemory(past.text, past.id)
  const { answer, parked } = await appendToLine(repo, view.branch, async (state) => {
    const there = await state.read(memory.id)
    return {
      changes: there ? [] : [{ id: memory.id, after: memory }],
      subject: subjectOf(`restore ${memory.type}`, titleOf(memory)),
      answer: { memory: there ?? memory, changed: !there },
    }
  })
  await renderAfterWrite(workspace)
  return { ...answer, ...(parked && { parked }), warnings: workspace.warnings }
}
