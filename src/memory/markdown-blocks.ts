/** Markdown as sections with blocks: list items, paragraphs, pieces of code. Every line belongs to one, so that nothing is lost. Pure. */
import { fenceFinder } from './fences.js'
import { normaliseText } from './text.js'

export interface MarkdownBlock {
  lines: string[]
  /** What it says: case, spaces and the bullet do not matter. */
  key: string
  isItem: boolean
  /** Blank lines before it. */
  gap: number
}

export interface MarkdownSection {
  /** The headings above and its own, in lower case; with a number when the same were there before. */
  key: string
  level: number
  /** Undefined for what stands before the first heading. */
  heading?: string
  gap: number
  blocks: MarkdownBlock[]
}

const HEADING = /^(#{1,6})\s+(.*?)\s*#*\s*$/
const ITEM = /^(?:[-*+]|\d{1,3}[.)])\s+/

export function parseMarkdown(text: string): MarkdownSection[] {
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  const endOfFence = fenceFinder(lines)
  const sections: MarkdownSection[] = [{ key: '', level: 0, gap: 0, blocks: [] }]
  const path: string[] = []
  const seen = new Map<string, number>()
  let gap = 0
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!
    const heading = HEADING.exec(line)
    if (line.trim() === '') {
      gap++
      at++
    } else if (heading) {
      const level = heading[1]!.length
      path.length = level - 1
      path[level - 1] = normaliseText(heading[2]!)
      sections.push({
        key: unique(Array.from(path, (name) => name ?? '').join('\n'), seen),
        level,
        heading: line,
        gap,
        blocks: [],
      })
      gap = 0
      at++
    } else {
      const end = endOfBlock(lines, at, endOfFence)
      sections.at(-1)!.blocks.push(blockOf(lines.slice(at, end), gap))
      gap = 0
      at = end
    }
  }
  return sections
}

function unique(key: string, seen: Map<string, number>): string {
  const before = seen.get(key) ?? 0
  seen.set(key, before + 1)
  return before === 0 ? key : `${key}\n${before + 1}`
}

/** An item reaches to the next one; with it goes what is indented below it. Anything else reaches to a blank line. */
function endOfBlock(
  lines: readonly string[],
  start: number,
  endOfFence: (at: number) => number | undefined,
): number {
  const isItem = ITEM.test(lines[start]!)
  let at = start
  let last = start + 1
  while (at < lines.length) {
    const line = lines[at]!
    if (at > start && /^(?:```|~~~)/.test(line)) break
    const close = endOfFence(at)
    if (close !== undefined) {
      at = last = close + 1
      continue
    }
    const isBlank = line.trim() === ''
    const goesOn = isItem && /^(?: {2,}|\t)/.test(line)
    if (at > start && !isBlank && !goesOn && (HEADING.test(line) || ITEM.test(line))) break
    if (at > start && !isBlank && !goesOn && lines[at - 1]!.trim() === '') break
    if (isBlank && !isItem) break
    at++
    if (!isBlank) last = at
  }
  return last
}

function blockOf(lines: string[], gap: number): MarkdownBlock {
  const text = lines.join('\n')
  return { lines, key: normaliseText(text.replace(ITEM, '')), isItem: ITEM.test(text), gap }
}

/** The text again, byte for byte but for line ends and blank lines at the end. */
export function renderMarkdown(sections: readonly MarkdownSection[]): string {
  const lines: string[] = []
  const push = (gap: number, own: readonly string[]): void => {
    lines.push(...Array<string>(gap).fill(''), ...own)
  }
  for (const { heading, gap, blocks } of sections) {
    if (heading !== undefined) push(gap, [heading])
    for (const block of blocks) push(block.gap, block.lines)
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}
