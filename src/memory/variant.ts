/** The losing text of overlapping edits, kept as an entry of its own for someone to resolve. */
import { secondsOf } from './id.js'
import type { Memory, MemoryId } from './memory.js'

/**
 * Made of what stays the same whatever else was merged before, so that every clone makes the same variant of the same text. Tags
 * and the like are with the memory whose text won. `attempt` gives other ids, for when the first is taken.
 */
export function createVariant(loser: Memory, of: MemoryId, attempt = 0): Memory {
  const made = Math.floor(Date.parse(loser.created) / 1000)
  const seconds = Number.isNaN(made) ? secondsOf(of) : Math.max(0, made)
  const digits = fourDigits(`${of}\n${attempt}\n${loser.body}`)
  // A crowded second is left for the next.
  const id = `mem-${seconds + Math.floor(attempt / 64)}-${digits}`
  return { id, type: loser.type, tags: [], created: loser.created, body: loser.body, conflicts: of }
}

export function isVariantOf(memory: Memory, variant: Memory): boolean {
  return memory.conflicts === variant.conflicts && memory.body === variant.body
}

/** Sixteen bits of FNV-1a, in hex. */
export function fourDigits(text: string): string {
  let bits = 0x811c9dc5
  for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193)
  return (((bits >>> 16) ^ bits) & 0xffff).toString(16).padStart(4, '0')
}
