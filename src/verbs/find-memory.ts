/** From what a person typed to one memory: an id, an alias, a unique beginning of an id, or its last four characters. */
import { RalphError } from '../errors.js'
import { guardrailIdOf, isMemoryId, stylesOf } from '../memory/id.js'
import { type Memory, type MemoryId, titleOf } from '../memory/memory.js'
import { idKey } from '../search/segment.js'
import { type Snapshot, useSnapshot } from '../store/index/snapshot.js'
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
  if (isMemoryId(typed)) return namedBy(snapshot, typed)
  const memories = snapshot.entries().map(({ memory }) => memory)
  const byStart = memories.filter((memory) => idsOf(memory).some((id) => id.startsWith(typed)))
  return byStart.length > 0
    ? byStart
    : memories.filter((memory) => idsOf(memory).some((id) => id.endsWith(`-${typed}`)))
}

/** An id of its own wins over an alias that another memory took over, and either over the same id in another style. */
function namedBy(snapshot: Snapshot, typed: MemoryId): Memory[] {
  const [exact = [], ...others] = stylesOf(typed).map((id) =>
    snapshot.find(idKey(id)).map(({ memory }) => memory),
  )
  const own = exact.filter(({ id }) => id === typed)
  const named = others.flat().filter((memory) => guardrailIdOf(memory) === typed)
  const found = [own, exact, named, others.flat()].find((memories) => memories.length > 0) ?? []
  return [...new Map(found.map((memory) => [memory.id, memory])).values()]
}

/** As they are stored, and as guardrails show them. */
const idsOf = (memory: Memory): string[] => [memory.id, guardrailIdOf(memory), ...(memory.aliases ?? [])]

export function notFound(typed: string): RalphError {
  return new RalphError('memory-not-found', `no memory matches '${typed}'`, {
    hint: 'run `git ralph list` to see the ids; `git ralph restore <id>` brings back what was forgotten',
    data: { id: typed },
  })
}

/** For those who would give it to an agent. */
export function inQuarantine(id: MemoryId, why: readonly string[]): RalphError {
  return new RalphError('needs-decision', `'${id}' is in quarantine: ${why.join(', ')}`, {
    hint: 'a person decides on it with `git ralph review`',
    data: { id, why },
  })
}
