/**
 * Three-way merge of articles, by slug. The cases are those of memories (merge.ts, 1 to 6); the same slug is the same article.
 * Where edits of the text overlap, or both sides wrote a new article under one slug, the later text stays and the other is kept as
 * `<slug>-<four digits of its content>` with `conflicts: <slug>`. Nothing depends on which side is called ours.
 */
import { type Article, type Entry, extendSlug, type Slug } from './knowledge.js'
import { choose, compact, mergeExtra, mergeSets } from './merge-fields.js'
import { mergeBodies } from './merge-text.js'
import { MAX_TAGS, normaliseText } from './text.js'
import { fourDigits } from './variant.js'

export type Articles = ReadonlyMap<Slug, Article>

export interface MergedArticles {
  articles: Map<Slug, Article>
  /** `variant` holds the text that lost against the one of `slug`. */
  conflicts: { slug: Slug; variant: Slug }[]
}

/** Articles that are the same in all three may be left out, except for variants of those that differ. */
export function mergeKnowledge(base: Articles, ours: Articles, theirs: Articles): MergedArticles {
  const articles = new Map<Slug, Article>()
  const lost: { slug: Slug; loser: Article }[] = []
  for (const slug of [...new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])].toSorted()) {
    const { merged, loser } = mergeArticle(base.get(slug), ours.get(slug), theirs.get(slug))
    if (merged) articles.set(slug, merged)
    if (loser) lost.push({ slug, loser })
  }
  const conflicts = lost.map(({ slug, loser }) => ({
    slug,
    variant: keepVariant(articles, base, slug, loser),
  }))
  return { articles, conflicts }
}

export function asArticles(entries: readonly Entry[]): Map<Slug, Article> {
  return new Map(entries.map(({ slug, article }) => [slug, article]))
}

/** Changes that were decided on an older state, brought onto the articles there are now. */
export function reapplyArticles(
  entries: readonly Entry[],
  before: Articles,
  after: Articles,
): Map<Slug, Article | undefined> {
  const now = asArticles(entries)
  const { articles } = mergeKnowledge(before, now, after)
  const slugs = new Set([...now.keys(), ...articles.keys()])
  const changed = [...slugs].filter((slug) => !sameArticle(now.get(slug), articles.get(slug)))
  return new Map(changed.map((slug) => [slug, articles.get(slug)]))
}

/** Merges one article; `loser` is the side whose text must be kept elsewhere. */
export function mergeArticle(
  base: Article | undefined,
  ours: Article | undefined,
  theirs: Article | undefined,
): { merged: Article | undefined; loser?: Article } {
  if (sameArticle(ours, theirs)) return { merged: ours } // 2
  if (sameArticle(base, theirs)) return { merged: ours } // 1, 3, 4
  if (sameArticle(base, ours)) return { merged: theirs } // 1, 3, 4
  if (ours === undefined || theirs === undefined) return { merged: ours ?? theirs } // 5
  // 6
  const fields = mergeFields(base, ours, theirs)
  const body = mergeBodies(base?.body, ours.body, theirs.body)
  if (body !== undefined) return { merged: { ...fields, body } }
  const [winner, loser] = wins(ours, theirs) ? [ours, theirs] : [theirs, ours]
  const merged = { ...fields, body: winner.body }
  // Texts that say the same need no decision.
  return normaliseText(ours.body) === normaliseText(theirs.body) ? { merged } : { merged, loser }
}

export function sameArticle(a: Article | undefined, b: Article | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && fingerprint(a) === fingerprint(b))
}

function fingerprint({ title, tags, feature, createdAt, updated, conflicts, body, extra }: Article): string {
  return JSON.stringify([title, tags, feature, createdAt, updated, conflicts, body, extra])
}

function mergeFields(base: Article | undefined, ours: Article, theirs: Article): Omit<Article, 'body'> {
  const at: [string, string] = [changedAt(ours), changedAt(theirs)]
  const pick = <K extends keyof Article>(key: K) =>
    choose<Article[K] | undefined>([base?.[key], ours[key], theirs[key]], at)
  const createdAt = [ours.createdAt, theirs.createdAt].filter((time) => time !== undefined).toSorted()[0]
  const last = at[0] > at[1] ? at[0] : at[1]
  const wasEdited = ours.updated !== undefined || theirs.updated !== undefined || last > (createdAt ?? '')
  const tags = mergeSets(base?.tags, ours.tags, theirs.tags)
  return compact({
    title: pick('title')!,
    // Each side may have removed what the other kept: without a tag it would be no article.
    tags: (tags.length > 0 ? tags : mergeSets([], ours.tags, theirs.tags)).slice(0, MAX_TAGS),
    feature: pick('feature'),
    createdAt,
    updated: wasEdited ? last : undefined,
    conflicts: pick('conflicts'),
    extra: mergeExtra([base?.extra, ours.extra, theirs.extra], at),
  })
}

function wins(a: Article, b: Article): boolean {
  return changedAt(a) === changedAt(b) ? a.body > b.body : changedAt(a) > changedAt(b)
}

const changedAt = ({ updated, createdAt }: Article): string => updated ?? createdAt ?? ''

/** Keeps a text that lost, under a slug that is free or has this very text already. */
function keepVariant(articles: Map<Slug, Article>, base: Articles, of: Slug, loser: Article): Slug {
  const { title, tags, createdAt, body } = loser
  for (let attempt = 0; ; attempt++) {
    const slug = extendSlug(of, fourDigits(`${attempt}\n${body}`))
    const there = articles.get(slug)
    if (there?.conflicts === of && there.body === body) return slug
    if (there !== undefined || (base.has(slug) && base.get(slug)!.body !== body)) continue
    articles.set(slug, compact({ title, tags, createdAt, conflicts: of, body }))
    return slug
  }
}
