/**
 * `.agent/memories.md`: memories as people and agents see them, one section per type.
 *
 *     ### mem-1737372000-a1b2
 *     > first line
 *     >
 *     > another paragraph
 *     <!-- tags: imports, structure | created: 2025-01-20 -->
 *
 * Written strictly, read leniently: `parseMemories` is in memories-md-parse.ts.
 */
import { byAge } from './id.js'
import { MEMORY_TYPES, SECTIONS } from './memory.js'
import type { Memory } from './memory.js'

export { parseMemories } from './memories-md-parse.js'
export type { ParsedBlock, ParsedMemories, ParseWarning } from './memories-md-parse.js'

/** Renders the whole file. `kept` is what the parser could not place; `left` is how many older memories are not shown. */
export function renderMemories(
  memories: readonly Memory[],
  options: { kept?: readonly string[]; left?: number; renderBlock?: (memory: Memory) => string } = {},
): string {
  const parts = ['# Memories']
  const { kept = [], left = 0, renderBlock: render = renderBlock } = options
  for (const type of MEMORY_TYPES) {
    const section = memories.filter((memory) => memory.type === type).toSorted(byAge)
    parts.push(`## ${SECTIONS[type]}`, ...section.map((memory) => render(memory)))
  }
  if (left > 0) parts.push(renderLeft(left))
  // An unknown section reaches to the next one: whatever followed it would become part of it.
  parts.push(...kept.filter((chunk) => !isSection(chunk)), ...kept.filter(isSection))
  return `${parts.join('\n\n')}\n`
}

/** One block, as it stands in a section. */
export function renderBlock(memory: Pick<Memory, 'id' | 'body' | 'tags' | 'created'>): string {
  const quoted = memory.body.split('\n').map((line) => (line === '' ? '>' : `> ${line}`))
  const metadata = `<!-- tags: ${memory.tags.join(', ')} | created: ${memory.created.slice(0, 10)} -->`
  return [`### ${memory.id}`, ...quoted, metadata].join('\n')
}

/** The form is known to the parser, which drops it. */
function renderLeft(left: number): string {
  const count = left === 1 ? '1 older memory is' : `${left} older memories are`
  return `<!-- ${count} not shown: run \`git ralph list\` -->`
}

function isSection(chunk: string): boolean {
  return /^##\s/.test(chunk)
}
