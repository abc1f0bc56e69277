/** Prime: a briefing for an agent, as raw markdown within a token budget. */
import { estimateTokens } from '../briefing/estimate.js'
import { blockText, boundTokens, type Briefing, fitToBudget } from '../briefing/fit.js'
import { type Considered, explainFit } from '../briefing/explain-fit.js'
import { type Candidate, PINNED, rankForBriefing } from '../briefing/rank.js'
import { type CountTokens, type Encoding, loadTokenizer } from '../briefing/tokens.js'
import type { Env } from '../env.js'
import type { Memory, MemoryType } from '../memory/memory.js'
import { tagTerm } from '../search/fields.js'
import type { Filters } from '../search/filter.js'
import { search } from '../search/search.js'
import { filesOfBranch } from '../store/line/branch-files.js'
import { readConfig } from '../store/git/config.js'
import type { Provenance } from '../store/line/written-by.js'
import { explainSettings, type Settings } from '../store/settings/settings.js'
import { brokenWarnings, type Snapshot } from '../store/index/snapshot.js'
import { openTokenCounts } from '../store/index/token-counts.js'
import { useTrusted } from '../store/trust/review.js'
import { openWorkspace, type Workspace } from '../store/workspace.js'
import { provenanceFor } from './provenance.js'
import { type Found, objectOf, vet } from './vet.js'

export interface PrimeOptions {
  /** Most tokens; 0 for no limit. @default the setting `budget` where it is set, else no limit */
  budget?: number
  types?: MemoryType[]
  /** Any of these. */
  tags?: string[]
  /** Only memories of the last so many days. */
  recent?: number
  /** What the agent is about to do: what fits it comes first. */
  task?: string
  line?: string
  /** What was known at a revision of the code, or at a time. */
  at?: string | Date
  /** Say who wrote each, and on which code. */
  provenance?: boolean
  /** Say what each costs, and why others were left out. */
  explain?: boolean
}

export interface Primed extends Briefing {
  /** Where it was asked for. */
  provenance?: Map<Memory, Provenance>
  explain?: Considered[]
  branch: string
  warnings: string[]
}

const DAY_MS = 86_400_000
/** No block is smaller, so that more candidates than this many per budget can't fit. */
const SMALLEST_BLOCK = 25
const MOST_RELEVANT = 40

export async function prime(env: Env, options: PrimeOptions = {}): Promise<Primed> {
  const workspace = await openWorkspace(env, options)
  const { repo, view, settings, warnings } = workspace
  const budget = options.budget ?? (await configuredBudget(workspace))
  const question = options.task ?? (await filesOfBranch(repo, view)).slice(0, 20).join(' ')
  const briefing = await useTrusted(repo, view.tip, async (snapshot) => {
    warnings.push(...brokenWarnings(snapshot.broken))
    const filters = filtersOf(options, settings, env.now())
    const { ranked, total, blobs } = await rankIn(workspace, snapshot, question, filters, budget)
    const fitting = budget === 0 ? fitAll(ranked) : await fitCounted(workspace, ranked, total, budget, blobs)
    const explained = options.explain && {
      explain: explainFit(ranked, fitting, budget, countedBefore(workspace, blobs)),
    }
    if (!options.provenance) return { ...fitting, ...explained }
    const held = fitting.memories.map((memory): [Memory, string] => [memory, objectOf(blobs.get(memory)!)])
    return { ...fitting, ...explained, provenance: await provenanceFor(repo, view.tip, held) }
  })
  return { ...briefing, branch: view.branch, warnings }
}

/** What was counted of each; undefined for one that was never near a budget. */
function countedBefore({ repo, settings }: Workspace, blobs: ReadonlyMap<Memory, string>) {
  const counts = openTokenCounts(repo, settings.tokenizer)
  return (memory: Memory): number | undefined => counts.get(blobs.get(memory)!)
}

