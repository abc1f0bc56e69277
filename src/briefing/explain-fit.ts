/** WHY a memory is told or left out of a briefing, and what it costs. Pure. */
import type { Memory } from '../memory/memory.js'
import { estimateTokens } from './estimate.js'
import { blockText, type Briefing } from './fit.js'

export interface Considered {
  memory: Memory
  tokens: number
  /** Undefined when it is told. */
  left?: 'too-large' | 'spent'
}

/** More are not looked at by anybody. */
const MOST_LEFT = 200

/**
 * `ranked`, in their order. What is left out was larger than what then remained of the budget, or came after all of it was spent on better ones: nothing
 * after it is told.
 */
export function explainFit(
  ranked: readonly Memory[],
  { memories }: Pick<Briefing, 'memories'>,
  budget: number,
  counted: (memory: Memory) => number | undefined,
): Considered[] {
  const told = new Set(memories)
  const last = ranked.findLastIndex((memory) => told.has(memory))
  let left = 0
  return ranked.flatMap((memory, place): Considered[] => {
    const tokens = counted(memory) ?? estimateTokens(blockText(memory))
    if (told.has(memory)) return [{ memory, tokens }]
    if (++left > MOST_LEFT) return []
    return [{ memory, tokens, left: place < last || tokens > budget ? 'too-large' : 'spent' }]
  })
}
