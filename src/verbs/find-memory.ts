/** From what a person typed to one memory: an id, an alias, a unique beginning of an id, or its last four characters. */
import { RalphError } from '../errors.js'
import { isMemoryId } from '../memory/id.js'
import { type Memory, titleOf } from '../memory/memory.js'
import { idKey } from '../search/segment.js'
import { type Snapshot, useSnapshot } from '../store/snapshot.js'
import type { Workspace } from '../store/workspace.js'

const MAX_CANDIDATES = 10

export async function findMemory({ repo, view }: Workspace, typed: string): Promise<Memory> {
  const found = await useSnapshot(repo, view.tip, (snapshot) => candidates(snapshot, typed.trim()))
  if (found.length === 1) return found[0]!
  if (found.length === 0) throw notFound(typed)
  const shown = found
    .slice(0, MAX_CANDIDATES)
    .map((memory) => `\n  ${memory.id}  ${titleOf(memory).slice(0, 60)}`)
  const more = found.length > MAX_CANDIDATES ? `\n  … and ${found.length - MAX_CANDIDATES} more` : ''
  throw new RalphError(
    'ambiguous-id',
    `'${typed}' matches ${found.length} memories:${shown.join('')}${more}`,
    {
      hint: 'type more of the id',
      data: { ids: found.map(({ id }) => id) },
    },
  )
}

function candidates(snapshot: Snapshot, typed: string): Memory[] {
  if (typed === '') return []
  const memories = (isMemoryId(typed) ? snapshot.find(idKey(typed)) : snapshot.entries()).map(
    ({ memory }) => memory,
  )
  if (isMemoryId(typed)) {
    // An id of its own wins over an alias that another memory took over.
    const own = memories.filter(({ id }) => id === typed)
    return own.length > 0 ? own : memories
  }
  const byStart = memories.filter((memory) => idsOf(memory).some((id) => id.startsWith(typed)))
  return byStart.length > 0
    ? byStart
    : memories.filter((memory) => idsOf(memory).some((id) => id.endsWith(`-${typed}`)))
}

const idsOf = (memory: Memory): string[] => [memory.id, ...(memory.aliases ?? [])]

export function notFound(typed: string): RalphError {
  return new RalphError('memory-not-found', `no memory matches '${typed}'`, {
    hint: 'run `git ralph list` to see the ids; `git ralph restore <id>` brings back what was forgotten',
    data: { id: typed },
  })
}
