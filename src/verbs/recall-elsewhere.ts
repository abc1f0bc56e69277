/**
 * Strong hits on the lines of other branches: what an agent in another worktree has just learnt is worth knowing. This happens with
 * every recall, so it only looks at what the other line has beyond ours (segments of the search index that we do not share), only
 * where that is little, and only where it is indexed already. It starts no process and builds nothing.
 */
import { parseQuery } from '../search/query.js'
import { search, type Hit, type SearchOptions } from '../search/search.js'
import { idKey, type IndexPart, textKey } from '../search/segment.js'
import { newestLines, readLines, type Line } from '../store/line/lines.js'
import { isDamage, openIfKept, type Snapshot } from '../store/index/snapshot.js'
import type { Workspace } from '../store/workspace.js'
import type { RecallHit } from './recall.js'

const MOST_LINES = 8
const MOST_DOCUMENTS = 2_000
const MOST_HITS = 3
/** A strong hit has this share of the question's words in its own text. */
const STRONG = 0.6

/** Best first; without scores, since these would not be comparable with those of our own line. */
export async function strongElsewhere(
  { repo, view }: Workspace,
  here: Snapshot,
  question: string,
  options: SearchOptions,
): Promise<RecallHit[]> {
  const others = (await readLines(repo)).filter(
    ({ branch, tip }) => branch !== view.source && tip !== view.tip,
  )
  if (others.length === 0) return []
  const { words } = parseQuery(question, () => true)
  if (words.length === 0) return []
  const found = new Map<string, RecallHit>()
  for (const line of newestLines(repo, others, MOST_LINES)) {
    for (const hit of strongOn(line)) {
      const known = found.get(hit.entry.blob)
      if (known) known.branches!.push(line.branch)
      else found.set(hit.entry.blob, { ...hit, branches: [line.branch] })
    }
  }
  return [...found.values()]
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MOST_HITS)
    .map(({ entry, branches }) => ({ entry, branches: branches!, score: 0 }))

  function strongOn({ tip }: Line): Hit[] {
    try {
      const parts = beyond(openIfKept(repo, tip)?.parts ?? [], here.parts)
      if (parts.length === 0) return []
      return search(parts, question, { ...options, limit: MOST_HITS * 2, explain: true }).hits.filter(
        (hit) => isStrong(hit, words) && !isKnown(here, hit),
      )
    } catch (error) {
      if (isDamage(error)) return []
      throw error
    }
  }
}

/** The parts of another line that ours does not share, unless they are too many to search on the side. */
function beyond(theirs: readonly IndexPart[], ours: readonly IndexPart[]): IndexPart[] {
  const shared = new Set(ours.map(({ segment }) => segment))
  const parts = theirs.filter(({ segment, dead }) => !shared.has(segment) && segment.count > dead.size)
  return parts.reduce((sum, { segment }) => sum + segment.count, 0) <= MOST_DOCUMENTS ? parts : []
}

function isStrong({ explain }: Hit, words: readonly string[][]): boolean {
  const own = new Set(explain!.terms.filter(({ field }) => field !== 'near').map(({ term }) => term))
  const met = words.filter((terms) => terms.some((term) => own.has(term))).length
  return met >= Math.min(2, words.length) && met >= STRONG * words.length
}

function isKnown(here: Snapshot, { entry: { memory } }: Hit): boolean {
  return here.find(idKey(memory.id)).length > 0 || here.find(textKey(memory.body)).length > 0
}
