/**
 * Which articles matter for a task. A tag that is a word of the task's title or description counts 2, one that matches the
 * feature's name 2, one that is a word of a recently changed path 1; articles that get nothing are left out.
 *
 * Links are followed one hop: what a hit names as `[[Title]]` (or by its slug) ranks right below it, half a point less, unless it
 * has more of its own.
 */
import { type Article, type Entry, sameTitle, type Slug } from './knowledge.js'

export interface TaskContext {
  taskTitle?: string
  taskDescription?: string
  feature?: string
  /** Files changed by the last iteration. */
  recentPaths?: readonly string[]
}

interface Score {
  score: number
  /** The tags that counted, by what they matched. */
  matched: { task: string[]; feature: string[]; paths: string[] }
  /** The hit whose link brought it here, or above its own score. */
  linkedFrom?: Slug
}

export type Match<E extends Entry = Entry> = E & Score

const TASK_POINTS = 2
const FEATURE_POINTS = 2
const PATH_POINTS = 1
/** Scores are whole numbers: what is linked from a hit comes before everything that scores less than the hit. */
const LINK_COST = 0.5
const SHORTEST_PATH_WORD = 3

/** Best first; ties go to articles of the same feature, then to the newer, then by slug. */
export function scoreKnowledge<E extends Entry>(entries: readonly E[], context: TaskContext): Match<E>[] {
  const task = words(`${context.taskTitle ?? ''}\n${context.taskDescription ?? ''}`)
  const feature = words(context.feature ?? '')
  const paths = pathWords(context.recentPaths ?? [])
  const scored = entries.map((entry): Match<E> => {
    const { article } = entry
    const matched = {
      task: article.tags.filter((tag) => matches(tag, task)),
      feature: article.tags.filter((tag) => matches(tag, feature)),
      paths: article.tags.filter((tag) => matches(tag, paths)),
    }
    const score =
      TASK_POINTS * matched.task.length +
      FEATURE_POINTS * matched.feature.length +
      PATH_POINTS * matched.paths.length
    return { ...entry, score, matched }
  })
  const wanted = sameTitle(context.feature ?? '')
  const isOfFeature = ({ article }: Entry): boolean =>
    wanted !== '' && sameTitle(article.feature ?? '') === wanted
  return followLinks(scored)
    .filter(({ score }) => score > 0)
    .toSorted(
      (a, b) =>
        b.score - a.score ||
        Number(isOfFeature(b)) - Number(isOfFeature(a)) ||
        compare(timeOf(b.article), timeOf(a.article)) ||
        compare(a.slug, b.slug),
    )
}

/** The titles or slugs that a text links to, each once. */
export function linksIn(body: string): string[] {
  return [...new Set([...body.matchAll(/\[\[([^[\]|\n]+)(?:\|[^[\]\n]*)?\]\]/g)].map(([, to]) => to!.trim()))]
}

function followLinks<E extends Entry>(scored: readonly Match<E>[]): Match<E>[] {
  const slugs = new Map<string, Slug>()
  for (const { slug, article } of scored) {
    if (article.conflicts === undefined) slugs.set(sameTitle(article.title), slug)
  }
  for (const { slug } of scored) if (!slugs.has(slug)) slugs.set(slug, slug)
  const best = new Map<Slug, Match>()
  for (const hit of scored) {
    if (hit.score === 0) continue
    for (const link of linksIn(hit.article.body)) {
      const to = slugs.get(sameTitle(link))
      const other = to === undefined ? undefined : best.get(to)
      if (to === undefined || to === hit.slug) continue
      if (
        other === undefined ||
        hit.score > other.score ||
        (hit.score === other.score && hit.slug < other.slug)
      )
        best.set(to, hit)
    }
  }
  return scored.map((match) => {
    const from = best.get(match.slug)
    if (from === undefined || from.score - LINK_COST <= match.score) return match
    return { ...match, score: from.score - LINK_COST, linkedFrom: from.slug }
  })
}

interface Words {
  /** As typed, without punctuation around them: `c++`, `node.js`. */
  typed: ReadonlySet<string>
  /** Letters and digits alone, in order, for tags of several words. */
  text: string
}

function words(text: string): Words {
  const lower = sameTitle(text)
  const typed = lower
    .split(/\s+/)
    .flatMap((word) => [word, word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}+#]+$/gu, '')])
  return { typed: new Set(typed.filter(Boolean)), text: ` ${parts(lower).join(' ')} ` }
}

function pathWords(paths: readonly string[]): Words {
  const found = paths.map((path) =>
    sameTitle(path)
      .split(/[/.\-_]/)
      .filter((word) => Array.from(word).length >= SHORTEST_PATH_WORD),
  )
  return { typed: new Set(found.flat()), text: found.map((one) => ` ${one.join(' ')} `).join('\n') }
}

function parts(text: string): string[] {
  return text.split(/[^\p{L}\p{N}\p{M}]+/u).filter(Boolean)
}

/** Whether a tag is among the words, or its words stand there one after the other. */
function matches(tag: string, { typed, text }: Words): boolean {
  if (typed.has(tag)) return true
  // `c++` is more than the letter c.
  if (!/^[\p{L}\p{N}\p{M}\s./_-]+$/u.test(tag)) return false
  const wanted = parts(tag)
  return wanted.length > 0 && text.includes(` ${wanted.join(' ')} `)
}

const timeOf = ({ updated, createdAt }: Article): string => updated ?? createdAt ?? ''
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
