/**
 * Recall: find the memories that answer a question, best first; without a question the newest. How a hit is found is written in
 * docs/search.md. What is asked for rarely (all lines, the past, the journal) is loaded only then.
 */
import { estimateTokens } from '../briefing/estimate.js'
import type { FullResult, IndexResult, Layer, TimelineResult } from '../briefing/layers.js'
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import type { MemoryType } from '../memory/memory.js'
import { type Hit, search, type SearchAnswer, type SearchOptions } from '../search/search.js'
import type { PastVersion } from '../store/line/past.js'
import type { Provenance } from '../store/line/written-by.js'
import { brokenWarnings, useSnapshot } from '../store/index/snapshot.js'
import { openQuarantine, useTrusted } from '../store/trust/review.js'
import { type Tier, TIERS } from '../store/trust/tiers.js'
import { openWorkspace, type Workspace } from '../store/workspace.js'
import { strongElsewhere } from './recall-elsewhere.js'
import { layersOf, pathInRepo } from './recall-layers.js'
import { narrow, narrows } from './recall-narrow.js'
import type { RelatedHit } from './recall-related.js'
import type { StaleState } from './weigh-stale.js'

export { TIERS }

export interface RecallOptions {
  type?: MemoryType
  /** Any of these. */
  tags?: string[]
  /** Most hits; 0 for all. @default the setting recallLimit, or 5 for layer 1 */
  limit?: number
  /** How much to tell of each hit: 1 a line, 2 also what is around it, 3 all of it. @default 1 */
  layer?: Layer
  /** Most tokens of the answer; 0 for no limit. Memories are never cut: those that do not fit are left out. */
  budget?: number
  /** What a hit will look like where it is shown: the budget and the estimate go by it. @default the text of its layer */
  textOf?: (hit: RecallHit) => string
  line?: string
  /** What was known at a revision of the code, or at a time. */
  at?: string | Date
  /** All lines, of remotes too. */
  everywhere?: boolean
  /** Also what the hits link to, and what links to them. */
  related?: boolean
  /** Do not look at other lines at all. */
  here?: boolean
  /** Also forgotten memories and earlier versions. */
  history?: boolean
  /** Search the journal instead. */
  journal?: boolean
  since?: Date
  until?: Date
  /** Only what is anchored in this file or directory, or names it. */
  path?: string
  /** Only what was written by an author, or through an agent, whose name has this in it. */
  author?: string
  agent?: string
  /** Only what can be trusted so far. */
  trustedAs?: Tier
  /** Only what is about code that has changed or gone. */
  stale?: boolean
  /** Say of each hit how its score came about. */
  explain?: boolean
  /** Also what is in quarantine, marked. */
  quarantined?: boolean
  /** Say of each hit how far it can be trusted. */
  trust?: boolean
  /** Say who wrote each, and on which code. */
  provenance?: boolean
}

export interface RecallHit extends Hit {
  /** The lines it is on, where more than one was searched. */
  branches?: string[]
  /** Set on what the line no longer has. */
  past?: PastVersion
  /** Set on what is in quarantine: why. */
  quarantine?: string[]
  trust?: Tier
  provenance?: Provenance
  /** Set when the code it is anchored in is no longer what it was. */
  code?: StaleState
}

/** With the layers of seed 003's `SearchResult`: each as far as asked for. */
export interface Recalled extends SearchAnswer {
  branch: string
  hits: RecallHit[]
  /** Strong hits on the lines of other branches. */
  elsewhere: RecallHit[]
  /** What the hits are linked with, where asked for. */
  related: RelatedHit[]
  layer1: IndexResult[]
  layer2?: TimelineResult[]
  layer3?: FullResult[]
  /** The answer as text: each hit as it is shown. */
  text: string
  tokenEstimate: number
  /** How many hits did not fit into the budget. */
  leftOut: number
  warnings: string[]
}

/** What one way of searching finds; the rest of an answer is the same for all. */
export interface Found extends SearchAnswer {
  hits: RecallHit[]
  elsewhere?: RecallHit[]
  related?: RelatedHit[]
}

const LAYER_1_LIMIT = 5

export async function recall(env: Env, question: string, options: RecallOptions = {}): Promise<Recalled> {
  checkOptions(options)
  const workspace = await openWorkspace(env, options, { queries: true })
  const limit = options.limit ?? (options.layer === 1 ? LAYER_1_LIMIT : workspace.settings.recallLimit)
  const all = await find(env, workspace, question, options, {
    now: env.now(),
    ...(limit > 0 && !narrows(options) && { limit }),
    ...(options.type && { types: [options.type] }),
    ...(options.tags?.length && { tags: options.tags }),
    ...(options.since && { since: options.since }),
    ...(options.until && { until: options.until }),
    ...(options.path !== undefined && { path: pathInRepo(workspace, env.cwd, options.path) }),
    ...(options.explain && { explain: true }),
  })
  const asked = narrows(options) ? { ...options, trust: true, provenance: true } : options
  const attributed = await attribute(workspace, judge(workspace, all, options), asked)
  const found = narrows(options) ? narrow(attributed, options, limit) : attributed
  const { layers, textOf } = await layersOf(workspace, found, options.layer ?? 1)
  const { kept, text, tokens } = fit(found, options.textOf ?? textOf, options.budget ?? 0)
  const hits = found.hits.filter((hit) => kept.has(hit))
  return {
    ...found,
    hits,
    elsewhere: (found.elsewhere ?? []).filter((hit) => kept.has(hit)),
    related: (found.related ?? []).filter((hit) => kept.has(hit)),
    ...layers(hits),
    text,
    tokenEstimate: tokens,
    leftOut: found.hits.length + (found.elsewhere?.length ?? 0) + (found.related?.length ?? 0) - kept.size,
    branch: workspace.view.branch,
    warnings: workspace.warnings,
  }
}

