/**
 * What another version of a markdown file has learnt, brought into ours: three-way by sections and blocks. What they added comes in where
 * it stands there, unless ours says it anywhere; what they took out goes, if ours still has it as it was. The rest of ours stays as it is.
 */
import { type MarkdownBlock, type MarkdownSection, parseMarkdown, renderMarkdown } from './markdown-blocks.js'

export function mergeMarkdown(base: string, ours: string, theirs: string): string {
  const [old, mine, other] = [base, ours, theirs].map(parseMarkdown) as [
    MarkdownSection[],
    MarkdownSection[],
    MarkdownSection[],
  ]
  const before = keysBySection(old)
  const known = new Set(mine.flatMap(({ blocks }) => blocks.map(({ key }) => key)))
  let changed = false
  const isNews: IsNews = (section, { key }) => !before.get(section.key)?.has(key) && !known.has(key)
  for (const [at, section] of other.entries()) {
    const added: MarkdownBlock[] = []
    for (const block of section.blocks) {
      if (!isNews(section, block)) continue
      known.add(block.key)
      added.push(block)
    }
    const there = mine.find(({ key }) => key === section.key)
    if (added.length === 0 && (there || !leadsToNews(other, at, isNews))) continue
    changed = true
    if (there) for (const block of added) insertBlock(there, section, block)
    else insertSection(mine, other, at, added)
  }
  const removed = removeGone(mine, old, other)
  return changed || removed ? renderMarkdown(mine) : ours
}

const keysBySection = (sections: readonly MarkdownSection[]): Map<string, Set<string>> =>
  new Map(sections.map(({ key, blocks }) => [key, new Set(blocks.map((block) => block.key))]))

/** Whether something new stands in the sections below this one. */
function leadsToNews(other: readonly MarkdownSection[], at: number, isNews: IsNews): boolean {
  const end = other.findIndex(({ level }, i) => i > at && level <= other[at]!.level)
  const below = other.slice(at + 1, end < 0 ? undefined : end)
  return below.some((section) => section.blocks.some((one) => isNews(section, one)))
}

type IsNews = (section: MarkdownSection, block: MarkdownBlock) => boolean

/** After the nearest block before it that both have, else at the end. */
function insertBlock(into: MarkdownSection, from: MarkdownSection, block: MarkdownBlock): void {
  const at = from.blocks.indexOf(block)
  const above = from.blocks.slice(0, at).findLast(({ key }) => into.blocks.some((one) => one.key === key))
  const place = above ? into.blocks.findIndex(({ key }) => key === above.key) + 1 : into.blocks.length
  const previous = into.blocks[place - 1]
  into.blocks.splice(place, 0, { ...block, gap: gapAfter(previous, block, into) })
  const next = into.blocks[place + 1]
  if (next && next.gap === 0 && !(next.isItem && block.isItem)) next.gap = 1
}

/** Items of a tight list stay close; anything else is set off by a blank line. */
function gapAfter(previous: MarkdownBlock | undefined, block: MarkdownBlock, into: MarkdownSection): number {
  if (previous === undefined) return into.heading === undefined ? 0 : block.gap
  return previous.isItem && block.isItem ? Math.min(block.gap, 1) : 1
}

/** A section of theirs, below the one it follows there. */
function insertSection(
  mine: MarkdownSection[],
  other: readonly MarkdownSection[],
  at: number,
  blocks: MarkdownBlock[],
): void {
  const section = other[at]!
  const above = other.slice(0, at).findLast(({ key }) => mine.some((one) => one.key === key))
  let place = above ? mine.findIndex(({ key }) => key === above.key) + 1 : mine.length
  // Not between a section and what is below it in ours.
  while (place < mine.length && mine[place]!.level > section.level) place++
  const first = section.blocks[0]?.gap ?? 0
  const own = blocks.map((block, i) => ({ ...block, ...(i === 0 && { gap: first }) }))
  const isFirst = mine.slice(0, place).every((one) => one.heading === undefined && one.blocks.length === 0)
  mine.splice(place, 0, { ...section, gap: isFirst ? 0 : 1, blocks: own })
  const next = mine[place + 1]
  if (next && next.gap === 0) next.gap = 1
}

function removeGone(
  mine: MarkdownSection[],
  old: readonly MarkdownSection[],
  other: readonly MarkdownSection[],
): boolean {
  const theirs = keysBySection(other)
  const said = new Set(other.flatMap(({ blocks }) => blocks.map(({ key }) => key)))
  let changed = false
  // From the end, so that a heading is seen to be empty once those below it are gone.
  for (const { key, blocks } of old.toReversed()) {
    const gone = new Set(blocks.map((block) => block.key).filter((one) => !said.has(one)))
    const at = mine.findIndex((section) => section.key === key)
    const section = mine[at]
    if (section === undefined) continue
    const kept = section.blocks.filter((block) => !gone.has(block.key))
    if (kept.length < section.blocks.length) {
      section.blocks = kept
      changed = true
    }
    // A heading that they took out goes when nothing is left below it.
    const isLeaf = (mine[at + 1]?.level ?? 0) <= section.level
    if (!theirs.has(key) && kept.length === 0 && isLeaf) {
      mine.splice(at, 1)
      changed = true
    }
  }
  return changed
}
