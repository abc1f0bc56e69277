/**
 * WHAT a journal entry is: what happened in one iteration of an agent's loop. How entries are kept in a git note is in
 * journal-note.ts. Pure.
 */
import { RalphError } from '../errors.js'
import { cutPrivate } from './private.js'
import { cleanBody, MAX_BODY_BYTES } from './text.js'

export const OUTCOMES = ['done', 'failed', 'retried', 'blocked', 'interrupted'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** `j-1737390000-a7b8c9d0`. */
export type JournalId = string

export interface JournalEntry {
  id: JournalId
  /** `run-{8 hex}`: one invocation of the loop. */
  run: string
  /** Within the run. */
  iteration: number
  /** `t-{6 hex}`. */
  task?: string
  /** `f-{6 hex}`. */
  feature?: string
  outcome: Outcome
  model?: string
  durationSecs: number
  /** 0 when nobody reported it. */
  costUsd: number
  /** Paths from the top of the repository. */
  files: string[]
  /** What the agent wrote about it. */
  notes?: string
  /** `2025-01-21T10:00:00Z`. */
  createdAt: string
  session?: string
  agent?: string
}

/** More are left out: an entry is read by people and agents, and git knows the rest. */
export const MAX_FILES = 500
export const MAX_PATH = 1024
const MAX_WORD = 200
const LARGEST = 1e9

const ID = /^j-\d{1,12}-[0-9a-z]{4,40}$/

export function isJournalId(text: string): boolean {
  return ID.test(text)
}

export function drawJournalId(now: Date, random: (n: number) => Uint8Array): JournalId {
  const hex = Array.from(random(4), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `j-${Math.floor(now.getTime() / 1000)}-${hex}`
}

/** The same for the same content: however often it is added, by whichever clone, it is one entry. The number is the iteration's. */
export function deriveJournalId(run: string, iteration: number, content: string): JournalId {
  const hash = (seed: number): string => {
    let bits = seed
    for (const text of [run, '\n', content])
      for (let i = 0; i < text.length; i++) bits = Math.imul(bits ^ text.charCodeAt(i), 0x01000193)
    return (bits >>> 0).toString(16).padStart(8, '0')
  }
  return `j-${iteration}-${hash(0x811c9dc5)}${hash(0x9747b28c)}`
}

export function isOutcome(value: unknown): value is Outcome {
  return OUTCOMES.includes(value as Outcome)
}

const SHAPES = {
  run: { shape: /^run-[0-9a-f]{8}$/, example: 'run-1f2e3d4c' },
  task: { shape: /^t-[0-9a-f]{6}$/, example: 't-1f2e3d' },
  feature: { shape: /^f-[0-9a-f]{6}$/, example: 'f-1f2e3d' },
} as const

/** The entry as it is stored, or an error that says what is wrong with it. */
export function checkEntry(entry: JournalEntry): JournalEntry {
  for (const [name, { shape, example }] of Object.entries(SHAPES)) {
    const value = entry[name as keyof typeof SHAPES]
    if (value !== undefined && !shape.test(value))
      throw new RalphError('bad-usage', `'${value}' is not the id of a ${name}`, {
        hint: `it looks like ${example}`,
      })
  }
  if (!Number.isInteger(entry.iteration)) throw notA('iteration', entry.iteration)
  const [model, session, agent] = [entry.model, entry.session, entry.agent].map((text = '') =>
    cleanWord(text),
  )
  const notes = cleanBody(cutPrivate(cleanBody(entry.notes ?? ''))).replace(/(?<=\n)[ \t]+(?=\n)/g, '')
  if (Buffer.byteLength(notes) > MAX_BODY_BYTES)
    throw new RalphError('bad-content', `the notes have more than ${MAX_BODY_BYTES} bytes`, {
      hint: 'keep what the next iteration needs to know',
    })
  const { notes: _, model: _model, session: _session, agent: _agent, ...rest } = entry
  return {
    ...rest,
    iteration: checkNumber('iteration', entry.iteration, 1),
    durationSecs: checkNumber('duration', entry.durationSecs, 1e3),
    costUsd: checkNumber('cost', entry.costUsd, 1e6),
    files: cleanFiles(entry.files),
    ...(model && { model }),
    ...(session && { session }),
    ...(agent && { agent }),
    ...(notes && { notes }),
  }
}

function checkNumber(name: string, value: number, precision: number): number {
  if (!(value >= 0 && value <= LARGEST)) throw notA(name, value)
  return Math.round(value * precision) / precision
}

function notA(name: string, value: number): RalphError {
  return new RalphError('bad-usage', `'${value}' cannot be ${name === 'iteration' ? 'an' : 'a'} ${name}`)
}

export function cleanWord(text: string): string {
  return cleanBody(text).replace(/\s+/g, ' ').trim().slice(0, MAX_WORD).trim()
}

/** Each once, in the order given. A path with a newline in it cannot be told in one line, and is told with a space. */
export function cleanFiles(paths: readonly string[]): string[] {
  const clean = paths.map((path) => cleanBody(path).replace(/\s+/g, ' ').trim()).filter(Boolean)
  return [...new Set(clean.map((path) => path.slice(0, MAX_PATH).trim()))].slice(0, MAX_FILES)
}

/** Oldest first; ties by id, so that every clone orders alike. */
export function compareEntries(a: JournalEntry, b: JournalEntry): number {
  return compare(a.createdAt, b.createdAt) || compare(a.id, b.id)
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
