/**
 * The part of an import that deals with articles of knowledge. Each file is merged with the article of its title, if there is one, as
 * if two clones had written them: the later text stays, the other is kept as a variant.
 */
import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Env } from '../env.js'
import { explainFsError, RalphError } from '../errors.js'
import { looksLikeArticle, parseArticle } from '../memory/knowledge-file.js'
import { type Article, checkWhole, type Entry, freeSlug, sameTitle, type Slug } from '../memory/knowledge.js'
import { asArticles, reapplyArticles } from '../memory/merge-knowledge.js'
import { renderTime } from '../memory/text.js'
import { articleFiles, readKnowledge } from '../store/knowledge.js'
import type { LineState } from '../store/line-state.js'
import type { Repo } from '../store/repo.js'

export interface ArticleFile {
  /** The file's name without its ending. */
  name: string
  article: Article
}

/** A directory stands for the markdown files in it. */
export function withArticlesBelow(cwd: string, path: string): { file: string; inDirectory: boolean }[] {
  const place = resolve(cwd, path)
  if (!statSync(place, { throwIfNoEntry: false })?.isDirectory()) return [{ file: path, inDirectory: false }]
  try {
    return readdirSync(place)
      .filter((name) => name.endsWith('.md'))
      .toSorted()
      .map((name) => ({ file: join(path, name), inDirectory: true }))
  } catch (error) {
    throw explainFsError(error, 'reading')
  }
}

/** The article in a file, what is wrong with it, or undefined when the file is none. */
export function readArticleFile(file: string, text: string): ArticleFile | string | undefined {
  if (!looksLikeArticle(text)) return undefined
  try {
    const article = parseArticle(text)
    return { name: basename(file, '.md').normalize('NFC'), article: { ...article, ...checkWhole(article) } }
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    return `${error.message}, and skipped`
  }
}

export async function newArticles(
  env: Env,
  repo: Repo,
  state: LineState,
  files: readonly ArticleFile[],
): Promise<{ files: Map<string, string | undefined>; added: number; known: number }> {
  if (files.length === 0) return { files: new Map(), added: 0, known: 0 }
  const { entries } = await readKnowledge(repo, state.tip)
  const now = asArticles(entries)
  const changes = new Map<Slug, Article | undefined>()
  let added = 0
  for (const file of files) {
    const there = [...now].map(([slug, article]): Entry => ({ slug, article }))
    const merged = mergeFile(there, file, renderTime(env.now()))
    if (merged.size > 0) added++
    for (const [slug, article] of merged) {
      changes.set(slug, article)
      if (article) now.set(slug, article)
    }
  }
  return { files: articleFiles(entries, changes), added, known: files.length - added }
}

function mergeFile(
  entries: readonly Entry[],
  { name, article }: ArticleFile,
  time: string,
): Map<Slug, Article | undefined> {
  const title = sameTitle(article.title)
  const same = entries.filter((entry) => sameTitle(entry.article.title) === title)
  const known =
    same.find(({ slug }) => slug === name) ?? same.find((entry) => entry.article.conflicts === undefined)
  if (known) return reapplyArticles(entries, new Map(), new Map([[known.slug, article]]))
  const slug = freeSlug(article.title, (wanted) => entries.some((entry) => entry.slug === wanted))
  return new Map([[slug, { ...article, createdAt: article.createdAt ?? time }]])
}
