/** What an agent is told of a memory whose code is no longer what it was. */
import { renderAnchor } from '../memory/anchor.js'
import type { Memory } from '../memory/memory.js'

/** The memory with a last line that says so. */
export function markStale(memory: Memory, code: 'changed' | 'gone'): Memory {
  const where = (memory.anchors ?? []).map(renderAnchor).join(', ')
  return { ...memory, body: `${memory.body}\n(check this first: its code has ${code} since: ${where})` }
}
