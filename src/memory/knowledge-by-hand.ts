/**
 * What someone did to mirrored articles by hand. Base is what we last wrote, theirs the file as found, ours the line now: edits and
 * removals are merged three-way, and a file that is new is added as any new article.
 */
import { addFile } from './knowledge-dedup.js'
import type { Article, Entry, Slug } from './knowledge.js'
import { asArticles, reapplyArticles, sameArticle } from './merge-knowledge.js'

export interface MirroredFile {
  /** The file's name without its ending. */
  name: string
  /** What we last wrote there. */
  written?: Article
  /** What is there now; undefined when the file was removed. */
  found?: Article
}

export interface ArticlesByHand {
  changes: Map<Slug, Article | undefined>
  count: { added: number; edited: number; forgotten: number }
}

export function articlesByHand(
  entries: readonly Entry[],
  files: readonly MirroredFile[],
  time: string,
): ArticlesByHand {
  const known = asArticles(entries)
  const before = new Map<Slug, Article>()
  const after = new Map<Slug, Article>()
  const fresh: Article[] = []
  for (const { name, written, found } of files) {
    if (sameArticle(written, found)) continue
    if (written) before.set(name, written)
    if (found && (written || known.has(name))) after.set(name, stamp(found, written, time))
    else if (found) fresh.push(found)
  }
  const changes = reapplyArticles(entries, before, after)
  const now = new Map(known)
  const apply = (slug: Slug, article: Article | undefined): void => {
    changes.set(slug, article)
    if (article) now.set(slug, article)
    else now.delete(slug)
  }
  for (const [slug, article] of changes) apply(slug, article)
  for (const file of fresh) {
    const there = [...now].map(([slug, article]) => ({ slug, article }))
    const { slug, article, outcome } = addFile(there, file, time)
    if (outcome !== 'known') apply(slug, article)
  }
  const count = { added: 0, edited: 0, forgotten: 0 }
  for (const [slug, article] of changes)
    count[article === undefined ? 'forgotten' : known.has(slug) ? 'edited' : 'added']++
  return { changes, count }
}

/** An edit is as late as we see it, unless the writer says when it was. */
function stamp(found: Article, written: Article | undefined, time: string): Article {
  return written !== undefined && found.updated === written.updated ? { ...found, updated: time } : found
}
