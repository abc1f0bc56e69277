/** The articles that matter for a task, and the part of a prompt that tells of them. */
import { estimateTokens } from '../../briefing/estimate.js'
import {
  type KnowledgeBriefing,
  KNOWLEDGE_BUDGET,
  renderKnowledge,
  sectionText,
} from '../../briefing/knowledge.js'
import { type Encoding, loadTokenizer } from '../../briefing/tokens.js'
import type { Env } from '../../env.js'
import { type Match, scoreKnowledge, type TaskContext } from '../../memory/knowledge-match.js'
import { readKnowledge, type StoredArticle } from '../../store/knowledge/read-knowledge.js'
import { openTokenCounts } from '../../store/index/token-counts.js'
import { openQuarantine } from '../../store/trust/review.js'
import { openWorkspace, type Workspace } from '../../store/workspace.js'

export interface KnowledgeOptions {
  /** Most tokens; 0 for no limit. @default 2000 */
  budget?: number
  line?: string
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
  const workspace = await openWorkspace(env, options)
  const { repo, view, warnings } = workspace
  const isHeld = openQuarantine(repo)
  const entries = (await readKnowledge(repo, view.tip)).entries.filter(({ article }) => !isHeld(article.body))
  const matches = scoreKnowledge(entries, context)
  const briefing = await fitKnowledge(workspace, matches, options.budget ?? KNOWLEDGE_BUDGET)
  return { ...briefing, matches, branch: view.branch, warnings }
}

/** Counts exactly, from what was counted before where that is known; without a limit an estimate will do. */
async function fitKnowledge<E extends StoredArticle>(
  { repo, settings }: Workspace,
  ranked: readonly E[],
  budget: number,
): Promise<KnowledgeBriefing<E>> {
  if (budget === 0 || ranked.length === 0) return renderKnowledge(ranked, budget)
  const encoding = settings.tokenizer as Encoding
  const counts = openTokenCounts(repo, encoding)
  const unknown = reachable(ranked, budget).filter(({ blob }) => counts.get(blob) === undefined)
  const exact = unknown.length > 0 ? await loadTokenizer(encoding) : undefined
  for (const entry of unknown) counts.set(entry.blob, exact!(sectionText(entry)))
  counts.save()
  return renderKnowledge(ranked, budget, ({ blob }) => counts.get(blob) ?? Infinity)
}

/** Those that may be reached before the budget is spent, by a generous estimate. */
function reachable<E extends StoredArticle>(ranked: readonly E[], budget: number): E[] {
  let room = budget * 2
  return ranked.filter((entry) => room > 0 && (room -= estimateTokens(sectionText(entry))) > -budget)
}
