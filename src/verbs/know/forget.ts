/** Take articles off the line. They stay in its history. */
import type { Env } from '../../env.js'
import type { Entry } from '../../memory/knowledge.js'
import { subjectOf } from '../../store/line/append.js'
import { appendKnowledge } from '../../store/knowledge/knowledge.js'
import { readKnowledge } from '../../store/knowledge/read-knowledge.js'
import { openWorkspace, renderAfterWrite } from '../../store/workspace.js'
import { findArticle } from './find-article.js'

export interface ForgottenArticles {
  entries: Entry[]
  dryRun: boolean
  parked?: string
  warnings: string[]
}

export async function forgetArticles(
  env: Env,
  typed: string[],
  options: { dryRun?: boolean } = {},
): Promise<ForgottenArticles> {
  const workspace = await openWorkspace(env)
  const { repo, view, warnings } = workspace
  const known = (await readKnowledge(repo, view.tip)).entries
  const found = new Map(typed.map((one) => findArticle(known, one)).map((entry) => [entry.slug, entry]))
  const entries = [...found.values()]
  if (options.dryRun) return { entries, dryRun: true, warnings }
  const { parked } = await appendKnowledge(repo, view.branch, (present) => ({
    changes: new Map(present.filter(({ slug }) => found.has(slug)).map(({ slug }) => [slug, undefined])),
    subject:
      entries.length === 1
        ? subjectOf('forget knowledge', entries[0]!.article.title)
        : `forget ${entries.length} articles`,
    answer: undefined,
  }))
  await renderAfterWrite(workspace)
  return { entries, dryRun: false, ...(parked && { parked }), warnings }
}
