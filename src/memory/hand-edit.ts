/**
 * What someone did to `.agent/memories.md` by hand. Base is what we last rendered, theirs the file as found; merging it with the
 * line as it is now is left to `mergeMemory(before, now, after)`. Only what the file shows can change: section, text and tags.
 */
import { nameSecrets, secretsOf } from './admit.js'
import { parseMemories } from './memories-md-parse.js'
import type { ParsedBlock, ParseWarning } from './memories-md-parse.js'
import type { Memory, MemoryId } from './memory.js'
import { cutPrivate } from './private.js'
import { normaliseText } from './text.js'

export interface HandEdits {
  /** With an id only when that id is free to be used. */
  added: ParsedBlock[]
  /** `before` as it was rendered, `after` as it was found. */
  edited: { id: MemoryId; before: Memory; after: Memory }[]
  removed: MemoryId[]
  /** To be rendered again. */
  kept: string[]
  warnings: ParseWarning[]
}

export function changesByHand(
  rendered: string | undefined,
  found: string,
  known: (id: MemoryId) => Memory | undefined,
): HandEdits {
  const { blocks, kept, warnings } = parseMemories(found)
  const edits: HandEdits = { added: [], edited: [], removed: [], kept, warnings: [...warnings] }
  const shown = new Map(
    parseMemories(rendered ?? '').blocks.flatMap((block) => (block.id ? [[block.id, block]] : [])),
  )
  for (const block of blocks) {
    const memory = block.id === undefined ? undefined : known(block.id)
    const before = block.id === undefined ? undefined : shown.get(block.id)
    if (before !== undefined && sameBlock(before, block)) continue
    const why = whyNotStored(block, memory)
    if (why !== undefined) {
      withhold(edits, textOf(block, blocks, found), block.line, why)
      continue
    }
    // New, or forgotten meanwhile by someone else: an edit survives that.
    if (memory === undefined) edits.added.push(block)
    else if (before !== undefined)
      edits.edited.push({ id: memory.id, before: apply(memory, before), after: apply(memory, block) })
    else takeUnshown(edits, block, memory)
  }
  edits.removed = removals(edits, shown, found, blocks, known)
  return edits
}

/** A secret is no news in a memory that has it already. */
function whyNotStored(block: ParsedBlock, memory: Memory | undefined): string | undefined {
  if (cutPrivate(block.body) !== block.body) return 'marked as private'
  const findings = secretsOf(block)
  const isNew = memory === undefined || secretsOf(memory).length < findings.length
  return findings.length > 0 && isNew ? `looks like a secret, ${nameSecrets(findings)}` : undefined
}

/** What must not be stored must not be lost either: it becomes a section of its own, which the parser hands back as it is. */
function withhold(edits: HandEdits, text: string, line: number, why: string): void {
  edits.kept.push(`## Not stored: ${why}\n\n${text}`)
  edits.warnings.push({ line, message: `not stored: ${why}; it stays in the file` })
}

/** A block as it stands in the file: up to the next block or heading. */
function textOf({ line }: ParsedBlock, blocks: readonly ParsedBlock[], found: string): string {
  const lines = found.split(/\r\n|\r|\n/)
  const next = blocks.find((other) => other.line > line)?.line ?? lines.length + 1
  const heading = lines.findIndex((text, at) => at >= line && text.startsWith('##'))
  const end = heading === -1 ? next - 1 : Math.min(next - 1, heading)
  return lines
    .slice(line - 1, end)
    .join('\n')
    .trimEnd()
}

/**
 * A block of something known that we do not remember rendering. It may be an edit, or merely old: a text that differs becomes
 * a memory of its own, so that neither this text nor the one on the line is lost.
 */
function takeUnshown(edits: HandEdits, block: ParsedBlock, memory: Memory): void {
  if (normaliseText(block.body) !== normaliseText(memory.body)) {
    const { id, ...rest } = block
    edits.added.push(rest)
    edits.warnings.push({
      line: block.line,
      message: `'${id}' says something else by now: this text gets an id of its own`,
    })
    return
  }
  const tags = [...new Set([...memory.tags, ...block.tags])]
  if (tags.length > memory.tags.length) {
    edits.edited.push({ id: memory.id, before: memory, after: { ...memory, tags } })
  }
}

function removals(
  { kept, warnings }: HandEdits,
  shown: ReadonlyMap<MemoryId, ParsedBlock>,
  found: string,
  blocks: ParsedBlock[],
  known: (id: MemoryId) => Memory | undefined,
): MemoryId[] {
  if (shown.size > 0 && blocks.length === 0 && !/^\ufeff?# (?:Memories|Guardrails)\s*$/im.test(found)) {
    warnings.push({ line: 1, message: 'the file is empty or has lost its heading: nothing was forgotten' })
    return []
  }
  const there = new Set(blocks.map((block) => block.id))
  const removed: MemoryId[] = []
  for (const [id, block] of shown) {
    const memory = known(id)
    // A heading that is still there, in a block we could not read or a section of the user's own, is no removal.
    const isKept = kept.some((chunk) =>
      chunk.split('\n').some((line) => /^###\s+(\S+)/.exec(line)?.[1] === id),
    )
    if (there.has(id) || isKept || memory === undefined) continue
    if (sameBlock(block, memory)) removed.push(id)
    else warnings.push({ line: 1, message: `'${id}' was edited meanwhile and stays` })
  }
  return removed
}

function apply(memory: Memory, { type, body, tags }: ParsedBlock): Memory {
  return { ...memory, type, body, tags }
}

type Visible = Pick<Memory, 'type' | 'body' | 'tags'>

function sameBlock(a: Visible, b: Visible): boolean {
  return a.type === b.type && a.body === b.body && a.tags.join() === b.tags.join()
}
