/** WHAT an agent is told: whole memories, as many as the budget holds. Pure. */
import { renderBlock, renderMemories } from '../memory/memories-md.js'
import type { Memory } from '../memory/memory.js'
import { estimateTokens } from './estimate.js'

export interface Briefing {
  text: string
  tokens: number
  memories: Memory[]
  /** How many more there were. */
  left: number
}

export const TRUNCATED = '<!-- truncated: budget exceeded -->'

/** The first memories of `ranked` that fit into `budget` tokens (0: no limit), in the format of `.agent/memories.md`. */
export function fitToBudget(ranked: Memory[], budget: number): Briefing {
  let taken = ranked
  if (budget > 0) {
    const frame = estimateTokens(renderBriefing([], ranked.length))
    let room = budget - frame
    taken = []
    for (const memory of ranked) {
      const cost = estimateTokens(`${renderBlock(memory)}\n\n`)
      if (cost > room) continue
      room -= cost
      taken.push(memory)
    }
  }
  const left = ranked.length - taken.length
  const text = renderBriefing(taken, left)
  return { text, tokens: estimateTokens(text), memories: taken, left }
}

function renderBriefing(memories: Memory[], left: number): string {
  const text = renderMemories(memories)
  return left === 0 ? text : `${text}\n${TRUNCATED}\n<!-- ${left} more: git ralph list -->\n`
}
