/** Case 7 of the merge: two entries that say the same become one. */
import { compareIds } from './id.js'
import type { Link, Memory, MemoryId } from './memory.js'
import { changedAt, compact, isReadable, keyOf, MAX_LINKS, sameMemory, uniteAliases } from './merge-fields.js'
import { MAX_TAGS, normaliseText } from './text.js'

/**
 * What is known, with the tags and links of what was added, and fields it did not have yet. Its own text stays. The very same
 * object comes back when nothing changes. The id of `added` is not recorded: `foldAway` does that.
 */
export function foldInto(existing: Memory, added: Memory): Memory {
  const folded: Memory = compact({
    ...existing,
    tags: [...new Set([...existing.tags, ...added.tags])].slice(0, MAX_TAGS),
    title: existing.title ?? added.title,
    updated: (added.updated ?? '') > changedAt(existing) ? added.updated : existing.updated,
    aliases: uniteAliases(existing.id, existing.aliases, added.aliases),
    supersedes: existing.supersedes ?? (added.supersedes === existing.id ? undefined : added.supersedes),
    confidence: existing.confidence ?? added.confidence,
    source: existing.source ?? added.source,
    links: uniteLinks(existing.links, added.links),
    anchors: existing.anchors ?? added.anchors,
    extra: existing.extra ?? added.extra,
  })
  return sameMemory(folded, existing) || !isReadable(folded) ? existing : folded
}

/** Folds an entry that goes away: from now on its id resolves to the one that stays. */
export function foldAway(stays: Memory, goes: Memory): Memory {
  const folded = foldInto(stays, goes)
  // By name, so that the order in which several are folded does not show.
  const tags = folded.tags.length > stays.tags.length ? folded.tags.toSorted() : folded.tags
  const aliases = uniteAliases(stays.id, folded.aliases, [goes.id])
  const pointsHere = folded.conflicts !== undefined && aliases?.includes(folded.conflicts)
  const named = compact({ ...folded, tags, aliases, conflicts: pointsHere ? undefined : folded.conflicts })
  return isReadable(named) ? named : folded
}

/**
 * Folds entries that say the same, where at least one of them changed. `said` is what a side's version of a changed entry says:
 * unchanged entries take part only then, since callers of the merge hand over no others. `refolded` names the holders of entries
 * that are untouched since they were folded into them.
 */
export function foldEqual(
  entries: Map<MemoryId, Memory>,
  changed: ReadonlySet<MemoryId>,
  said: ReadonlySet<string>,
  refolded: ReadonlyMap<MemoryId, MemoryId>,
): { id: MemoryId; into: MemoryId }[] {
  const groups = new Map<string, Memory[]>()
  for (const [id, memory] of entries) {
    const text = normaliseText(memory.body)
    if (changed.has(id) || said.has(text)) groups.set(text, [...(groups.get(text) ?? []), memory])
  }
  const folded: { id: MemoryId; into: MemoryId }[] = []
  for (const group of groups.values()) {
    if (group.length === 1 || !group.some((memory) => changed.has(memory.id))) continue
    const [oldest, ...rest] = group.toSorted(compareForFolding)
    let stays = oldest!
    for (const goes of rest) {
      // What was untouched since it was folded has nothing new to say: tags taken away since then stay away.
      const holder = refolded.get(goes.id)
      const nothingNew = holder !== undefined && group.some((memory) => memory.id === holder)
      stays = foldAway(stays, nothingNew ? { ...stays, id: goes.id } : goes)
      entries.delete(goes.id)
      folded.push({ id: goes.id, into: stays.id })
    }
    entries.set(stays.id, stays)
  }
  return folded.toSorted((a, b) => compareIds(a.id, b.id))
}

/** The oldest first: it is the one that stays. A variant kept by a merge never takes the place of a memory proper. */
function compareForFolding(a: Memory, b: Memory): number {
  return Number(a.conflicts !== undefined) - Number(b.conflicts !== undefined) || compareIds(a.id, b.id)
}

function uniteLinks(first: Link[] = [], second: Link[] = []): Link[] | undefined {
  const known = new Set(first.map(keyOf))
  const united = [...first, ...second.filter((link) => !known.has(keyOf(link)))].slice(0, MAX_LINKS)
  return united.length === 0 ? undefined : united
}

export function saysSame(a: Memory, b: Memory): boolean {
  return normaliseText(a.body) === normaliseText(b.body)
}
