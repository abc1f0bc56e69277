/**
 * The part of an import that deals with articles of knowledge. Each file is merged with the article of its title, if there is one, as
 * if two clones had written them: the later text stays, the other is kept as a variant.
 */
import { readdirSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { admit, type SecretPolicy } from '../memory/admit.js'
import { looksLikeArticle, parseArticle } from '../memory/knowledge-file.js'
import { type Article, checkWhole, type Entry, freeSlug, sameTitle, type Slug } from '../memory/knowledge.js'
import { asArticles, reapplyArticles } from '../memory/merge-knowledge.js'
import { decodeText, renderTime } from '../memory/text.js'
import { articleFiles } from '../store/knowledge/knowledge.js'
import { readKnowledge } from '../store/knowledge/read-knowledge.js'
import type { LineState } from '../store/line/line-state.js'
import type { Repo } from '../store/git/repo.js'

export interface ArticleFile {
  /** The file's name without its ending. */
  name: string
  article: Article
}

/** What is to be done with secrets, and where to say what was skipped. */
export interface Reading {
  policy: SecretPolicy
  warnings: string[]
}

export function isDirectory(env: Env, path: string): boolean {
  return statSync(resolve(env.cwd, path), { throwIfNoEntry: false })?.isDirectory() ?? false
}

/** The articles among the markdown files of a directory. */
export function readArticles(
  env: Env,
  directory: string,
  read: (env: Env, file: string) => Buffer,
  reading: Reading,
): ArticleFile[] {
  const files = readdirSync(resolve(env.cwd, directory), { withFileTypes: true })
    .filter((entry) => entry.name.endsWith('.md') && !entry.isDirectory())
    .map(({ name }) => join(directory, name))
  const articles = files.toSorted().flatMap((file) => {
    const text = decodeText(read(env, file), `'${file}'`)
    if (looksLikeArticle(text)) return readArticle(file, text, reading)
    reading.warnings.push(`${file}: it is no article, and skipped`)
    return []
  })
  if (articles.length === 0)
    throw new RalphError('bad-usage', `'${directory}' is a directory without articles`)
  return articles
}

/** The article in a file; one that cannot be read is skipped with a warning. */
export function readArticle(file: string, text: string, { policy, warnings }: Reading): ArticleFile[] {
  try {
    const article = parseArticle(text)
    const name = basename(file, '.md').normalize('NFC')
    return [{ name, article: admit<Article>({ ...article, ...checkWhole(article) }, policy) }]
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    warnings.push(`${file}: ${error.message}, and skipped`)
    return []
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
