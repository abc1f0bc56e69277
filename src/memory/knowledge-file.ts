/**
 * The stored form of an article, as in `.ralph/knowledge/*.md`: YAML front matter with the title, feature and times in double
 * quotes and the tags in brackets, a blank line, the text. Read leniently, under the limits of memories.
 */
import { readTags, readText, readTime } from './front-matter.js'
import { type Article, isSlug } from './knowledge.js'
import { badMemory, parseFrontMatter, renderFrontMatter } from './markdown.js'
import { cleanBody } from './text.js'

/** In the order in which they are written; `createdAt` is called `created_at` there. */
const QUOTED = ['title', 'feature', 'created_at', 'updated', 'conflicts'] as const
const KNOWN = new Set<string>([...QUOTED, 'tags'])

/** Reads an article, or throws `bad-memory`: without a title or tags a file is none. */
export function parseArticle(text: string, name?: string): Article {
  const where = name === undefined ? 'article' : `article '${name}'`
  const { data, content } = parseFrontMatter(text, where)
  const title = readText(data['title'])
  if (title === undefined) throw badMemory(where, 'has no title')
  const tags = readTags(data['tags'])
  if (tags.length === 0) throw badMemory(where, 'has no tags')
  const body = cleanBody(content)
  if (body.trim() === '') throw badMemory(where, 'has no text')
  const feature = readText(data['feature'])
  const createdAt = readTime(data['created_at'])
  const updated = readTime(data['updated'])
  const conflicts = readText(data['conflicts'])
  const extra = Object.entries(data).filter(([key]) => !KNOWN.has(key))
  return {
    title,
    tags,
    ...(feature !== undefined && { feature }),
    ...(createdAt !== undefined && { createdAt }),
    ...(updated !== undefined && { updated }),
    ...(conflicts !== undefined && isSlug(conflicts) && { conflicts }),
    body,
    ...(extra.length > 0 && { extra: Object.fromEntries(extra) }),
  }
}

/** The bytes that are stored. Equal articles have equal bytes. */
export function renderArticle(article: Article): string {
  const { title, tags, feature, createdAt, updated, conflicts, body, extra = {} } = article
  const quoted = { title, feature, created_at: createdAt, updated, conflicts }
  const data: Record<string, unknown> = { title, tags }
  for (const key of QUOTED) if (quoted[key] !== undefined) data[key] = quoted[key]
  for (const [key, value] of Object.entries(extra)) if (!KNOWN.has(key)) data[key] = value
  return QUOTED.reduce(
    (text, key) =>
      quoted[key] === undefined
        ? text
        : // Known keys come first, one line each; a JSON string is a YAML string in double quotes.
          text.replace(new RegExp(`\\n${key}: [^\\n]*`), () => `\n${key}: ${JSON.stringify(quoted[key])}`),
    renderFrontMatter(data, `\n${body}`),
  )
}

/** Whether a file claims to be an article, as opposed to a list of memories. */
export function looksLikeArticle(text: string): boolean {
  return /^\ufeff?---[ \t]*\r?\n(?:(?!---).*\r?\n)*?title[ \t]*:/.test(text)
}
