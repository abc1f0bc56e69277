/** Writing articles. Reading them is in read-knowledge.ts. */
import { type Article, type Entry, pathOfSlug, type Slug } from '../../memory/knowledge.js'
import { asArticles, reapplyArticles, sameArticle } from '../../memory/merge-knowledge.js'
import { renderArticle } from '../../memory/knowledge-file.js'
import { appendToLine, type Appended, type Decision } from '../line/append.js'
import type { LineState } from '../line/line-state.js'
import { readKnowledge } from './read-knowledge.js'
import type { Oid, Repo } from '../git/repo.js'

export interface KnowledgeDecision<T> {
  /** Articles as they shall be: undefined to forget one. */
  changes: ReadonlyMap<Slug, Article | undefined>
  subject: string
  answer: T
}

/** Appends what `decide` chooses; as with memories it is asked again on a newer tip when somebody else was faster. */
export function appendKnowledge<T>(
  repo: Repo,
  branch: string,
  decide: (entries: Entry[]) => KnowledgeDecision<T>,
): Promise<Appended<T>> {
  return appendToLine(repo, branch, async (state): Promise<Decision<T>> => {
    const { entries } = await readKnowledge(repo, state.tip)
    const { changes, subject, answer } = decide(entries)
    return { changes: [], files: articleFiles(entries, changes), subject, answer }
  })
}

/** The files that a write has to change. */
export function articleFiles(
  entries: readonly Entry[],
  changes: ReadonlyMap<Slug, Article | undefined>,
): Map<string, string | undefined> {
  const there = asArticles(entries)
  const changed = [...changes].filter(([slug, article]) => !sameArticle(there.get(slug), article))
  return new Map(changed.map(([slug, article]) => [pathOfSlug(slug), article && renderArticle(article)]))
}

/** The files that bring what changed between two tips onto a line: how a parked change is adopted. */
export async function reapplyKnowledge(
  repo: Repo,
  state: LineState,
  before: Oid | undefined,
  after: Oid,
): Promise<Map<string, string | undefined>> {
  const [old, changed] = [await readKnowledge(repo, before), await readKnowledge(repo, after)]
  const [oldArticles, newArticles] = [asArticles(old.entries), asArticles(changed.entries)]
  for (const [slug, article] of oldArticles) {
    if (!sameArticle(article, newArticles.get(slug))) continue
    oldArticles.delete(slug)
    newArticles.delete(slug)
  }
  if (oldArticles.size + newArticles.size === 0) return new Map()
  const { entries } = await readKnowledge(repo, state.tip)
  return articleFiles(entries, reapplyArticles(entries, oldArticles, newArticles))
}
