/**
 * Guardrails: memories in the format of `guardrails.md`. Ids name the type, fixes come first, and what a project has to know stands
 * in a section of its own, which other readers of the format pass over.
 *
 *     ## Fixes
 *     ### fix-1737372000-a1b2
 *     > npm test fails: run npm build first
 *     <!-- tags: build, test | created: 2024-01-20 -->
 *
 * Older files hold signs instead: a heading `### Sign: <name>` and a list of when it applies and what to do.
 */
import { byAge, guardrailIdOf } from './id.js'
import { renderBlock } from './memories-md.js'
import { type ParsedBlock, type ParsedMemories, parseMemories } from './memories-md-parse.js'
import { type Memory, type MemoryType, SECTIONS } from './memory.js'
import { cleanBody, parseTags } from './text.js'

const ORDER: readonly MemoryType[] = ['fix', 'decision', 'pattern', 'context']

/** Renders the whole file. `kept` is what the parser could not place in the file that is replaced. */
export function renderGuardrails(
  memories: readonly Memory[],
  options: { kept?: readonly string[] } = {},
): string {
  const own = new Set(memories.map(({ id }) => id))
  const { kept = [] } = options
  // A block that was kept because its id is here a second time must be found to be so again.
  const isTwice = (id: string): boolean => kept.some((chunk) => chunk.startsWith(`### ${id}`))
  const idIn = (memory: Memory): string => {
    const id = guardrailIdOf(memory)
    return own.has(id) || isTwice(memory.id) ? memory.id : id
  }
  const sections = ORDER.flatMap((type) => {
    const blocks = memories
      .filter((memory) => memory.type === type)
      .toSorted(byAge)
      .map((memory) => renderTitled(memory, idIn(memory)))
    return type === 'context' && blocks.length === 0 ? [] : [[`## ${SECTIONS[type]}`, blocks.join('\n\n')]]
  })
  const parts = ['# Guardrails', ...sections.map((lines) => lines.filter(Boolean).join('\n'))]
  return `${[...parts, ...kept.filter((chunk) => !isSection(chunk)), ...kept.filter(isSection)].join('\n\n')}\n`
}

/** It reaches to the next one: whatever followed it would become part of it. */
const isSection = (chunk: string): boolean => /^##\s/.test(chunk)

/** A block whose heading carries the title too, so that it survives the journey. */
export function renderTitled(memory: Memory, id = memory.id): string {
  return renderBlock({ ...memory, id: memory.title ? `${id} ${memory.title}` : id })
}

export type GuardrailsFormat = 'structured' | 'legacy' | 'none'

export function guardrailsFormat(text: string): GuardrailsFormat {
  if (/^## (?:Fixes|Decisions|Patterns)\b/m.test(text)) return 'structured'
  return /^### Sign:/m.test(text) ? 'legacy' : 'none'
}

/** Reads memories and guardrails of either format, also when one file has both. */
export function parseGuardrails(text: string): ParsedMemories {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\r|\n/)
  const { signs, rest } = takeSigns(lines)
  const parsed = parseMemories(rest.join('\n'))
  const isLegacy = guardrailsFormat(text) === 'legacy'
  // What is quoted outside of a block introduces the signs. Without its mark it stays a mere text in whatever is written.
  const isProse = ({ id, title }: ParsedBlock): boolean => isLegacy && id === undefined && title === undefined
  const prose = parsed.blocks.filter(isProse).map(({ body }) => body)
  const blocks = parsed.blocks.filter((block) => !isProse(block))
  return {
    ...parsed,
    blocks: [...blocks, ...signs].toSorted((a, b) => a.line - b.line),
    kept: [...prose, ...parsed.kept],
  }
}

const SIGN = /^### Sign:\s*(.*)$/
const SECTION = /^##\s+(pattern|decision|fix|context)(?:s|es)?\s*:?\s*$/i

/** The signs, and the lines with blank ones in their place. */
function takeSigns(lines: readonly string[]): { signs: ParsedBlock[]; rest: string[] } {
  const signs: ParsedBlock[] = []
  const rest = [...lines]
  let section: MemoryType | undefined
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    if (/^##\s/.test(line)) section = SECTION.exec(line)?.[1]?.toLowerCase() as MemoryType | undefined
    const name = SIGN.exec(line)?.[1]
    if (name === undefined) continue
    const end = endOfSign(lines, at + 1)
    signs.push(readSign(name, lines.slice(at + 1, end), at + 1, section ?? 'fix'))
    rest.fill('', at, end)
    at = end - 1
  }
  return { signs: signs.filter(({ body }) => body !== ''), rest }
}

/** A sign reaches to the next heading; one inside a code fence is none. */
function endOfSign(lines: readonly string[], from: number): number {
  let fence: string | undefined
  let at = from
  for (; at < lines.length; at++) {
    const mark = /^\s*(```+|~~~+)/.exec(lines[at]!)?.[1]
    if (fence !== undefined && mark?.startsWith(fence)) fence = undefined
    else if (fence === undefined && mark !== undefined) fence = mark
    else if (fence === undefined && /^#{1,3}\s/.test(lines[at]!)) break
  }
  // A fence that never ends hides no headings.
  if (fence === undefined) return at
  const heading = lines.findIndex((line, i) => i >= from && /^#{1,3}\s/.test(line))
  return heading < 0 ? lines.length : heading
}

const TAGS = /^\s*<!--\s*tags:([^|]*)(?:\|\s*created:\s*(\d{4}-\d{2}-\d{2})\s*)?-->\s*$/

/** Its list stays as it was written. */
function readSign(name: string, lines: readonly string[], line: number, type: MemoryType): ParsedBlock {
  const metadata = lines.map((one) => TAGS.exec(one)).find((found) => found !== null)
  const body = cleanBody(lines.filter((one) => !TAGS.test(one)).join('\n'))
  const title = cleanBody(name).trim()
  const dated = /\*\*Added after\*\*:.*?(\d{4}-\d{2}-\d{2})/.exec(body)?.[1]
  const created = [metadata?.[2], dated].find((day) => day !== undefined && !Number.isNaN(Date.parse(day)))
  return {
    // A sign that is nothing but a heading says what its name says.
    ...(title !== '' && body.trim() !== '' && { title }),
    type,
    body: body.trim() === '' ? title : body,
    tags: parseTags(metadata?.[1] ?? ''),
    ...(created !== undefined && { created }),
    line,
  }
}
