/**
 * Claude Code's own memory: a directory with an index, `MEMORY.md`, and a file for each topic with its name, a description and a type
 * in front. What it knows of the person at the keyboard is theirs alone, and not read. Pure but for gray-matter.
 */
import { readText } from './front-matter.js'
import { parseFrontMatter, renderFrontMatter } from './markdown.js'
import type { ParsedBlock } from './memories-md-parse.js'
import type { MemoryType } from './memory.js'
import { parseSections } from './sections.js'
import { cleanTitle } from './text.js'

const TYPES: Record<string, MemoryType> = { feedback: 'pattern', project: 'context', reference: 'context' }

export interface Topic {
  /** Nothing where it is about a person. */
  block?: ParsedBlock
  /** The text below the front matter. */
  content: string
}

export function looksLikeTopic(text: string): boolean {
  const head = /^\ufeff?---[ \t]*\r?\n([^]*?)\r?\n---/.exec(text)?.[1] ?? ''
  return /^name[ \t]*:/m.test(head) && /^description[ \t]*:/m.test(head)
}

/** Reads a topic, or throws `bad-memory`. */
export function parseTopic(text: string, file: string): Topic {
  const { data, content } = parseFrontMatter(text, `'${file}'`)
  const metadata = data['metadata']
  const inner =
    typeof metadata === 'object' && metadata !== null
      ? (metadata as Record<string, unknown>)['type']
      : undefined
  const type = readText(inner ?? data['type']) ?? 'project'
  const body = content.trim()
  if (type === 'user' || body === '') return { content }
  const title = cleanTitle(readText(data['description']) ?? readText(data['name']))
  return {
    content,
    block: { type: TYPES[type] ?? 'context', tags: [], body, line: 1, ...(title && { title }) },
  }
}

const LINK = /^\[[^\]]*\]\([^)]+\.md\)/

/** What the index says itself, beside its links to topics. */
export function parseIndex(text: string): ParsedBlock[] {
  return parseSections(text).filter(({ body }) => !LINK.test(body))
}

/** A topic that holds memories of ours, as `export` writes it. */
export function renderTopic(name: string, description: string, content: string): string {
  return renderFrontMatter({ name, description, metadata: { type: 'project' } }, `\n${content}`)
}
