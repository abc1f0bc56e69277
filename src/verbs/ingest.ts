/**
 * Ingest: store everything that an agent marked in its output. Memories and articles are one commit, the journal is one note. The same
 * output of the same iteration is stored once: its journal entry, written last, says that all of it is there.
 */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { admitText, type SecretPolicy } from '../memory/admit.js'
import { parseStreamJson } from '../memory/agent-output.js'
import { type Drafts, draftsOf, type MemoryDraft, type Skipped } from '../memory/drafts.js'
import { foldInto } from '../memory/fold.js'
import { drawId } from '../memory/id.js'
import { checkEntry, deriveJournalId, type JournalEntry, type Outcome } from '../memory/journal.js'
import { type Added, addArticle } from '../memory/knowledge-dedup.js'
import type { Article, Entry, Slug } from '../memory/knowledge.js'
import type { Memory, MemoryId } from '../memory/memory.js'
import { parseSigils } from '../memory/sigils.js'
import { normaliseText, renderTime } from '../memory/text.js'
import { idKey } from '../search/segment.js'
import { appendToLine, type Decision } from '../store/line/append.js'
import { recordsOf, useJournal } from '../store/journal/journal-index.js'
import { articleFiles } from '../store/knowledge/knowledge.js'
import { readKnowledge } from '../store/knowledge/read-knowledge.js'
import type { LineState } from '../store/line/line-state.js'
import { adoptPendingNotes } from '../store/journal/merge-notes.js'
import type { Repo } from '../store/git/repo.js'
import { openWorkspace, renderAfterWrite } from '../store/workspace.js'
import { journalAdd } from './journal-add.js'

export interface IngestOptions extends SecretPolicy {
  /** With both of these the iteration is recorded in the journal. */
  run?: string
  iteration?: number
  task?: string
  feature?: string
  /** @default what the agent said with a task sigil, else 'done' */
  outcome?: Outcome
  model?: string
  durationSecs?: number
  costUsd?: number
  /** @default 'text' */
  inputFormat?: 'text' | 'stream-json'
}

export interface IngestedMemory {
  memory: Memory
  outcome: 'stored' | 'known' | 'updated'
}

export interface Ingested {
  memories: IngestedMemory[]
  articles: Added[]
  /** Without a run there is none. */
  journal?: { entry: JournalEntry; commit: string; outcome: 'stored' | 'known' }
  skipped: Skipped[]
  branch: string
  parked: string[]
  warnings: string[]
}

type Stored = Pick<Ingested, 'memories' | 'articles'>

export async function ingest(env: Env, output: string, options: IngestOptions = {}): Promise<Ingested> {
  const { run, iteration } = options
  if ((run === undefined) !== (iteration === undefined))
    throw new RalphError('bad-usage', `--${run === undefined ? 'run' : 'iteration'} is missing`, {
      hint: 'a journal entry needs both: --run run-1f2e3d4c --iteration 1',
    })
  const said = options.inputFormat === 'stream-json' ? parseStreamJson(output) : { text: output, unread: 0 }
  const { sigils, outcome } = parseSigils(said.text)
  const drafts = draftsOf(sigils, options)
  const entry = run === undefined ? undefined : entryFor(env, { ...said, outcome }, drafts, options)
  const { vars } = env
  const workspace = await openWorkspace(
    options.task === undefined ? env : { ...env, vars: { RALPH_TASK: options.task, ...vars } },
  )
  const { repo, view, warnings } = workspace
  warnings.push(...drafts.warnings)
  if (said.unread > 0) warnings.push(`${said.unread} lines are not JSON and were passed over`)
  const skipped = entry || !drafts.notes ? drafts.skipped : [...drafts.skipped, ...withoutRun(sigils)]
  const before = entry && (await findEntry(repo, entry.id))
  const { answer, parked } = await appendToLine(repo, view.branch, (state) =>
    decide(env, repo, state, before ? { ...drafts, memories: [], articles: [] } : drafts, entry),
  )
  const journal = before ? { ...before, outcome: 'known' as const } : entry && (await addEntry(env, entry))
  await renderAfterWrite(workspace)
  return {
    ...answer,
    ...(journal && { journal: { entry: journal.entry, commit: journal.commit, outcome: journal.outcome } }),
    skipped,
    branch: view.branch,
    parked: [parked, journal && 'parked' in journal ? journal.parked : undefined].filter(
      (ref) => ref !== undefined,
    ),
    warnings,
  }
}

function withoutRun(sigils: ReturnType<typeof parseSigils>['sigils']): Skipped[] {
  return sigils
    .filter(({ kind, body }) => kind === 'journal' && body !== '')
    .map(({ kind, line }) => ({ kind, line, reason: 'no run: name it with --run and --iteration' }))
}

