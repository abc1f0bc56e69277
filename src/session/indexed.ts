/** Observations and summaries as the search room takes them: found by their words and files, chosen by type and session. */
import type { Memory } from '../memory/memory.js'
import type { Observation, ObservationType } from './observation.js'
import { sessionKey } from './session-key.js'
import type { SessionSummary } from './summary.js'

interface Indexed {
  memory: Memory
  blob: string
}

/** Where a hit was made. */
export interface FoundIn {
  /** The name of the session's files. */
  key: string
  type: ObservationType | 'summary'
}

/** The beginning says what it is about; the part has the rest. What was read of a file is in the file. */
const MOST = { command: 200, error: 400, result: 200, text: 600 } as const

/** Undefined where there is nothing to find: that a session began or ended. */
export function indexedObservation(one: Observation, part: string): Indexed | undefined {
  const { id, session, type, at, files = [] } = one
  const lines = [
    one.command?.slice(0, MOST.command) ?? one.tool,
    one.error?.slice(0, MOST.error),
    one.command === undefined ? undefined : one.result?.slice(0, MOST.result),
    one.text?.slice(0, MOST.text),
  ]
  const body = lines.filter(Boolean).join('\n').toWellFormed()
  return body === '' ? undefined : index(id, at, body, [], files, { key: sessionKey(session), type }, part)
}

export function indexedSummary(summary: SessionSummary, key: string, source: string): Indexed {
  const { last, files, tags, text } = summary
  return index(`summary-${key}`, last, text, tags, files, { key, type: 'summary' }, source)
}

/**
 * As one tag, in a word that nobody asks for: "note" must not find every note. Undefined when nothing is chosen. Short, since every
 * record has three of them; sessions whose names begin alike share one.
 */
export function choiceTag({ type, key }: Partial<FoundIn>): string | undefined {
  const name = (key ?? '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '')
    .slice(0, 16)
  const tag = (type ? `o${type.replace('_', '')}` : '') + (key ? `in${name}` : '')
  return tag === '' ? undefined : tag
}

export function foundIn({ blob, memory }: Indexed): FoundIn {
  return { key: keyOfSource(blob), type: memory.extra!['type'] as FoundIn['type'] }
}

/** The session that a part or a summary belongs to. */
export function keyOfSource(source: string): string {
  return source.slice(0, source.search(/[. ]/))
}

function index(
  id: string,
  created: string,
  body: string,
  tags: readonly string[],
  files: readonly string[],
  found: FoundIn,
  blob: string,
): Indexed {
  const { type, key } = found
  const choices = [{ type }, { key }, { type, key }]
  const memory: Memory = {
    id,
    type: 'context',
    tags: [...tags, ...choices.flatMap((one) => choiceTag(one) ?? [])],
    created,
    body,
    anchors: files.map((path) => ({ path })),
    extra: { type },
  }
  return { memory, blob }
}
