/** What an agent is told of who wrote a memory, where that is somebody else. */
import type { Memory } from '../memory/memory.js'
import { suspicionsOf } from '../memory/suspicion.js'
import { oneLine } from './frame.js'

export interface Writer {
  author: string
  /** How far they are trusted. */
  tier: string
}

const LONGEST_NAME = 60

/** The memory with a last line that says so. */
export function markAuthor(memory: Memory, writer: Writer): Memory {
  return { ...memory, body: `${memory.body}\n(by ${nameOf(writer.author)}, ${writer.tier})` }
}

/** A name is made up by whoever pushes: it can neither claim a tier nor give orders. */
function nameOf(author: string): string {
  const name = oneLine(author.replace(/[(),;:]/g, ' '), LONGEST_NAME)
  return name === '' || suspicionsOf(name).length > 0 ? 'somebody' : name
}
