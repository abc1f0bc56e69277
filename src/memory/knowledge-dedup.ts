/**
 * Writing an article that is known already edits the one there is:
 * 1. the same title, whatever its case → the new text takes the place of the old
 * 2. more than half of the smaller set of tags in common, and one title contains the other → likewise, under the old title
 * 3. else it is new
 * Tags are joined, those known first. What was replaced stays in the line's history.
 */
import {
  type Article,
  type Draft,
  type Entry,
  checkDraft,
  checkWhole,
  freeSlug,
  sameTitle,
  type Slug,
} from './knowledge.js'
import { MAX_TAGS } from './text.js'

export interface Duplicate {
  entry: Entry
  by: 'title' | 'tags'
}

export function findDuplicate(
  entries: readonly Entry[],
  { title, tags }: Pick<Article, 'title' | 'tags'>,
): Duplicate | undefined {
  const wanted = sameTitle(title)
  // A variant waits for someone to resolve it: what is written goes to the article it is a variant of.
  const proper = entries
    .filter(({ article }) => article.conflicts === undefined)
    .toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  const byTitle = proper.find(({ article }) => sameTitle(article.title) === wanted) // 1
  if (byTitle) return { entry: byTitle, by: 'title' }
  const byTags = proper.find(({ article }) => {
    const known = sameTitle(article.title)
    return (known.includes(wanted) || wanted.includes(known)) && overlap(article.tags, tags) > 0.5
  }) // 2
  return byTags && { entry: byTags, by: 'tags' }
}

/** What two sets have in common, as part of the smaller one. */
function overlap(a: readonly string[], b: readonly string[]): number {
  const [first, second] = [new Set(a), new Set(b)]
  const common = [...first].filter((tag) => second.has(tag)).length
  return common / Math.max(1, Math.min(first.size, second.size))
}

export interface Added {
  slug: Slug
  article: Article
  outcome: 'stored' | 'known' | 'updated'
}

/** Decides what becomes of a new article among those there are; `time` is when, in the stored form. */
export function addArticle(entries: readonly Entry[], draft: Draft, time: string): Added {
  return place(entries, checkDraft(draft), time)
}

/** The same for a file that someone put beside the others: its text is not cut, and its own times and keys count. */
export function addFile(entries: readonly Entry[], file: Article, time: string): Added {
  return place(entries, { ...file, ...checkWhole(file) }, time)
}

function place(entries: readonly Entry[], article: Article, time: string): Added {
  const duplicate = findDuplicate(entries, article)
  if (duplicate) return { slug: duplicate.entry.slug, ...edit(duplicate, article, time) }
  const taken = new Set(entries.map(({ slug }) => slug))
  const slug = freeSlug(article.title, (wanted) => taken.has(wanted))
  return { slug, article: { ...article, createdAt: article.createdAt ?? time }, outcome: 'stored' }
}

function edit(
  { entry: { article: known }, by }: Duplicate,
  article: Article,
  time: string,
): Pick<Added, 'article' | 'outcome'> {
  const edited: Article = {
    ...known,
    title: by === 'title' ? article.title : known.title,
    tags: [...new Set([...known.tags, ...article.tags])].slice(0, MAX_TAGS),
    ...(article.feature !== undefined && { feature: article.feature }),
    body: article.body,
    ...(article.extra && { extra: { ...known.extra, ...article.extra } }),
  }
  const isKnown =
    edited.title === known.title &&
    edited.tags.length === known.tags.length &&
    edited.feature === known.feature &&
    edited.body === known.body
  return isKnown
    ? { article: known, outcome: 'known' }
    : { article: { ...edited, updated: time }, outcome: 'updated' }
}
