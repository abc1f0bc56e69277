/**
 * Three-way merge of memories: the heart of the product. Pure, total, and the same on every clone.
 *
 * For an entry in base / ours / theirs:
 * 1. changed on one side only → that side
 * 2. the same change on both → it
 * 3. added on one side → added
 * 4. deleted on one side, untouched on the other → deleted
 * 5. deleted on one side, edited on the other → the edit survives
 * 6. edited on both → field by field; overlapping edits of the body: the later stays, the other becomes a variant
 * 7. different entries that say the same → folded into the older, whose `aliases` then name the other
 *
 * 7a. An entry that one side folded away was not deleted there: as long as that side's holder of its id says what the other
 *     side's entry says, the entry counts as present, and is folded again only if the merged holder still says the same.
 *     (Otherwise an edit of the holder on the other side would take the folded text with it.)
 * 7b. An entry that one side folded away and the other never knew comes back when the other side's edit of the holder leaves
 *     nobody who says its text: whoever made that edit knew of one memory, and did not speak for the other. (Once the fold is
 *     known, an edit of the holder is an edit of both.)
 */
import { foldEqual, saysSame } from './fold.js'
import { compareIds } from './id.js'
import type { Memory, MemoryId } from './memory.js'
import { changedAt, isReadable, mergeFields, sameMemory, uniteAliases } from './merge-fields.js'
import { mergeBodies } from './merge-text.js'
import { normaliseText } from './text.js'
import { createVariant, isVariantOf } from './variant.js'

export { foldInto } from './fold.js'
export { sameMemory } from './merge-fields.js'

export type Entries = ReadonlyMap<MemoryId, Memory>

export interface MergedEntries {
  entries: Map<MemoryId, Memory>
  /** `variant` holds the text that lost against the one of `id`. */
  conflicts: { id: MemoryId; variant: MemoryId }[]
  folded: { id: MemoryId; into: MemoryId }[]
}

/** Merges one entry: cases 1 to 6. */
export function mergeMemory(
  base: Memory | undefined,
  ours: Memory | undefined,
  theirs: Memory | undefined,
): { merged: Memory | undefined; variant?: Memory } {
  if (sameMemory(ours, theirs)) return { merged: ours } // 2
  if (sameMemory(base, theirs)) return { merged: withAliasesOf(theirs, ours) } // 1, 3, 4
  if (sameMemory(base, ours)) return { merged: withAliasesOf(ours, theirs) } // 1, 3, 4
  if (ours === undefined || theirs === undefined) return { merged: ours ?? theirs } // 5
  // 6
  const fields = mergeFields(base, ours, theirs)
  const body = mergeBodies(base?.body, ours.body, theirs.body)
  const woven = body !== undefined && { ...fields, body }
  if (woven && isReadable(woven)) return { merged: woven }
  const [winner, loser] = wins(ours, theirs) ? [ours, theirs] : [theirs, ours]
  const whole = { ...fields, body: winner.body }
  const merged = isReadable(whole) ? whole : winner
  // Texts that say the same need no decision.
  if (normaliseText(ours.body) === normaliseText(theirs.body)) return { merged }
  return { merged, variant: createVariant(loser, loser.id) }
}

/**
 * Merges all entries. Entries that are the same in all three may be left out, except those that say the same (`normaliseText`)
 * as our or their version of one that differs; `isTaken` then tells of the ids left out.
 */
