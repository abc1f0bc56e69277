/** Change an article in place. Its slug stays, and its earlier versions are in the line's history. */
import type { Env } from '../../env.js'
import { RalphError } from '../../errors.js'
import { admit, type SecretPolicy } from '../../memory/admit.js'
import { type Article, checkDraft, type Entry } from '../../memory/knowledge.js'
import { parseArticle, renderArticle } from '../../memory/knowledge-file.js'
import { reapplyArticles } from '../../memory/merge-knowledge.js'
import { normaliseTags, renderTime } from '../../memory/text.js'
import { subjectOf } from '../../store/line/append.js'
import { editText } from '../../store/editor.js'
import { appendKnowledge } from '../../store/knowledge/knowledge.js'
import { readKnowledge } from '../../store/knowledge/read-knowledge.js'
import { openWorkspace, renderAfterWrite, type Workspace } from '../../store/workspace.js'
import { findArticle } from './find-article.js'

export interface EditArticleOptions extends SecretPolicy {
  content?: string
  title?: string
  /** Replaces all tags. */
  tags?: string[]
  addTags?: string[]
  removeTags?: string[]
  /** Empty to take it away. */
  feature?: string
}

export interface EditedArticle {
  entry: Entry
  changed: boolean
  parked?: string
  warnings: string[]
}

/** Without any option the article's file is opened in the user's editor. */
export async function editArticle(
  env: Env,
  typed: string,
  options: EditArticleOptions = {},
): Promise<EditedArticle> {
  const workspace = await openWorkspace(env)
  const { repo, view, warnings } = workspace
  const entry = findArticle((await readKnowledge(repo, view.tip)).entries, typed)
  const { slug, article: before } = entry
  const { redact, allowSecret, ...given } = options
  const policy = { ...(redact && { redact }), ...(allowSecret !== undefined && { allowSecret }) }
  const byHand = Object.values({ ...given, ...policy }).every((value) => value === undefined)
  const edited = byHand ? await editFile(workspace, entry) : settle(applyOptions(before, given), policy)
  if (renderArticle(edited) === renderArticle(before)) return { entry, changed: false, warnings }
  const after: Article = { ...edited, updated: renderTime(env.now()) }
  const { answer, parked } = await appendKnowledge(repo, view.branch, (entries) => {
    const changes = reapplyArticles(entries, new Map([[slug, before]]), new Map([[slug, after]]))
    return {
      changes,
      subject: subjectOf('edit knowledge', after.title),
      answer: changes.get(slug) ?? after,
    }
  })
  await renderAfterWrite(workspace)
  return { entry: { slug, article: answer }, changed: true, ...(parked && { parked }), warnings }
}

/** Without a policy it is the store that refuses: a secret that came with a pull must not forbid a new tag. */
function settle(article: Article, policy: SecretPolicy): Article {
  return Object.keys(policy).length === 0 ? article : admit(article, policy)
}

function applyOptions(article: Article, options: EditArticleOptions): Article {
  const dropped = new Set(normaliseTags(options.removeTags ?? []))
  const tags = normaliseTags([...(options.tags ?? article.tags), ...(options.addTags ?? [])])
  const { feature: known, ...rest } = article
  const feature = options.feature ?? known
  return {
    ...rest,
    ...checkDraft({
      title: options.title ?? article.title,
      tags: tags.filter((tag) => !dropped.has(tag)),
      ...(feature !== undefined && { feature }),
      body: options.content ?? article.body,
    }),
    // A text that is not touched is not cut either.
    ...(options.content === undefined && { body: article.body }),
  }
}

/** What cannot be read when the editor closes is not stored, and not lost either. */
async function editFile({ repo }: Workspace, { slug, article }: Entry): Promise<Article> {
  const { text, path, discard } = await editText(repo, `${slug}.md`, renderArticle(article))
  try {
    const edited = parseArticle(text, slug)
    const isTextNew = edited.body !== article.body
    const result = admit<Article>({ ...edited, ...(isTextNew && { body: checkDraft(edited).body }) })
    discard()
    return result
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    throw new RalphError(error.code, error.message, {
      hint: `nothing was stored; your text is in '${path}'`,
      cause: error,
    })
  }
}
