/** The articles of the view, by slug; and one of them. */
import type { Env } from '../../env.js'
import { type Entry, sameTitle } from '../../memory/knowledge.js'
import { readKnowledge } from '../../store/knowledge/read-knowledge.js'
import { openQuarantine } from '../../store/trust/review.js'
import { openWorkspace } from '../../store/workspace.js'
import { findArticle } from './find-article.js'

export interface ListArticlesOptions {
  /** Leave out what is in quarantine. */
  trusted?: boolean
  /** Any of these. */
  tags?: string[]
  feature?: string
  line?: string
}

export interface ListedArticles {
  entries: Entry[]
  branch: string
  warnings: string[]
}

export async function listArticles(env: Env, options: ListArticlesOptions = {}): Promise<ListedArticles> {
  const { repo, view, warnings } = await openWorkspace(env, options)
  const { entries, broken } = await readKnowledge(repo, view.tip)
  warnings.push(...broken.map(({ path, why }) => `'${path}' is skipped: ${why}`))
  const { tags = [], feature, trusted } = options
  const heldFor = trusted ? openQuarantine(repo) : () => undefined
  const wanted = entries.filter(
    ({ article }) =>
      !heldFor(article.body) &&
      (tags.length === 0 || tags.some((tag) => article.tags.includes(tag))) &&
      (feature === undefined || sameTitle(article.feature ?? '') === sameTitle(feature)),
  )
  return { entries: wanted, branch: view.branch, warnings }
}

export interface ShownArticle {
  entry: Entry
  /** Why it is in quarantine, if it is. */
  quarantine?: string[]
  warnings: string[]
}

export async function showArticle(
  env: Env,
  typed: string,
  options: { line?: string } = {},
): Promise<ShownArticle> {
  const { repo, view, warnings } = await openWorkspace(env, options)
  const { entries } = await readKnowledge(repo, view.tip)
  const entry = findArticle(entries, typed)
  const quarantine = openQuarantine(repo)(entry.article.body)
  return { entry, ...(quarantine && { quarantine }), warnings }
}
