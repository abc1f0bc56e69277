/** From what a person typed to one article: a slug, a title, or a unique beginning of either. */
import { RalphError } from '../../errors.js'
import { type Entry, sameTitle } from '../../memory/knowledge.js'

const MAX_CANDIDATES = 10

export function findArticle(entries: readonly Entry[], typed: string): Entry {
  const found = candidates(entries, sameTitle(typed.trim()))
  if (found.length === 1) return found[0]!
  if (found.length === 0) {
    throw new RalphError('memory-not-found', `no article matches '${typed}'`, {
      hint: 'run `git ralph know list` to see the articles',
      data: { slug: typed },
    })
  }
  const shown = found
    .slice(0, MAX_CANDIDATES)
    .map(({ slug, article }) => `\n  ${slug}  ${article.title.slice(0, 60)}`)
  const more = found.length > MAX_CANDIDATES ? `\n  … and ${found.length - MAX_CANDIDATES} more` : ''
  throw new RalphError(
    'ambiguous-id',
    `'${typed}' matches ${found.length} articles:${shown.join('')}${more}`,
    {
      hint: 'type more of the slug',
      data: { slugs: found.map(({ slug }) => slug) },
    },
  )
}

function candidates(entries: readonly Entry[], typed: string): Entry[] {
  if (typed === '') return []
  const bySlug = entries.filter(({ slug }) => slug === typed)
  if (bySlug.length > 0) return bySlug
  const byTitle = entries.filter(({ article }) => sameTitle(article.title) === typed)
  // A variant kept by a merge has the title of the article it is a variant of.
  const proper = byTitle.filter(({ article }) => article.conflicts === undefined)
  if (byTitle.length > 0) return proper.length > 0 ? proper : byTitle
  return entries.filter(
    ({ slug, article }) => slug.startsWith(typed) || sameTitle(article.title).startsWith(typed),
  )
}
