/**
 * Reading `.agent/memories.md` as people, agents and other tools leave it. Whatever is not a memory is handed back verbatim in
 * `kept`, so that rewriting the file loses nothing.
 */
import { isMemoryId } from './id.js'
import { isMemoryType } from './memory.js'
import type { MemoryId, MemoryType } from './memory.js'
import { cleanBody, parseTags } from './text.js'

export interface ParsedBlock {
  id?: MemoryId
  /** Heading text that is not an id. */
  title?: string
  type: MemoryType
  body: string
  tags: string[]
  /** `2025-01-20` */
  created?: string
  /** Where the block begins, counted from 1. */
  line: number
}

export interface ParseWarning {
  line: number
  message: string
}

export interface ParsedMemories {
  blocks: ParsedBlock[]
  kept: string[]
  warnings: ParseWarning[]
}

const TITLE = /^# (?:Memories|Guardrails)\s*$/i
const SECTION = /^##\s+(pattern|decision|fix|context)(?:s|es)?\s*:?\s*$/i
const HEADING = /^###(?:\s+(.*))?$/
const COMMENT = /^\s*<!--(.*)-->\s*$/
const LEFT = /^\s*<!-- \d+ older memor(?:y is|ies are) not shown: run `git ralph list` -->\s*$/

export function parseMemories(text: string): ParsedMemories {
  const lines = text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .map((line) => (TITLE.test(line) || LEFT.test(line) ? '' : line))
  const result: ParsedMemories = { blocks: [], kept: [], warnings: [] }
  const seen = new Set<MemoryId>()
  let section: MemoryType | undefined
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    const known = SECTION.exec(line)?.[1]?.toLowerCase() as MemoryType | undefined
    if (known !== undefined) {
      section = known
      at++
    } else if (/^##\s/.test(line)) {
      const end = endOf(lines, at + 1, (next) => /^##\s/.test(next))
      keep(result, lines, at, end)
      at = end
    } else if (HEADING.test(line)) {
      at = readBlock(result, seen, lines, at, section)
    } else if (isQuote(line)) {
      at = readBareQuote(result, lines, at, section)
    } else if (line.trim() === '') {
      at++
    } else {
      const end = endOf(lines, at + 1, (next) => isHeading(next) || isQuote(next))
      keep(result, lines, at, end, 'text that is no memory is kept at the end of the file')
      at = end
    }
  }
  return result
}

/** A heading, quoted lines, and metadata that ends it; without metadata it reaches to the next heading. */
function readBlock(
  result: ParsedMemories,
  seen: Set<MemoryId>,
  lines: string[],
  start: number,
  section: MemoryType | undefined,
): number {
  const limit = endOf(lines, start + 1, isHeading)
  const quoted: string[] = []
  const stray: number[] = []
  let metadata: Metadata = { tags: [] }
  let at = start + 1
  for (let blanks = 0, done = false; at < limit && !done; at++) {
    const line = lines[at]!
    const found = readMetadata(line)
    if (isQuote(line)) {
      if (quoted.length > 0) quoted.push(...Array<string>(blanks).fill(''))
      quoted.push(unquote(line))
      blanks = 0
    } else if (line.trim() === '') {
      blanks++
    } else if (found !== undefined) {
      metadata = found
      done = quoted.length > 0
    } else {
      stray.push(at)
    }
  }
  const body = cleanBody(quoted.join('\n'))
  if (body.trim() === '') {
    keep(result, lines, start, limit, `'${lines[start]!.trim()}' has no quoted content and is kept as it is`)
    return limit
  }
  const heading = HEADING.exec(lines[start]!)?.[1]?.trim() ?? ''
  const [first = '', ...rest] = heading.split(/\s+/)
  const id = isMemoryId(first) ? first : undefined
  if (id !== undefined && seen.has(id)) {
    keep(result, lines, start, at, `'${id}' is here a second time: this one is kept as it is`)
    return at
  }
  if (id !== undefined) seen.add(id)
  const title = cleanBody(id === undefined ? heading : rest.join(' ')).trim()
  result.blocks.push({
    ...(id !== undefined && { id }),
    ...(title !== '' && { title }),
    type: section ?? typeOfId(id),
    body,
    ...metadata,
    line: start + 1,
  })
  for (const line of stray) {
    keep(result, lines, line, line + 1, 'text outside the quote is kept at the end of the file')
  }
  return at
}

/** Quoted lines without a heading, with or without metadata below. */
function readBareQuote(
  result: ParsedMemories,
  lines: string[],
  start: number,
  section: MemoryType | undefined,
): number {
  let at = endOf(lines, start, (line) => !isQuote(line))
  const body = cleanBody(lines.slice(start, at).map(unquote).join('\n'))
  const below = endOf(lines, at, (line) => line.trim() !== '')
  const metadata = readMetadata(lines[below] ?? '')
  if (metadata !== undefined) at = below + 1
  if (body.trim() !== '') {
    const type = section ?? typeOfId(undefined)
    result.blocks.push({ type, body, ...(metadata ?? { tags: [] }), line: start + 1 })
  }
  return at
}

interface Metadata {
  tags: string[]
  created?: string
}

/** `<!-- tags: a, b | created: 2025-01-20 -->`, in any order, with other keys beside them. */
function readMetadata(line: string): Metadata | undefined {
  const inside = COMMENT.exec(line)?.[1]
  if (inside === undefined) return undefined
  const fields = new Map(
    inside.split('|').map((field) => {
      const colon = field.indexOf(':')
      return [field.slice(0, Math.max(colon, 0)).trim().toLowerCase(), field.slice(colon + 1).trim()]
    }),
  )
  if (!fields.has('tags') && !fields.has('created')) return undefined
  const created = /^\d{4}-\d{2}-\d{2}/.exec(fields.get('created') ?? '')?.[0]
  const isDay = created !== undefined && !Number.isNaN(Date.parse(created))
  return { tags: parseTags(fields.get('tags') ?? ''), ...(isDay && { created }) }
}

/** Hands lines back verbatim, without the blank ones around them. */
function keep(result: ParsedMemories, lines: string[], from: number, to: number, warning?: string): void {
  let end = to
  while (end > from && lines[end - 1]!.trim() === '') end--
  result.kept.push(lines.slice(from, end).join('\n'))
  if (warning !== undefined) result.warnings.push({ line: from + 1, message: warning })
}

function endOf(lines: string[], from: number, stops: (line: string) => boolean): number {
  let at = from
  while (at < lines.length && !stops(lines[at]!)) at++
  return at
}

function isHeading(line: string): boolean {
  return /^##\s/.test(line) || HEADING.test(line)
}

function isQuote(line: string): boolean {
  return line.startsWith('>')
}

function unquote(line: string): string {
  return line.replace(/^> ?/, '')
}

/** Without a section: some files name the type in the id, and `pattern` is the default everywhere. */
function typeOfId(id: MemoryId | undefined): MemoryType {
  const prefix = id?.split('-', 1)[0]
  return isMemoryType(prefix) ? prefix : 'pattern'
}
