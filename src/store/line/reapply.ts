/** Changes that were decided on an older state, brought onto a newer one as a three-way merge. */
import { type MergedEntries, mergeEntries } from '../../memory/merge.js'
import type { Memory, MemoryId } from '../../memory/memory.js'
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
  const others = new Map<MemoryId, Memory>()
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    const now = await state.resolve(id)
    if (now?.id === id) ours.set(id, now)
    // Folded away in the meantime: the merge must know who holds it now.
    else if (now) others.set(now.id, now)
  }
  for (const memory of [...after.values(), ...ours.values()]) {
    for (const same of await state.findSame(memory.body)) others.set(same.id, same)
  }
  for (const memory of others.values()) {
    if (!ours.has(memory.id) && !base.has(memory.id) && !theirs.has(memory.id))
      addToAll([base, ours, theirs], memory)
  }
  const { entries, conflicts, folded } = await mergeBesideOthers(state, base, ours, theirs)
  const ids = new Set([...ours.keys(), ...entries.keys()])
  const changes = [...ids]
    .filter((id) => ours.get(id) !== entries.get(id))
    .map((id) => ({ id, after: entries.get(id) }))
  return { changes, conflicts, folded }
}

/** A variant that the merge makes must not take the id of an entry that had no part in it. */
async function mergeBesideOthers(
  state: LineState,
  ...sides: [base: Map<MemoryId, Memory>, ours: Map<MemoryId, Memory>, theirs: Map<MemoryId, Memory>]
): Promise<MergedEntries> {
  for (;;) {
    const merged = mergeEntries(...sides)
    const [, ours, theirs] = sides
    const made = [...merged.entries.keys()].filter((id) => !ours.has(id) && !theirs.has(id))
    const others = (await Promise.all(made.map((id) => state.read(id)))).filter(
      (memory) => memory !== undefined,
    )
    if (others.length === 0) return merged
    for (const memory of others) addToAll(sides, memory)
  }
}

function addToAll(sides: Map<MemoryId, Memory>[], memory: Memory): void {
  for (const side of sides) side.set(memory.id, memory)
}