export function mergeEntries(
  base: Entries,
  ours: Entries,
  theirs: Entries,
  isTaken: (id: MemoryId) => boolean = () => false,
): MergedEntries {
  const ids = [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])].toSorted(compareIds)
  const changed = new Set(
    ids.filter((id) => !sameMemory(base.get(id), ours.get(id)) || !sameMemory(base.get(id), theirs.get(id))),
  )
  const entries = new Map<MemoryId, Memory>()
  const refolded = new Map<MemoryId, MemoryId>()
  const lost: { id: MemoryId; loser: Memory }[] = []
  const [heldByOurs, heldByTheirs] = [holdersOf(ours), holdersOf(theirs)]
  for (const id of ids) {
    const [b, o, t] = [base.get(id), ours.get(id), theirs.get(id)]
    const present = o === undefined ? t : t === undefined ? o : undefined
    if (present !== undefined) {
      const holders = (o === undefined ? heldByOurs : heldByTheirs).get(id) ?? []
      const holder = holders.find((memory) => saysSame(memory, present))
      if (holder !== undefined) {
        entries.set(id, present) // 7a
        if (sameMemory(present, b)) refolded.set(id, holder.id)
        continue
      }
    }
    const { merged, variant } = mergeMemory(b, o, t)
    if (merged !== undefined) entries.set(id, merged)
    if (variant !== undefined) lost.push({ id, loser: variant })
  }
  const known = [entries, base, ours, theirs]
  const isKnown = (id: MemoryId) => known.some((side) => side.has(id)) || isTaken(id)
  const conflicts = lost.map(({ id, loser }) => {
    const variant = placeVariant(loser, id, known, isTaken)
    if (!entries.has(variant.id)) entries.set(variant.id, variant)
    changed.add(variant.id)
    return { id, variant: variant.id }
  })
  const restored = [
    ...takenAlong(base, ours, heldByTheirs, entries),
    ...takenAlong(base, theirs, heldByOurs, entries),
  ]
  for (const memory of restored) {
    if (isKnown(memory.id)) continue
    entries.set(memory.id, memory) // 7b
    changed.add(memory.id)
  }
  const folded = foldEqual(entries, changed, sidesSay(changed, ours, theirs), refolded) // 7
  const into = new Map(folded.map((fold) => [fold.id, fold.into]))
  const reported = conflicts.map(({ id, variant }) => ({
    id: into.get(id) ?? id,
    variant: into.get(variant) ?? variant,
  }))
  return { entries, conflicts: reported, folded }
}

/** A merge base of several commits may know of a fold that a side never saw: its lack of an alias is no removal. */
function withAliasesOf(other: Memory | undefined, chosen: Memory | undefined): Memory | undefined {
  if (chosen === undefined || other?.aliases === undefined) return chosen
  const aliases = uniteAliases(chosen.id, chosen.aliases, other.aliases)
  if (aliases?.length === chosen.aliases?.length) return chosen
  const named = { ...chosen, ...(aliases && { aliases }) }
  return isReadable(named) ? named : chosen
}

function wins(a: Memory, b: Memory): boolean {
  return changedAt(a) === changedAt(b) ? a.body > b.body : changedAt(a) > changedAt(b)
}

/** For each alias the entries that hold it. */
function holdersOf(side: Entries): Map<MemoryId, Memory[]> {
  const holders = new Map<MemoryId, Memory[]>()
  for (const memory of side.values()) {
    for (const alias of memory.aliases ?? [])
      holders.set(
        alias,
        [...(holders.get(alias) ?? []), memory].toSorted((a, b) => compareIds(a.id, b.id)),
      )
  }
  return holders
}

/** The entries that `side` has folded away since `base`, the other never held, and whose text nobody says in `merged`. */
function takenAlong(
  base: Entries,
  side: Entries,
  heldByOther: ReadonlyMap<MemoryId, unknown>,
  merged: Entries,
): Memory[] {
  const along: Memory[] = []
  for (const holder of side.values()) {
    const before = base.get(holder.id)?.aliases ?? []
    const fresh = (holder.aliases ?? []).filter((id) => !before.includes(id) && !heldByOther.has(id))
    const now = merged.get(holder.id)
    if (fresh.length === 0 || now === undefined || saysSame(now, holder)) continue
    if ([...merged.values()].some((memory) => saysSame(memory, holder))) continue
    const { type, tags, created, body } = holder
    along.push(...fresh.map((id) => ({ id, type, tags, created, body })))
  }
  return along
}

/** The variant under an id that is free, or that the same variant has already. */
function placeVariant(
  first: Memory,
  of: MemoryId,
  known: Entries[],
  isTaken: (id: MemoryId) => boolean,
): Memory {
  for (let attempt = 0; ; attempt++) {
    const variant = createVariant(first, of, attempt)
    const found = known.map((entries) => entries.get(variant.id)).filter((memory) => memory !== undefined)
    if (found.length === 0 ? !isTaken(variant.id) : found.every((memory) => isVariantOf(memory, variant)))
      return variant
  }
}

/** What the sides' versions of the changed entries say: callers hand over every entry that says one of these. */
function sidesSay(changed: ReadonlySet<MemoryId>, ...sides: Entries[]): Set<string> {
  const versions = sides.flatMap((side) => [...changed].map((id) => side.get(id)))
  return new Set(
    versions.filter((memory) => memory !== undefined).map((memory) => normaliseText(memory.body)),
  )
}
