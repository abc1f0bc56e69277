/** The articles that matter for a task, and the part of a prompt that tells of them. */
import { type KnowledgeBriefing, KNOWLEDGE_BUDGET, renderKnowledge } from '../../briefing/knowledge.js'
import type { Env } from '../../env.js'
import { type Match, scoreKnowledge, type TaskContext } from '../../memory/knowledge-match.js'
import { readKnowledge } from '../../store/knowledge.js'
import { openWorkspace } from '../../store/workspace.js'

export interface KnowledgeOptions {
  /** Most tokens; 0 for no limit. @default 2000 */
  budget?: number
  line?: string
  /** How many tokens a text is. */
  count?: (text: string) => number
}

export interface KnowledgeFor extends KnowledgeBriefing<Match> {
  /** All that matter, best first; `entries` are those that fit. */
  matches: Match[]
  branch: string
  warnings: string[]
}

export async function knowledgeFor(
  env: Env,
  context: TaskContext,
  options: KnowledgeOptions = {},
): Promise<KnowledgeFor> {
  const { repo, view, warnings } = await openWorkspace(env, options)
  const { entries } = await readKnowledge(repo, view.tip)
  const matches = scoreKnowledge(entries, context)
  const briefing = renderKnowledge(matches, options.budget ?? KNOWLEDGE_BUDGET, options.count)
  return { ...briefing, matches, branch: view.branch, warnings }
}
