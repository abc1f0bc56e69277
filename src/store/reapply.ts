/** Changes that were decided on an older state, brought onto a newer one as a three-way merge. */
import { mergeEntries } from '../memory/merge.js'
import type { Memory, MemoryId } from '../memory/memory.js'
import type { Change } from './append.js'
import type { LineState } from './line-state.js'

export interface Reapplied {
  changes: Change[]
  /** Variants kept because both sides changed the same lines. */
  conflicts: { id: MemoryId; variant: MemoryId }[]
  folded: { id: MemoryId; into: MemoryId }[]
}

/**
 * `before` and `after` are the changed entries as they were and as they shall be; what `state` holds now is the other side. Entries
 * that say the same as a changed one take part too, since equal texts are folded.
 */
export async function reapply(
  state: LineState,
  before: ReadonlyMap<MemoryId, Memory>,
  after: ReadonlyMap<MemoryId, Memory>,
): Promise<Reapplied> {
  const ours = new Map<MemoryId, Memory>()
  const base = new Map(before)
  const theirs = new Map(after)
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const now = await state.read(id)
    if (now) ours.set(id, now)
  }
  for (const memory of [...after.values(), ...ours.values()]) {
    for (const same of await state.findSame(memory.body)) {
      if (ours.has(same.id) || base.has(same.id) || after.has(same.id)) continue
      for (const side of [base, ours, theirs]) side.set(same.id, same)
    }
  }
  const { entries, conflicts, folded } = mergeEntries(base, ours, theirs)
  const ids = new Set([...ours.keys(), ...entries.keys()])
  const changes = [...ids]
    .filter((id) => ours.get(id) !== entries.get(id))
    .map((id) => ({ id, after: entries.get(id) }))
  return { changes, conflicts, folded }
}
