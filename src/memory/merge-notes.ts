/**
 * Two versions of a note become one: the union of their entries by id. Texts are compared as they are, so bytes may be handed in as
 * latin1. Cases, for an entry in base / ours / theirs:
 *   1. on one side only, and not in base → it. 2. on both → it; where its text differs, the side that changed it, else the longer.
 *   3. in base and untouched on one side, gone on the other → gone. 4. gone on one side, changed on the other → the change.
 * What is not ours is merged as a set of paragraphs.
 * The outcome depends on neither the order of the sides nor on how often they are merged.
 */
import { chooseText, MAX_NOTE_CHARS, splitNote, trimLines } from './journal-note.js'
import type { JournalId } from './journal.js'

export function mergeNotes(base: string | undefined, ours: string, theirs: string): string {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  // A note that is too large to be read must not drive out one that is not.
  const [oursIsHuge, theirsIsHuge] = [ours.length > MAX_NOTE_CHARS, theirs.length > MAX_NOTE_CHARS]
  if (oursIsHuge || theirsIsHuge)
    return oursIsHuge && theirsIsHuge ? chooseText(ours, theirs) : oursIsHuge ? theirs : ours
  const [old, a, b] = [partsOf(base ?? ''), partsOf(ours), partsOf(theirs)]
  const merged: Parts = {
    foreign: mergeForeign(old.foreign, a.foreign, b.foreign),
    blocks: mergeBlocks(old.blocks, a.blocks, b.blocks),
  }
  // A side that has it all stays as it is written.
  const [isOurs, isTheirs] = [isSame(merged, a), isSame(merged, b)]
  return isOurs === isTheirs ? renderParts(merged) : isOurs ? ours : theirs
}

/** The note with the blocks in `added` after all that is there; none of its own text is changed. */
export function appendToNote(note: string, added: string): string {
  const trimmed = trimLines(note)
  const before = note.slice(0, note.indexOf(trimmed) + trimmed.length)
  return trimmed === '' ? `${trimLines(added)}\n` : `${before}\n\n${trimLines(added)}\n`
}

type Texts = ReadonlyMap<JournalId, string>

interface Parts {
  foreign: string
  blocks: Texts
}

function partsOf(note: string): Parts {
  const { foreign, blocks } = splitNote(note)
  const texts = new Map<JournalId, string>()
  for (const { id, text } of blocks) texts.set(id, chooseText(texts.get(id) ?? '', text))
  return { foreign, blocks: texts }
}

function isSame(a: Parts, b: Parts): boolean {
  const sameBlocks =
    a.blocks.size === b.blocks.size && [...a.blocks].every(([id, text]) => b.blocks.get(id) === text)
  return sameBlocks && a.foreign === b.foreign
}

function mergeBlocks(base: Texts, ours: Texts, theirs: Texts): Texts {
  const merged = new Map<JournalId, string>()
  for (const id of new Set([...ours.keys(), ...theirs.keys()])) {
    const text = mergeBlock(base.get(id), ours.get(id), theirs.get(id))
    if (text !== undefined) merged.set(id, text)
  }
  return merged
}

function mergeBlock(
  base: string | undefined,
  ours: string | undefined,
  theirs: string | undefined,
): string | undefined {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  return chooseText(ours ?? '', theirs ?? '')
}

function mergeForeign(base: string, ours: string, theirs: string): string {
  if (ours === theirs || theirs === base) return ours
  if (ours === base) return theirs
  const [a, b] = [paragraphs(ours), paragraphs(theirs)]
  const [aHasB, bHasA] = [[...b].every((one) => a.has(one)), [...a].every((one) => b.has(one))]
  if (aHasB && bHasA) return chooseText(ours, theirs)
  if (aHasB) return ours
  if (bHasA) return theirs
  return [...new Set([...a, ...b])].toSorted().join('\n\n')
}

function paragraphs(text: string): Set<string> {
  return new Set(text.split(/\n{2,}/).filter((one) => one !== ''))
}

/** Foreign text first, then the blocks by time and id: every clone arrives at the same text. */
function renderParts({ foreign, blocks }: Parts): string {
  const keyed = [...blocks].map(([id, text]) => ({
    key: `${/^Created: (.*)$/m.exec(text)?.[1] ?? ''} ${id}`,
    text,
  }))
  const ordered = keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ text }) => text)
  const pieces = [foreign, ...ordered].filter((piece) => piece !== '')
  return pieces.length === 0 ? '' : `${pieces.join('\n\n')}\n`
}
