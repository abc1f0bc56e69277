/**
 * The text of a note: one block per journal entry, and whatever else people wrote there.
 *
 *     Ralph-Journal: j-1737390000-a7b8c9d0
 *     Run: run-1f2e3d4c
 *     Iteration: 3
 *     Outcome: done
 *     Task: t-abc123
 *     Duration: 42.0
 *     File: src/main.rs
 *     Created: 2025-01-21T10:00:00Z
 *
 *         Chose HashMap for O(1) lookups. Tests pass.
 *
 * The agent's own words are indented, so that none of them can pass for the beginning of a block. Notes come from remotes: each part
 * is checked and cut to size when it is read. What is no block is kept as it is.
 */
import {
  cleanFiles,
  cleanWord,
  isJournalId,
  isOutcome,
  type JournalEntry,
  type JournalId,
  MAX_FILES,
  MAX_PATH,
} from './journal.js'
import { cleanBody, MAX_BODY_BYTES } from './text.js'

/** A note beyond this is not read as a journal. */
export const MAX_NOTE_CHARS = 4 << 20

const START = 'Ralph-Journal: '
const INDENT = '    '
const FIELD = /^([A-Z][A-Za-z-]*): ([^]*)$/
const BLANK = /^[ \t\r]*$/
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/

export interface NoteBlock {
  id: JournalId
  /** Without newlines around it. */
  text: string
}

export interface NoteParts {
  /** What is not ours, without newlines around it. */
  foreign: string
  blocks: NoteBlock[]
}

/** The entry as a block, with one newline at its end. */
export function renderEntry(entry: JournalEntry): string {
  const fields: [string, string | undefined][] = [
    ['Ralph-Journal', entry.id],
    ['Run', entry.run],
    ['Iteration', String(entry.iteration)],
    ['Outcome', entry.outcome],
    ['Task', entry.task],
    ['Feature', entry.feature],
    ['Model', entry.model],
    ['Duration', renderNumber(entry.durationSecs, 1)],
    ['Cost', entry.costUsd === 0 ? undefined : renderNumber(entry.costUsd, 4)],
    ...entry.files.map((file): [string, string] => ['File', file]),
    ['Agent', entry.agent],
    ['Session', entry.session],
    ['Created', entry.createdAt],
  ]
  const head = fields.flatMap(([name, value]) => (value === undefined ? [] : `${name}: ${value}\n`)).join('')
  const body = (entry.notes ?? '').split('\n').map((line) => (BLANK.test(line) ? '' : INDENT + line))
  return entry.notes ? `${head}\n${body.join('\n')}\n` : head
}

/** At least so many digits after the point, and as many as it takes. */
function renderNumber(value: number, digits: number): string {
  const fixed = value.toFixed(digits)
  return Number(fixed) === value ? fixed : String(value)
}

/** Tells the blocks from the rest. Looks at ASCII only, so that it works on bytes read as latin1 too. */
export function splitNote(text: string): NoteParts {
  const foreign: string[] = []
  const blocks: NoteBlock[] = []
  let lines: string[] = []
  let state: 'foreign' | 'head' | 'body' = 'foreign'
  const close = (): void => {
    const piece = trimLines(lines.join('\n'))
    if (state !== 'foreign') blocks.push({ id: startOf(lines[0]!)!, text: piece })
    else if (piece !== '') foreign.push(piece)
    lines = []
  }
  for (const line of text.split('\n')) {
    if (startOf(line) !== undefined) {
      close()
      state = 'head'
    } else if (state === 'head') {
      if (BLANK.test(line)) state = 'body'
      else if (!FIELD.test(line)) {
        close()
        state = 'foreign'
      }
    } else if (state === 'body' && !BLANK.test(line) && !line.startsWith(INDENT)) {
      close()
      state = 'foreign'
    }
    lines.push(line)
  }
  close()
  return { foreign: foreign.join('\n\n'), blocks }
}

function startOf(line: string): JournalId | undefined {
  const id = line.startsWith(START) ? line.slice(START.length).trimEnd() : ''
  return isJournalId(id) ? id : undefined
}

export interface Note {
  /** In the order of the note; of several with the same id the one that a merge would choose. */
  entries: JournalEntry[]
  /** What others wrote. */
  foreign: string
}

export function parseNote(text: string): Note {
  if (text.length > MAX_NOTE_CHARS) return { entries: [], foreign: '' }
  const entries = new Map<JournalId, { text: string; entry: JournalEntry }>()
  const { foreign, blocks } = splitNote(text)
  for (const block of blocks) {
    const entry = parseBlock(block)
    const known = entries.get(block.id)
    if (entry && (known === undefined || chooseText(known.text, block.text) === block.text))
      entries.set(block.id, { text: block.text, entry })
  }
  return {
    entries: [...entries.values()].map(({ entry }) => entry),
    foreign: cleanBody(foreign.slice(0, MAX_BODY_BYTES)),
  }
}

export function parseJournal(text: string): JournalEntry[] {
  return parseNote(text).entries
}

function parseBlock({ id, text }: NoteBlock): JournalEntry | undefined {
  const lines = text.split('\n')
  const end = lines.findIndex((line) => BLANK.test(line))
  const fields = new Map<string, string>()
  const files: string[] = []
  for (const line of end < 0 ? lines : lines.slice(0, end)) {
    const [, name, value] = FIELD.exec(line) ?? []
    if (name === 'File') {
      if (files.length < MAX_FILES) files.push(value!.slice(0, MAX_PATH))
    } else if (name !== undefined && !fields.has(name)) fields.set(name, cleanWord(value!.slice(0, MAX_PATH)))
  }
  const run = fields.get('Run')
  const outcome = fields.get('Outcome')?.toLowerCase()
  const createdAt = fields.get('Created')
  if (!run || !isOutcome(outcome) || createdAt === undefined || !TIME.test(createdAt)) return undefined
  const body = end < 0 ? [] : lines.slice(end + 1).map((line) => line.slice(INDENT.length))
  const notes = cleanBody(body.join('\n').slice(0, MAX_BODY_BYTES))
  const word = (key: string, name: string): Record<string, string> =>
    fields.get(name) ? { [key]: fields.get(name)! } : {}
  return {
    id,
    run,
    iteration: Math.floor(parseNumber(fields.get('Iteration'))),
    ...word('task', 'Task'),
    ...word('feature', 'Feature'),
    outcome,
    ...word('model', 'Model'),
    durationSecs: parseNumber(fields.get('Duration')),
    costUsd: parseNumber(fields.get('Cost')),
    files: cleanFiles(files),
    ...(notes && { notes }),
    createdAt,
    ...word('session', 'Session'),
    ...word('agent', 'Agent'),
  }
}

function parseNumber(text = ''): number {
  const value = /^\d/.test(text) ? Number.parseFloat(text) : 0
  return Number.isFinite(value) ? value : 0
}

/** Of two texts under one id the longer; ties by their characters. */
export function chooseText(a: string, b: string): string {
  return a.length > b.length || (a.length === b.length && a >= b) ? a : b
}

/** Without newlines around it. By hand: a pattern would take quadratic time on long runs of them, and notes come from anywhere. */
export function trimLines(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && text[start] === '\n') start++
  while (end > start && text[end - 1] === '\n') end--
  return text.slice(start, end)
}
