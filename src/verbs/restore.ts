/** Restore: bring back what was forgotten, as it was. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { parseMemory } from '../memory/markdown.js'
import { type Memory, titleOf } from '../memory/memory.js'
import { appendToLine, subjectOf } from '../store/line/append.js'
import { idKey } from '../search/segment.js'
import { findForgotten, type Past } from '../store/line/history.js'
import { reapply } from '../store/line/reapply.js'
import { useSnapshot } from '../store/index/snapshot.js'
import { openWorkspace, renderAfterWrite, type Workspace } from '../store/workspace.js'
import { findMemory } from './find-memory.js'

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
  const found = view.tip ? await findForgotten(repo, view.tip, typed.trim()) : []
  const pasts = await stillForgotten(workspace, found)
  if (pasts.length > 1) {
    throw new RalphError(
      'ambiguous-id',
      `'${typed}' matches ${pasts.length} forgotten memories: ${pasts.map(({ id }) => id).join(', ')}`,
      {
        hint: 'type more of the id',
        data: { ids: pasts.map(({ id }) => id) },
      },
    )
  }
  const past = pasts[0]
  // Nothing forgotten is meant: then it is there, or nobody ever knew it.
  if (!past)
    return { memory: await findMemory(workspace, typed), changed: false, warnings: workspace.warnings }
  const memory = parseMemory(past.text, past.id)
  const { answer, parked } = await appendToLine(repo, view.branch, async (state) => {
    // As a merge: when somebody remembered the same since then, the two become one.
    const { changes } = await reapply(state, new Map(), new Map([[memory.id, memory]]))
    const stored = changes.find(({ after }) => after && namesOf(after).includes(memory.id))?.after
    return {
      changes,
      subject: subjectOf(`restore ${memory.type}`, titleOf(memory)),
      answer: { memory: stored ?? memory, changed: changes.length > 0 },
    }
  })
  await renderAfterWrite(workspace)
  return { ...answer, ...(parked && { parked }), warnings: workspace.warnings }
}

/** Without those that are back, or whose id another memory took over. */
async function stillForgotten({ repo, view }: Workspace, pasts: Past[]): Promise<Past[]> {
  return useSnapshot(repo, view.tip, (snapshot) =>
    pasts.filter(({ id }) => snapshot.find(idKey(id)).every(({ memory }) => !namesOf(memory).includes(id))),
  )
}

const namesOf = ({ id, aliases = [] }: Memory): string[] => [id, ...aliases]
