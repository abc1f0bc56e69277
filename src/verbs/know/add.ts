/** Store an article on the line of the branch checked out, or edit the one that is about the same. */
import type { Env } from '../../env.js'
import { admit, type SecretPolicy } from '../../memory/admit.js'
import { addArticle, type Added } from '../../memory/knowledge-dedup.js'
import type { Draft } from '../../memory/knowledge.js'
import { renderTime } from '../../memory/text.js'
import { subjectOf } from '../../store/line/append.js'
import { appendKnowledge } from '../../store/knowledge/knowledge.js'
import { openWorkspace, renderAfterWrite } from '../../store/workspace.js'
import { chooseBranch } from '../remember.js'

export interface AddArticleOptions extends SecretPolicy {
  /** Write to the line of the branch's base instead. */
  shared?: boolean
  /** Write to the line of this branch instead. */
  line?: string
}

/** `stored` as new; `known` word for word; `updated`: one of the same title, or nearly so, has this text now. */
export interface RememberedArticle extends Added {
  branch: string
  /** Set when the line was busy: the article is safe on this ref and joins the line with the next command. */
  parked?: string
  warnings: string[]
}

export async function rememberArticle(
  env: Env,
  given: Draft,
  options: AddArticleOptions = {},
): Promise<RememberedArticle> {
  // Before anything is opened: what is wrong with the text is what the user should hear first.
  addArticle([], given, '')
  const draft = admit(given, options)
  const workspace = await openWorkspace(env)
  const branch = await chooseBranch(workspace, options)
  const { answer, parked } = await appendKnowledge(workspace.repo, branch, (entries) => {
    const added = addArticle(entries, draft, renderTime(env.now()))
    const what = added.outcome === 'stored' ? 'know' : 'edit knowledge'
    return {
      changes: new Map([[added.slug, added.article]]),
      subject: subjectOf(what, added.article.title),
      answer: added,
    }
  })
  await renderAfterWrite(workspace)
  return { ...answer, branch, ...(parked && { parked }), warnings: workspace.warnings }
}
