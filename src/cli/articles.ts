/** How articles are printed. */
import type { Env } from '../env.js'
import type { Entry } from '../memory/knowledge.js'
import { paintFor } from './colour.js'
import { type Column, renderTable } from './table.js'

/** An article as JSON shows it: documented in docs/json.md. */
export function articleJson({ slug, article }: Entry): Record<string, unknown> {
  const { title, tags, feature, createdAt, updated, conflicts, body, extra } = article
  return {
    slug,
    title,
    content: body,
    tags,
    ...(feature !== undefined && { feature }),
    ...(createdAt !== undefined && { created_at: createdAt }),
    ...(updated !== undefined && { updated }),
    ...(conflicts !== undefined && { conflicts }),
    ...(extra && { extra }),
  }
}

export interface ArticleColumn extends Column {
  cell(row: number): string
}

export function printArticles(
  env: Env,
  entries: readonly Entry[],
  extra: readonly ArticleColumn[] = [],
): void {
  if (entries.length === 0) {
    env.stdout.write('no articles\n')
    return
  }
  const paint = paintFor(env.stdout, env.vars)
  const columns: Column[] = [
    ...extra,
    { title: 'SLUG', shrinks: true, paint: paint.yellow },
    { title: 'CREATED', paint: paint.dim },
    { title: 'TAGS', shrinks: true, paint: paint.dim },
    { title: 'TITLE', shrinks: true },
  ]
  const rows = entries.map(({ slug, article }, row) => [
    ...extra.map((column) => column.cell(row)),
    slug,
    article.createdAt?.slice(0, 10) ?? '',
    article.tags.join(', '),
    article.title,
  ])
  env.stdout.write(renderTable(columns, rows, env.stdout.columns))
}

/** One article with all of its fields. */
export function printArticle(env: Env, entry: Entry): void {
  const { slug, article } = entry
  const paint = paintFor(env.stdout, env.vars)
  const field = (name: string, value: string | undefined): string =>
    value ? `${paint.dim(`${name}:`)} ${value}\n` : ''
  env.stdout.write(
    `${paint.yellow(slug)}\n` +
      field('title', article.title) +
      field('tags', article.tags.join(', ')) +
      field('feature', article.feature) +
      field('created', article.createdAt) +
      field('updated', article.updated) +
      field('conflicts with', article.conflicts) +
      `\n${article.body}\n`,
  )
}

/** What was done to one article. */
export function printChanged(
  env: Env,
  format: 'table' | 'json' | 'quiet',
  said: string,
  { slug }: Entry,
  json: () => string,
): void {
  if (format === 'json') env.stdout.write(json())
  else env.stdout.write(format === 'quiet' ? `${slug}\n` : `${said}: ${slug}\n`)
}
