/**
 * `global-patterns.md`: memories as a plain list of what holds all over the project. Conventions are patterns, Gotchas are fixes, Tips are
 * context; decisions are not shown. An item is the text of a memory, word for word: further lines are indented by two spaces.
 */
import { byAge } from './id.js'
import type { Memory } from './memory.js'

export const PATTERN_SECTIONS = { pattern: 'Conventions', fix: 'Gotchas', context: 'Tips' } as const
export type PatternType = keyof typeof PATTERN_SECTIONS
export const PATTERN_TYPES = Object.keys(PATTERN_SECTIONS) as PatternType[]

const TITLE = '# Global Codebase Patterns'
const QUOTE = '> Reusable patterns found across the project'

export interface PatternItem {
  type: PatternType
  body: string
}

export interface ParsedPatterns {
  items: PatternItem[]
  /** Text before the first section that is not ours. */
  preamble: string
  /** Sections that we do not know, as they stand. */
  sections: string[]
  /** Whether the file has its heading: a cut-off one must not make us forget. */
  isWhole: boolean
}

type Kept = Pick<ParsedPatterns, 'preamble' | 'sections'>

/** Shown in this order. */
export function patternsOf(memories: readonly Memory[]): (Memory & { type: PatternType })[] {
  return PATTERN_TYPES.flatMap((type) =>
    memories
      .filter((memory): memory is Memory & { type: PatternType } => memory.type === type)
      .toSorted(byAge),
  )
}

export function renderGlobalPatterns(memories: readonly Memory[], kept: Partial<Kept> = {}): string {
  const shown = patternsOf(memories)
  const sections = PATTERN_TYPES.map((type) => {
    const items = shown.filter((memory) => memory.type === type).map(({ body }) => `${renderItem(body)}\n`)
    return `## ${PATTERN_SECTIONS[type]}\n${items.join('')}`
  })
  const own = [TITLE, QUOTE, ...(kept.preamble ? [kept.preamble] : [])].map((text) => `${text}\n`)
  const others = (kept.sections ?? []).map((text) => `${text}\n`)
  return [...own, ...sections, ...others, '---\n', ...lastUpdated(shown)].join('\n')
}

export function renderItem(body: string): string {
  return `- ${body
    .split('\n')
    .map((line, at) => (at === 0 || line === '' ? line : `  ${line}`))
    .join('\n')}`
}

/** What is written into `source` of a memory that a task taught. */
export const sourceOfTask = (id: string): string => `task ${id}`

function lastUpdated(shown: readonly Memory[]): string[] {
  const changedAt = ({ updated, created }: Memory): string => updated ?? created
  const last = shown.reduce<Memory | undefined>(
    (newest, one) => (newest && changedAt(newest) >= changedAt(one) ? newest : one),
    undefined,
  )
  if (last === undefined) return []
  const task = /^task (\S+)$/.exec(last.source ?? '')?.[1]
  return [`_Last updated: ${changedAt(last).slice(0, 10)}${task ? ` by ${task}` : ''}_\n`]
}

export function parseGlobalPatterns(text: string): ParsedPatterns {
  const [head = [], ...blocks] = splitSections(withoutFooter(text))
  const parsed: ParsedPatterns = {
    items: [],
    preamble: head
      .filter((line) => line.trim() !== TITLE && line.trim() !== QUOTE)
      .join('\n')
      .trim(),
    sections: [],
    isWhole: head.some((line) => line.trim() === TITLE),
  }
  for (const lines of blocks) {
    const name = lines[0]!.slice('## '.length).trim().toLowerCase()
    const type = PATTERN_TYPES.find((one) => PATTERN_SECTIONS[one].toLowerCase() === name)
    if (type === undefined) parsed.sections.push(lines.join('\n').trimEnd())
    else parsed.items.push(...itemsOf(lines.slice(1)).map((body) => ({ type, body })))
  }
  return parsed
}

/** The rule and the line below it, at the end. */
function withoutFooter(text: string): string[] {
  const lines = text.replace(/\r\n?/g, '\n').trimEnd().split('\n')
  const dropBlank = (): void => {
    while (lines.length > 0 && lines.at(-1)!.trim() === '') lines.pop()
  }
  if (/^_Last updated: .*_$/.test(lines.at(-1) ?? '')) lines.pop()
  dropBlank()
  if (/^---+$/.test(lines.at(-1) ?? '')) lines.pop()
  dropBlank()
  return lines
}

function splitSections(lines: readonly string[]): string[][] {
  const blocks: string[][] = [[]]
  for (const line of lines) {
    if (line.startsWith('## ')) blocks.push([])
    blocks.at(-1)!.push(line)
  }
  return blocks
}

/** A line without bullet or indentation goes on with the item right above it, else it is an item of its own. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[][] = []
  let blanks = 0
  for (const line of lines) {
    if (line === '') {
      blanks++
      continue
    }
    const item = /^[-*+] (.*)$/.exec(line)?.[1]
    const goesOn = items.length > 0 && item === undefined && (line.startsWith('  ') || blanks === 0)
    if (goesOn) items.at(-1)!.push(...Array<string>(blanks).fill(''), line.replace(/^ {2}/, ''))
    else items.push([item ?? line])
    blanks = 0
  }
  return items.map((item) => item.join('\n').trimEnd()).filter((item) => item.trim() !== '')
}
