/** A memory that somebody should look at before it is one: it waits in the inbox. */
import type { MemoryType } from '../memory/memory.js'

export interface Proposal {
  type: MemoryType
  body: string
  title?: string
  tags: string[]
  /** Why it was proposed, in one line. */
  why: string
  source: { kind: 'session'; session: string } | { kind: 'loop'; loop: string; iteration: number }
}