function checkOptions({ line, everywhere, here, history, journal, at }: RecallOptions): void {
  const given = Object.entries({ line, everywhere, here }).filter(([, value]) => value)
  if (given.length > 1) {
    throw new RalphError('bad-usage', `--${given[0]![0]} and --${given[1]![0]} do not go together`)
  }
  const elsewhere = Object.entries({ everywhere, history, journal }).find(([, value]) => value)
  if (at !== undefined && elsewhere)
    throw new RalphError('bad-usage', `--at and --${elsewhere[0]} do not go together`)
  if (everywhere && history) {
    throw new RalphError('bad-usage', '--everywhere and --history do not go together', {
      hint: 'use --line to search the history of another branch',
    })
  }
  if (journal && (everywhere || history)) {
    throw new RalphError(
      'bad-usage',
      `--journal and --${everywhere ? 'everywhere' : 'history'} do not go together`,
    )
  }
}

async function find(
  env: Env,
  workspace: Workspace,
  question: string,
  options: RecallOptions,
  searched: SearchOptions,
): Promise<Found> {
  const { repo, view } = workspace
  if (options.journal)
    return (await import('./recall-journal.js')).searchJournal(workspace, question, searched)
  if (options.everywhere) {
    return (await import('./recall-everywhere.js')).searchEverywhere(repo, question, searched)
  }
  if (options.history)
    return (await import('./recall-history.js')).searchHistory(workspace, question, searched)
  const use = options.quarantined ? useSnapshot : useTrusted
  return use(repo, view.tip, async (snapshot) => {
    workspace.warnings.push(...brokenWarnings(snapshot.broken))
    const meaning =
      workspace.settings.embeddings === 'none'
        ? undefined
        : await (await import('./recall-meaning.js')).meaningOf(env, workspace, snapshot.parts, question)
    const found = search(snapshot.parts, question, { ...searched, ...(meaning && { meaning }) })
    const anchored = found.hits.some(({ entry }) => entry.memory.anchors)
    const hits = anchored
      ? await (await import('./weigh-stale.js')).weighStale(repo, found.hits, view.code)
      : found.hits
    const related = options.related
      ? (await import('./recall-related.js')).relatedTo(snapshot, hits, searched.limit)
      : []
    const answer = { ...found, hits, related }
    if (options.here || options.line !== undefined || options.at !== undefined) return answer
    return { ...answer, elsewhere: await strongElsewhere(workspace, snapshot, question, searched) }
  })
}

/** Marks what is in quarantine, or takes it out; some ways of searching look where the view does not. */
function judge({ repo }: Workspace, found: Found, options: RecallOptions): Found {
  const heldFor = openQuarantine(repo)
  const mark = <H extends RecallHit>(hits: readonly H[]): H[] =>
    hits.flatMap((hit) => {
      const quarantine = heldFor(hit.entry.memory.body)
      if (!quarantine) return [hit]
      return options.quarantined ? [{ ...hit, quarantine }] : []
    })
  return eachHits(found, mark)
}

function eachHits(found: Found, change: <H extends RecallHit>(hits: readonly H[]) => H[]): Found {
  return {
    ...found,
    hits: change(found.hits),
    elsewhere: change(found.elsewhere ?? []),
    related: change(found.related ?? []),
  }
}

/** With who wrote each hit and how far it can be trusted, as far as asked for. */
async function attribute({ repo, view }: Workspace, found: Found, options: RecallOptions): Promise<Found> {
  if (!options.trust && !options.provenance) return found
  const hits = [...found.hits, ...(found.elsewhere ?? []), ...(found.related ?? [])]
  const blobs = hits.map(({ entry }) => entry.blob)
  const tiers = options.trust && (await (await import('../store/trust/tiers.js')).tiersOf(repo, blobs))
  const known =
    options.provenance &&
    !options.journal &&
    (await (await import('../store/line/written-by.js')).provenanceOf(repo, view.tip, blobs))
  return eachHits(found, (some) =>
    some.map((hit) => {
      const provenance = known && known.get(hit.entry.blob)
      return {
        ...hit,
        ...(tiers && { trust: tiers.get(hit.entry.blob)! }),
        ...(provenance && { provenance }),
      }
    }),
  )
}

/** The best hits that fit into the budget, whole. */
function fit(
  { hits, elsewhere = [], related = [] }: Found,
  textOf: (hit: RecallHit) => string,
  budget: number,
): { kept: Set<RecallHit>; text: string; tokens: number } {
  const kept = new Set<RecallHit>()
  let text = ''
  let tokens = 0
  for (const hit of [...hits, ...related, ...elsewhere]) {
    const shown = textOf(hit)
    const cost = estimateTokens(shown)
    if (budget > 0 && tokens + cost > budget) continue
    tokens += cost
    text += shown
    kept.add(hit)
  }
  return { kept, text, tokens }
}
