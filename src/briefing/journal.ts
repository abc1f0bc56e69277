/** WHAT an agent is told of earlier iterations: `## Run Journal`, whole entries within a budget, and which entries are worth it. Pure. */
import { compareEntries, type JournalEntry } from '../memory/journal.js'
import { estimateTokens } from './estimate.js'
import { type CountTokens, loadTokenizer } from './tokens.js'

export const JOURNAL_BUDGET = 3_000
/** Of the current run, and of other runs. */
export const MOST_RECENT = 5
export const MOST_FOUND = 5

export interface RunJournal {
  text: string
  tokens: number
  entries: JournalEntry[]
  /** How many more there were. */
  left: number
}

/** The first entries that fit into `budget` tokens (0: no limit), as markdown; an empty text when there are none. */
export function renderRunJournal(
  entries: readonly JournalEntry[],
  budget = JOURNAL_BUDGET,
  countTokens: CountTokens = estimateTokens,
): RunJournal {
  let text = ''
  let tokens = 0
  let taken = 0
  for (; taken < entries.length; taken++) {
    const next = `${taken === 0 ? '## Run Journal\n' : ''}\n${renderIteration(entries[taken]!)}`
    const cost = countTokens(next)
    if (budget > 0 && tokens + cost > budget) break
    text += next
    tokens += cost
  }
  return { text, tokens, entries: entries.slice(0, taken), left: entries.length - taken }
}

/** How far the estimate of ASCII text may be off; other text is counted. */
const ESTIMATE_MARGIN = 1.6
const NOT_ASCII = /[^\n -~]/

/** The same, counted exactly unless it is far below the budget: the tokenizer takes long to load. */
export async function fitRunJournal(
  entries: readonly JournalEntry[],
  budget = JOURNAL_BUDGET,
): Promise<RunJournal> {
  const all = renderRunJournal(entries, 0)
  const far = !NOT_ASCII.test(all.text) && all.tokens * ESTIMATE_MARGIN <= budget
  if (budget === 0 || far || all.text === '') return all
  return renderRunJournal(entries, budget, await loadTokenizer('o200k_base'))
}

function renderIteration(entry: JournalEntry): string {
  const { iteration, outcome, task, model, durationSecs, costUsd, files, notes } = entry
  const cost = costUsd === 0 ? '' : ` | **Cost**: $${costUsd.toFixed(4)}`
  const lines = [
    `### Iteration ${iteration} [${outcome}]`,
    task && `- **Task**: ${task}`,
    model && `- **Model**: ${model}`,
    `- **Duration**: ${durationSecs.toFixed(1)}s${cost}`,
    files.length > 0 && `- **Files**: ${files.join(', ')}`,
    // Further lines are indented: they belong to this item, whatever they look like.
    notes && `- **Notes**: ${notes.split('\n').join('\n  ').replace(/^ +$/gm, '')}`,
  ]
  return `${lines.filter(Boolean).join('\n')}\n`
}

export interface Selection {
  /** Entries of the current run. */
  ofRun: readonly JournalEntry[]
  /** Entries of any run that our search found for the task, best first. */
  found: readonly JournalEntry[]
  /** Further entries of any run, newest first, for the plain rule; asked only when needed. */
  others: () => readonly JournalEntry[]
  run: string | undefined
  /** Title and description of the task. */
  task: string
}

/**
 * The last entries of the run, in order, then those of other runs that speak of the task. Where search finds too few, any
 * entry that has one of the task's words will do.
 */
export function selectEntries({ ofRun, found, others, run, task }: Selection): JournalEntry[] {
  const recent = ofRun
    .toSorted((a, b) => a.iteration - b.iteration || compareEntries(a, b))
    .slice(-MOST_RECENT)
  const chosen = new Map<string, JournalEntry>()
  const choose = (entries: readonly JournalEntry[]): void => {
    for (const entry of entries)
      if (entry.run !== run && chosen.size < MOST_FOUND) chosen.set(entry.id, entry)
  }
  choose(found)
  if (chosen.size < MOST_FOUND) {
    const words = wordsOfTask(task)
    choose(others().filter(({ notes = '' }) => hasAny(notes, words)))
  }
  return [...recent, ...chosen.values()]
}

/** At most ten words of three characters or more. */
export function wordsOfTask(task: string): string[] {
  return task
    .split(/\s+/)
    .filter((word) => Array.from(word).length > 2)
    .slice(0, 10)
}

function hasAny(notes: string, words: readonly string[]): boolean {
  const having = new Set(tokensOf(notes))
  return words.some((word) => {
    const tokens = tokensOf(word)
    return tokens.length > 0 && tokens.every((token) => having.has(token))
  })
}

const tokensOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The task as a question: in a description, quotes and dashes are no operators. */
export function questionOfTask(task: string): string {
  return task.replace(/["“”]|\b(?:type|tag):/gi, ' ').replace(/(^|\s)-+/g, '$1')
}
