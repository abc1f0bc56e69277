/** `## Project Knowledge`: the articles that matter for a task, best first, whole ones only, as many as the budget holds. */
import type { Entry } from '../memory/knowledge.js'
import { estimateTokens } from './estimate.js'

export interface KnowledgeBriefing<E extends Entry = Entry> {
  /** Empty when no article fits. */
  text: string
  tokens: number
  entries: E[]
  /** How many more there were. */
  left: number
}

export const KNOWLEDGE_BUDGET = 2000
const HEADING = '## Project Knowledge\n'

/** `budget` in tokens, 0 for no limit; `count` says how many tokens a text is. */
export function renderKnowledge<E extends Entry>(
  ranked: readonly E[],
  budget = KNOWLEDGE_BUDGET,
  count: (text: string) => number = estimateTokens,
): KnowledgeBriefing<E> {
  const taken: E[] = []
  let text = ''
  for (const entry of ranked) {
    const longer = `${text || HEADING}\n${renderSection(entry)}`
    if (budget > 0 && count(longer) > budget) continue
    taken.push(entry)
    text = longer
  }
  return { text, tokens: text === '' ? 0 : count(text), entries: taken, left: ranked.length - taken.length }
}

function renderSection({ article: { title, tags, body } }: Entry): string {
  return `### ${title}\n_Tags: ${tags.join(', ')}_\n\n${body}\n`
}
