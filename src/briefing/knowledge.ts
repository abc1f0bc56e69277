/** `## Project Knowledge`: the articles that matter for a task, best first, whole ones only, as many as the budget holds. */
import type { Entry } from '../memory/knowledge.js'
import { estimateTokens } from './estimate.js'
import { boundTokens } from './fit.js'

export interface KnowledgeBriefing<E extends Entry = Entry> {
  /** Empty when no article fits. */
  text: string
  tokens: number
  entries: E[]
  /** How many more there were. */
  left: number
}

export const KNOWLEDGE_BUDGET = 2000
const HEADING = '## Project Knowledge\n\n'

/** `budget` in tokens, 0 for no limit; `count` says how many tokens the section of an article is. */
export function renderKnowledge<E extends Entry>(
  ranked: readonly E[],
  budget = KNOWLEDGE_BUDGET,
  count: (entry: E) => number = (entry) => estimateTokens(sectionText(entry)),
): KnowledgeBriefing<E> {
  let tokens = boundTokens(HEADING)
  const entries = ranked.filter((entry) => {
    const cost = budget > 0 && tokens >= budget ? Infinity : count(entry)
    if (budget > 0 && tokens + cost > budget) return false
    tokens += cost
    return true
  })
  const left = ranked.length - entries.length
  if (entries.length === 0) return { text: '', tokens: 0, entries, left }
  return { text: HEADING + entries.map(sectionText).join('').slice(0, -1), tokens, entries, left }
}

/** A section as it adds to the text: it ends in a blank line, where tokenizers break, so that counts add up. */
export function sectionText({ article: { title, tags, body } }: Entry): string {
  return `### ${title}\n_Tags: ${tags.join(', ')}_\n\n${body}\n\n`
}
