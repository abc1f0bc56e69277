/**
 * `progress.txt` of a task: consolidated patterns on top, then one entry per iteration, each ended by `---`. Whatever people and agents
 * write into it is kept; only blank lines around entries are put in order.
 */
import { mergeSets } from './merge-fields.js'
import { mergeText } from './merge-text.js'
import { fenceFinder, fenceOf } from './fences.js'
import { cleanBody, normaliseText } from './text.js'

export interface Progress {
  /** What stands before everything else. */
  preamble: string
  /** Without their bullets. */
  patterns: string[]
  /** Each from its `## ` heading to before its `---`. */
  entries: string[]
}

const PATTERNS = '## Codebase Patterns'

export const NO_PROGRESS: Progress = { preamble: '', patterns: [], entries: [] }

export function parseProgress(text: string): Progress {
  const [first = '', ...blocks] = splitAtHeadings(cleanBody(text))
  const found: Progress = { preamble: '', patterns: [], entries: [] }
  const before = [closeFence(trimRule(first))]
  for (const block of blocks) {
    if (!/^## Codebase Patterns\s*$/i.test(block.split('\n', 1)[0]!)) {
      found.entries.push(closeFence(trimRule(block)))
      continue
    }
    const [patterns, rest] = splitAtRule(block.split('\n').slice(1))
    found.patterns.push(...itemsOf(patterns))
    before.push(closeFence(trimRule(rest.join('\n'))))
  }
  found.preamble = before.filter((one) => one !== '').join('\n\n')
  return {
    preamble: found.preamble,
    patterns: [...new Set(found.patterns)],
    entries: [...new Set(found.entries)],
  }
}

export function renderProgress({ preamble, patterns, entries }: Progress): string {
  const items = patterns.map((item) => `- ${item.split('\n').join('\n  ')}\n`)
  return (
    (preamble === '' ? '' : `${preamble}\n\n`) +
    `${PATTERNS}\n${items.join('')}---\n` +
    entries.map((entry) => `\n${entry}\n---\n`).join('')
  )
}

export function isEmptyProgress({ preamble, patterns, entries }: Progress): boolean {
  return preamble === '' && patterns.length === 0 && entries.length === 0
}

/** Headings of the second level begin a block, but not those in code. The first block is what stands before the first heading. */
function splitAtHeadings(text: string): string[] {
  const blocks: string[][] = [[]]
  const lines = text.split('\n')
  const endOfFence = fenceFinder(lines)
  for (let i = 0; i < lines.length; i++) {
    const end = endOfFence(i)
    if (end !== undefined) {
      blocks.at(-1)!.push(...lines.slice(i, end + 1))
      i = end
      continue
    }
    if (lines[i]!.startsWith('## ')) blocks.push([])
    blocks.at(-1)!.push(lines[i]!)
  }
  return blocks.map((block) => block.join('\n'))
}

const isRule = (line: string): boolean => /^---+\s*$/.test(line)

/** Without the rules and blank lines that it ends or begins with. */
function trimRule(block: string): string {
  const lines = block.split('\n')
  while (lines.length > 0 && (lines.at(-1)!.trim() === '' || isRule(lines.at(-1)!))) lines.pop()
  while (lines.length > 0 && (lines[0]!.trim() === '' || isRule(lines[0]!))) lines.shift()
  return lines.join('\n').trimEnd()
}

/** At the first rule that is not in code. */
function splitAtRule(lines: string[]): [string[], string[]] {
  const endOfFence = fenceFinder(lines)
  for (let at = 0; at < lines.length; at++) {
    if (isRule(lines[at]!)) return [lines.slice(0, at), lines.slice(at + 1)]
    at = endOfFence(at) ?? at
  }
  return [lines, []]
}

