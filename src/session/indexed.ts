/** Observations and summaries as the search room takes them: found by their words and files, chosen by type and session. */
import type { Memory } from '../memory/memory.js'
import type { Observation, ObservationType } from './observation.js'
import { sessionKey } from './session-key.js'
import type { SessionSummary } from './summary.js'

interface Indexed {
  memory: Memory
  blob: string
}

/** What a hit says of itself. */
export interface FoundIn {
  session: string
  agent: string
  type: ObservationType | 'summary'
}

/** The beginning says what it is about; the part has the rest. What was read of a file is in the file. */
const MOST = { command: 200, error: 400, result: 200, text: 600 } as const

/** Undefined where there is nothing to find: that a session began or ended. */
export function indexedObservation(one: Observation, part: string): Indexed | undefined {
  const { id, session, agent, type, at, files = [] } = one
  const lines = [
    one.command?.slice(0, MOST.command) ?? one.tool,
    one.error?.slice(0, MOST.error),
    one.command === undefined ? undefined : one.result?.slice(0, MOST.result),
    one.text?.slice(0, MOST.text),
  ]
  const body = lines.filter(Boolean).join('\n').toWellFormed()
  return body === '' ? undefined : index(id, at, body, [], files, { session, agent, type }, part)
}

export function indexedSummary(summary: SessionSummary, key: string, source: string): Indexed {
  const { session, agent, last, files, tags, text } = summary
  return index(`summary-${key}`, last, text, tags, files, { session, agent, type: 'summary' }, source)
}

/** As one tag, in a word that nobody asks for: "note" must not find every note. Undefined when nothing is chosen. */
export function choiceTag({ type, key }: { type?: FoundIn['type']; key?: string }): string | undefined {
  const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]+/g, '')
  const tag = (type ? `oftype${plain(type)}` : '') + (key ? `insession${plain(key).slice(0, 40)}` : '')
  return tag === '' ? undefined : tag
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
  const [type, key] = [found.type, sessionKey(found.session)]
  const choices = [{ type }, { key }, { type, key }]
  const memory: Memory = {
    id,
    type: 'context',
    tags: [...tags, ...choices.flatMap((one) => choiceTag(one) ?? [])],
    created,
    body,
    anchors: files.map((path) => ({ path })),
    extra: { found },
  }
  return { memory, blob }
}
