/** `fix,pattern` → types, or an error that names them all. */
import { RalphError } from '../errors.js'
import { isMemoryType, MEMORY_TYPES, type MemoryType } from '../memory/memory.js'
import { closest } from './suggest.js'

export function parseTypes(lists: readonly string[]): MemoryType[] {
  const given = lists
    .flatMap((list) => list.split(','))
    .map((type) => type.trim().toLowerCase())
    .filter(Boolean)
  return given.map((type) => {
    if (isMemoryType(type)) return type
    const near = closest(type, MEMORY_TYPES)
    throw new RalphError('bad-usage', `unknown memory type '${type}'`, {
      hint: near
        ? `did you mean ${near}? types are ${MEMORY_TYPES.join(', ')}`
        : `types are ${MEMORY_TYPES.join(', ')}`,
    })
  })
}
