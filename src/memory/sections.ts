/**
 * Memories out of a file that people wrote for agents, as AGENTS.md: a list becomes one memory for each item, any other section
 * becomes one with the heading as its title. What a heading speaks of decides the type. Pure.
 */
import { readItems } from './list-items.js'
import type { ParsedBlock } from './memories-md-parse.js'
import type { MemoryType } from './memory.js'
import { normaliseTags } from './text.js'

/** The first that matches. */
const TYPES: readonly [RegExp, MemoryType][] = [
  [/gotcha|pitfall|fix|bug|trouble|debug|known issue|error|workaround|caveat/i, 'fix'],
  [/decision|decided|rationale|trade-?off|\bwhy\b|\badrs?\b/i, 'decision'],
  [
    /pattern|convention|style|rule|guideline|practice|tip|workflow|naming|test|build|command|lint|prefer|feedback|do not|don't/i,
    'pattern',
  ],
]

/** What says nothing to a reader of one memory. */
const NOISE = /^\s*(?:-{3,}|\*{3,}|_{3,}|_last updated.*_|<!--.*-->|@\S+)\s*$/i
const HEADING = /^(#{1,6})\s+(.*?)\s*#*$/

interface Section {
  headings: string[]
  /** Where its first line stands, counted from 0. */
  at: number
  lines: string[]
}

export function parseSections(text: string): ParsedBlock[] {
  return sectionsOf(text).flatMap(readSection)
}

export function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ headings: [], at: 0, lines: [] }]
  let fence: string | undefined
  text
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .forEach((line, at) => {
      const mark = /^\s*(```+|~~~+)/.exec(line)?.[1]
      const heading = fence === undefined ? HEADING.exec(line) : null
      if (mark && (fence === undefined || mark.startsWith(fence)))
        fence = fence === undefined ? mark : undefined
      const last = sections.at(-1)!
      if (!heading) last.lines.push(fence === undefined && NOISE.test(line) ? '' : line)
      else {
        const above = last.headings.slice(0, heading[1]!.length - 1)
        // A level that was left out counts as one without a name.
        while (above.length < heading[1]!.length - 1) above.push('')
        sections.push({ headings: [...above, heading[2]!], at: at + 1, lines: [] })
      }
    })
  return sections
}

function readSection({ headings, at, lines }: Section): ParsedBlock[] {
  const body = lines.join('\n').trim()
  if (body === '') return []
  const title = headings.at(-1)
  const type = typeOf(headings)
  // The title of the whole file tells nothing apart.
  const tags = headings.length > 1 && title ? normaliseTags([slugOf(title)]) : []
  const { items, others } = readItems(lines)
  const intro = others.join('\n').trim()
  const isList = items.length > 0 && (intro === '' || (intro.endsWith(':') && !intro.includes('\n\n')))
  if (!isList) return [{ type, tags, body, ...(title && { title }), line: at + 1 }]
  return items
    .filter((item) => item.body !== '')
    .map((item) => ({ type, tags, body: item.body, line: at + item.at + 1 }))
}

/** The innermost heading that says something. */
function typeOf(headings: readonly string[]): MemoryType {
  for (const heading of headings.toReversed())
    for (const [words, type] of TYPES) if (words.test(heading)) return type
  return 'context'
}

export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40)
}
