/** What a person changed in the rendered file: base = what we last rendered, theirs = the file as found. Pure. */
import { type ParsedBlock, parseMemories, type ParseWarning } from './memories-md.js'
import type { Memory, MemoryId } from './memory.js'

export interface HandChanges {
  added: ParsedBlock[]
  edited: { id: MemoryId; before: Memory; after: Memory }[]
  removed: MemoryId[]
  /** What could not be read: it stays in the file. */
  kept: string[]
  warnings: ParseWarning[]
}

/** `known` is the memory as the line has it; only what the file shows of it (type, body, tags) can have changed. */
export function changesByHand(
  rendered: string | undefined,
  found: string,
  known: (id: MemoryId) => Memory | undefined,
): HandChanges {
  const { blocks, kept, warnings } = parseMemories(found)
  const before = new Map(parseMemories(rendered ?? '').blocks.map((block) => [block.id, block]))
  const changes: HandChanges = { added: [], edited: [], removed: [], kept, warnings: [...warnings] }
  if (blocks.length === 0 && before.size > 0 && !/^# Memories\s*$/m.test(found)) {
    changes.warnings.push({
      line: 1,
      message: 'the file lost its heading and all memories: nothing is forgotten',
    })
    return changes
  }
  for (const block of blocks) {
    const memory = block.id === undefined ? undefined : known(block.id)
    const base = block.id === undefined ? undefined : before.get(block.id)
    if (memory === undefined) changes.added.push(block)
    else if (!base || !sameBlock(base, block)) pushEdit(changes, memory, base, block)
  }
  const there = new Set(blocks.map(({ id }) => id))
  for (const id of before.keys()) {
    if (id !== undefined && !there.has(id) && known(id) !== undefined) changes.removed.push(id)
  }
  return changes
}

/** `before` is the memory as it was rendered, so that a change made to the line since then is not taken back. */
function pushEdit(
  changes: HandChanges,
  memory: Memory,
  base: ParsedBlock | undefined,
  block: ParsedBlock,
): void {
  const visible = ({ type, body, tags }: ParsedBlock): Pick<Memory, 'type' | 'body' | 'tags'> => ({
    type,
    body,
    tags,
  })
  const before = base ? { ...memory, ...visible(base) } : memory
  const after = { ...memory, ...visible(block) }
  if (!sameBlock(before, after)) changes.edited.push({ id: memory.id, before, after })
}

type Visible = Pick<Memory, 'type' | 'body' | 'tags'>

function sameBlock(a: Visible, b: Visible): boolean {
  return a.type === b.type && a.body === b.body && a.tags.join() === b.tags.join()
}