/** Code that is never closed would take in what comes after it, once that stands in another place. */
function closeFence(text: string): string {
  const lines = text.split('\n')
  const endOfFence = fenceFinder(lines)
  for (let at = 0; at < lines.length; at++) {
    const fence = fenceOf(lines[at]!)
    const end = endOfFence(at)
    if (fence !== undefined && end === undefined) return closeFence(`${text}\n${fence}`)
    at = end ?? at
  }
  return text
}

/** A line without a bullet goes on with the item above it. */
function itemsOf(lines: readonly string[]): string[] {
  const items: string[] = []
  for (const line of lines) {
    if (line.trim() === '') continue
    const item = /^[-*+]\s+(.*)$/.exec(line)?.[1]
    if (item !== undefined) items.push(cleanItem(item))
    else if (items.length === 0) items.push(cleanItem(line))
    else items.push(`${items.pop()!}\n${line.replace(/^ {1,2}/, '').trimEnd()}`)
  }
  return items.filter((item) => item !== '').map(closeFence)
}

/** A text as an item of the list: no blank lines, nothing that would end the list. */
export function cleanItem(text: string): string {
  return cleanBody(text)
    .split('\n')
    .map((line, at) => (at === 0 ? line.trim() : line.trimEnd()))
    .filter((line) => line.trim() !== '')
    .join('\n')
}

export interface ProgressDraft {
  /** `2025-01-21T10:00:00Z` */
  at: string
  story?: string
  /** Reference to the earlier work. */
  thread?: string
  /** What was implemented. */
  text: string
  files?: readonly string[]
  learnings?: readonly string[]
}

/** One entry as the format has it. */
export function renderEntry({ at, story, thread, text, files = [], learnings = [] }: ProgressDraft): string {
  const bullet = (item: string, indent = ''): string =>
    `${indent}- ${cleanItem(item).split('\n').join(`\n${indent}  `)}`
  const said = cleanBody(text)
  // A list is taken as it is; headings stay below the entry's own.
  const body = /^[-*] /.test(said) ? said.replace(/^##? /gm, '### ') : said === '' ? '' : bullet(said)
  return [
    `## [${at}] - ${oneLine(story ?? '') || 'progress'}`,
    ...(thread ? [`Thread: ${oneLine(thread)}`] : []),
    ...(body === '' ? [] : [body]),
    ...(files.length > 0 ? [`- Files changed: ${files.map(oneLine).join(', ')}`] : []),
    ...(learnings.length > 0 ? ['- **Learnings for future iterations:**'] : []),
    ...learnings.map((learning) => bullet(learning, '  ')),
  ].join('\n')
}

const oneLine = (text: string): string => cleanBody(text.replace(/\s+/g, ' ')).trim()

/** With patterns that nobody noted yet. */
export function addPatterns(progress: Progress, patterns: readonly string[]): Progress {
  const known = new Set(progress.patterns.map(normaliseText))
  const fresh = patterns.map(cleanItem).filter((one) => one !== '' && !known.has(normaliseText(one)))
  return { ...progress, patterns: [...new Set([...progress.patterns, ...fresh])] }
}

/** Three-way: patterns and entries as sets in order, what stands before them by lines. Nothing depends on which side is ours. */
export function mergeProgress(base: Progress, ours: Progress, theirs: Progress): Progress {
  return {
    preamble: mergePreamble(base.preamble, ours.preamble, theirs.preamble),
    patterns: mergeSets(base.patterns, ours.patterns, theirs.patterns),
    entries: mergeSets(base.entries, ours.entries, theirs.entries),
  }
}

function mergePreamble(base: string, ours: string, theirs: string): string {
  if (ours === theirs || base === theirs) return ours
  if (base === ours) return theirs
  const merged = mergeText(base, ours, theirs)
  if (merged !== undefined) return cleanBody(merged)
  const [olds, mine, other] = [base, ours, theirs].map((text) => [...new Set(text.split('\n'))])
  return cleanBody(mergeSets(olds, mine!, other!).join('\n'))
}