type Said = {
  text: string
  model?: string
  durationSecs?: number
  costUsd?: number
  outcome: Outcome | undefined
}

/** What the caller knows counts more than what the output tells. Checked before anything is stored. */
function entryFor(env: Env, said: Said, { notes }: Drafts, options: IngestOptions): JournalEntry {
  const { inputFormat: _, redact: _redact, allowSecret: _allow, ...given } = options
  const content = said.text.replace(/\r\n?/g, '\n').trim()
  return checkEntry({
    outcome: said.outcome ?? 'done',
    durationSecs: said.durationSecs ?? 0,
    costUsd: said.costUsd ?? 0,
    ...(said.model !== undefined && { model: said.model }),
    ...given,
    run: given.run!,
    iteration: given.iteration!,
    id: deriveJournalId(given.run!, given.iteration!, content),
    files: [],
    // Nobody is there to ask, and the rest of what happened is worth keeping.
    ...(notes !== undefined && { notes: admitText(notes, { redact: true }) }),
    createdAt: renderTime(env.now()),
  })
}

async function findEntry(
  repo: Repo,
  id: string,
): Promise<{ entry: JournalEntry; commit: string } | undefined> {
  await adoptPendingNotes(repo)
  const [record] = await useJournal(repo, (journal) => recordsOf(journal.find(idKey(id))))
  return record && { entry: record.entry, commit: record.commits.at(-1)! }
}

async function addEntry(env: Env, entry: JournalEntry) {
  const { files: _, createdAt: _created, ...given } = entry
  return { ...(await journalAdd(env, given)), outcome: 'stored' as const }
}

async function decide(
  env: Env,
  repo: Repo,
  state: LineState,
  drafts: Drafts,
  entry: JournalEntry | undefined,
): Promise<Decision<Stored>> {
  const memories = await placeMemories(env, state, drafts.memories)
  const { entries } = drafts.articles.length > 0 ? await readKnowledge(repo, state.tip) : { entries: [] }
  const articles = placeArticles(entries, drafts, renderTime(env.now()))
  const changes = new Map<MemoryId, Memory>(
    memories.filter(({ outcome }) => outcome !== 'known').map(({ memory }) => [memory.id, memory]),
  )
  const edited = new Map<Slug, Article>(articles.map(({ slug, article }) => [slug, article]))
  const count = (n: number, one: string, many: string): string[] =>
    n > 0 ? [`${n} ${n === 1 ? one : many}`] : []
  const files = articleFiles(entries, edited)
  const what = [...count(changes.size, 'memory', 'memories'), ...count(files.size, 'article', 'articles')]
  const from = entry ? ` of ${entry.run} iteration ${entry.iteration}` : ''
  return {
    changes: [...changes].map(([id, after]) => ({ id, after })),
    files,
    subject: `ingest ${what.join(' and ')}${from}`,
    answer: { memories, articles },
  }
}

/** As `remember` would, one after the other. */
async function placeMemories(
  env: Env,
  state: LineState,
  drafts: readonly MemoryDraft[],
): Promise<IngestedMemory[]> {
  const now = env.now()
  const placed = new Map<string, IngestedMemory>()
  for (const draft of drafts) {
    const text = normaliseText(draft.body)
    const earlier = placed.get(text)
    const known = earlier?.memory ?? (await state.findSame(draft.body))[0]
    if (known) {
      const folded = foldInto(known, { ...draft, id: known.id, created: known.created })
      const outcome =
        earlier?.outcome === 'stored'
          ? 'stored'
          : folded === known
            ? (earlier?.outcome ?? 'known')
            : 'updated'
      const memory =
        folded === known || outcome === 'stored' ? folded : { ...folded, updated: renderTime(now) }
      placed.set(text, { memory, outcome })
      continue
    }
    const taken = new Set([...placed.values()].map(({ memory }) => memory.id))
    const id = await drawId(
      now,
      env.random,
      async (drawn) => taken.has(drawn) || (await state.resolve(drawn)) !== undefined,
    )
    placed.set(text, { memory: { id, ...draft, created: renderTime(now) }, outcome: 'stored' })
  }
  return [...placed.values()]
}

/** Each among those there are by then. */
function placeArticles(entries: readonly Entry[], { articles }: Drafts, time: string): Added[] {
  const present = new Map(entries.map((entry) => [entry.slug, entry]))
  const placed = new Map<Slug, Added>()
  for (const draft of articles) {
    const added = addArticle([...present.values()], draft, time)
    present.set(added.slug, { slug: added.slug, article: added.article })
    const earlier = placed.get(added.slug)
    placed.set(
      added.slug,
      earlier && added.outcome !== 'stored'
        ? { ...added, outcome: earlier.outcome === 'known' ? added.outcome : earlier.outcome }
        : added,
    )
  }
  return [...placed.values()]
}