/** The default is for orchestrators, which ask for it; a person who set one means it for all. */
async function configuredBudget({ repo, settings }: Workspace): Promise<number> {
  const source = explainSettings(await readConfig(repo), repo.env.vars).find(({ name }) => name === 'budget')
  return source?.from === 'default' ? 0 : settings.budget
}

/** Flags first, then settings. */
export function filtersOf(options: PrimeOptions, settings: Settings, now: Date): Filters {
  const types = options.types?.length ? options.types : (settings.filterTypes as MemoryType[])
  const tags = options.tags?.length ? options.tags : settings.filterTags
  const recent = options.recent ?? settings.filterRecent
  return {
    ...(types.length > 0 && { types }),
    ...(tags.length > 0 && { tags }),
    ...(recent > 0 && { since: new Date(now.getTime() - recent * DAY_MS) }),
  }
}

export interface Ranked extends Omit<Found, 'candidates'> {
  ranked: Memory[]
}

/** Which memories come first in a briefing: no more of them than could fit into the budget. */
export async function rankIn(
  workspace: Workspace,
  snapshot: Snapshot,
  question: string,
  filters: Filters,
  budget: number,
): Promise<Ranked> {
  const { candidates, ...rest } = await vet(workspace, findCandidates(snapshot, question, filters, budget))
  return { ...rest, ranked: rankForBriefing(candidates, workspace.repo.env.now()) }
}

/** The newest, the pinned and what answers the question: no more than could fit. */
function findCandidates({ parts }: Snapshot, question: string, filters: Filters, budget: number): Found {
  const limit = budget === 0 ? {} : { limit: Math.ceil(budget / SMALLEST_BLOCK) + 10 }
  const newest = search(parts, '', { ...filters, ...limit })
  const anyPinned = parts.some(({ segment }) => segment.term(tagTerm(PINNED)) !== undefined)
  const pinned =
    filters.tags || !anyPinned ? [] : search(parts, '', { ...filters, tags: [PINNED], ...limit }).hits
  const relevant = question === '' ? [] : search(parts, question, { ...filters, limit: MOST_RELEVANT }).hits
  const best = relevant[0]?.score ?? 1
  const found = new Map<string, Candidate>()
  const blobs = new Map<Memory, string>()
  for (const { entry, score } of [...relevant, ...pinned, ...newest.hits]) {
    if (found.has(entry.memory.id)) continue
    found.set(entry.memory.id, { memory: entry.memory, relevance: score / best })
    blobs.set(entry.memory, entry.blob)
  }
  return { candidates: [...found.values()], total: newest.total, blobs }
}

function fitAll(ranked: Memory[]): Briefing {
  return fitToBudget(ranked, ranked.length, 0, {
    block: (memory) => estimateTokens(blockText(memory)),
    frame: estimateTokens,
  })
}

/** Counts exactly, from what was counted before where that is known. */
async function fitCounted(
  { repo, settings }: Workspace,
  ranked: Memory[],
  total: number,
  budget: number,
  blobs: Map<Memory, string>,
): Promise<Briefing> {
  const encoding = settings.tokenizer as Encoding
  const counts = openTokenCounts(repo, encoding)
  const unknown = needed(ranked, budget).filter((memory) => counts.get(blobs.get(memory)!) === undefined)
  const exact: CountTokens | undefined = unknown.length > 0 ? await loadTokenizer(encoding) : undefined
  for (const memory of unknown) counts.set(blobs.get(memory)!, exact!(blockText(memory)))
  counts.save()
  return fitToBudget(ranked, total, budget, {
    block: (memory) => counts.get(blobs.get(memory)!) ?? Infinity,
    frame: boundTokens,
  })
}

/** Those that may be reached before the budget is spent, by a generous estimate. */
function needed(ranked: Memory[], budget: number): Memory[] {
  let room = budget * 2
  return ranked.filter((memory) => room > 0 && (room -= estimateTokens(blockText(memory))) > -budget)
}
