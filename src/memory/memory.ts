/**
 * WHAT a memory is. This room is pure: no git, no file system, no clock. The formats are described in docs/data-model.md.
 */
import { RalphError } from '../errors.js'

export const MEMORY_TYPES = ['pattern', 'decision', 'fix', 'context'] as const
export type MemoryType = (typeof MEMORY_TYPES)[number]

/** `mem-1737390000-a7b8`; readers also take `fix-…`, `decision-…`, `pattern-…` and `context-…`. */
export type MemoryId = string

export interface Link {
  to: string
  rel: string
}

/** The code that a memory speaks of: see anchor.ts. */
export interface Anchor {
  /** From the top of the work tree. */
  path: string
  /** `10-20`; without it the whole file is meant. */
  lines?: string
  /** The file as it was. */
  blob?: string
  /** What the lines said. */
  hash?: string
  /** The name they stand under. */
  symbol?: string
}

export interface Memory {
  id: MemoryId
  type: MemoryType
  /** Normalised: trimmed, lower case, unique, in the order first given. */
  tags: string[]
  /** `2025-01-21T10:00:00Z`: UTC, whole seconds. */
  created: string
  /** Later than `created` once the memory was edited. */
  updated?: string
  title?: string
  /** Without trailing newline. */
  body: string
  /** Other ids that resolve to this memory: it was folded with theirs. */
  aliases?: MemoryId[]
  /** Set on a variant kept by a merge: the id of the memory whose body won. */
  conflicts?: MemoryId
  supersedes?: MemoryId
  confidence?: number
  source?: string
  links?: Link[]
  anchors?: Anchor[]
  /** Front matter keys we do not know, kept on rewrite in their order. */
  extra?: Record<string, unknown>
}

/** Section headings of `.agent/memories.md`, in their order there. */
export const SECTIONS: Record<MemoryType, string> = {
  pattern: 'Patterns',
  decision: 'Decisions',
  fix: 'Fixes',
  context: 'Context',
}

export function isMemoryType(value: unknown): value is MemoryType {
  return MEMORY_TYPES.includes(value as MemoryType)
}

/** The type, or an error that names them all. */
export function checkType(value: unknown): MemoryType {
  if (isMemoryType(value)) return value
  throw new RalphError('bad-usage', `unknown memory type '${String(value)}'`, {
    hint: `types are ${MEMORY_TYPES.join(', ')}`,
  })
}

/** The first line of the body, or the title: what listings and commit subjects show. */
export function titleOf(memory: Pick<Memory, 'title' | 'body'>): string {
  return memory.title ?? memory.body.split('\n', 1)[0]!.trim()
}
