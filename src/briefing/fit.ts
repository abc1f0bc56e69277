/** WHAT an agent is told: whole memories, as many as the budget holds, best first. Pure. */
import { renderBlock, renderMemories } from '../memory/memories-md.js'
import type { Memory } from '../memory/memory.js'
import { estimateTokens } from './estimate.js'
import type { CountTokens } from './tokens.js'

export interface Briefing {
  text: string
  tokens: number
  memories: Memory[]
  /** How many more there were. */
  left: number
}

export const TRUNCATED = '<!-- truncated: budget exceeded -->'

/** A block as it adds to the text: it ends in a blank line, where tokenizers break, so that counts of blocks add up. */
export function blockText(memory: Memory): string {
  return `${renderBlock(memory)}\n\n`
}

/**
 * For the frame, which has no more than headings and two comments: above what any of our encodings makes of it, so that the
 * tokenizer is not needed for it, and the same briefing is made whether or not the tokenizer happens to be loaded.
 */
export function boundTokens(frame: string): number {
  return Math.ceil(estimateTokens(frame) * 1.3)
}

/** Blocks are counted one by one, the frame around them as a whole; both exactly, or from above. */
export interface Count {
  block(memory: Memory): number
  frame: CountTokens
}

/**
 * The memories of `ranked` that fit into `budget` tokens (0: no limit), in the format of `.agent/memories.md`. `total` is how many
 * memories there are, of which `ranked` are the best.
 */
export function fitToBudget(
  ranked: readonly Memory[],
  total: number,
  budget: number,
  count: Count,
): Briefing {
  if (budget === 0) return briefingOf(ranked, total, count)
  const wholeRoom = budget - count.frame(renderBriefing([], 0))
  const whole = takeFitting(ranked, wholeRoom, count)
  if (whole.length === total && wholeRoom >= 0) return briefingOf(whole, total, count)
  // Something is left out, which has to be said: room for that is needed too.
  const room = budget - count.frame(renderBriefing([], total))
  if (room < 0) return { text: '', tokens: 0, memories: [], left: total }
  return briefingOf(takeFitting(ranked, room, count), total, count)
}

function takeFitting(ranked: readonly Memory[], room: number, count: Count): Memory[] {
  let left = room
  return ranked.filter((memory) => {
    const cost = left > 0 ? count.block(memory) : Infinity
    if (cost > left) return false
    left -= cost
    return true
  })
}

function briefingOf(memories: readonly Memory[], total: number, count: Count): Briefing {
  const left = total - memories.length
  const tokens = memories.reduce(
    (sum, memory) => sum + count.block(memory),
    count.frame(renderBriefing([], left)),
  )
  return { text: renderBriefing(memories, left), tokens, memories: [...memories], left }
}

function renderBriefing(memories: readonly Memory[], left: number): string {
  const text = renderMemories(memories)
  return left === 0 ? text : `${text}\n${TRUNCATED}\n<!-- ${left} left out: git ralph recall finds them -->\n`
}
