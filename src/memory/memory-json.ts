/** A memory as programs read it: documented in docs/json.md. */
import type { Memory } from './memory.js'

export function memoryJson(memory: Memory): Record<string, unknown> {
  const { id, type, body, tags, created, extra, ...optional } = memory
  return { id, type, content: body, tags, created, ...optional, ...(extra && { extra }) }
}
