/** Observations and summaries as the search room takes them: found by their words and files; type, agent and session are tags. */
import type { Memory } from '../memory/memory.js'
import type { Observation, ObservationType } from './observation.js'
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

/** The beginning says what it is about; the part has the rest. */
const MOST = { command: 300, error: 500, result: 300, text: 1000 } as const

export function indexedObservation(one: Observation, part: string): Indexed {
  const { id, session, agent, type, at, branch, files = [] } = one
  const lines = [
    one.command?.slice(0, MOST.command) ?? one.tool,
    one.error?.slice(0, MOST.error),
    one.result?.slice(0, MOST.result),
    one.text?.slice(0, MOST.text),
    one.how,
  ]
  const body = lines.filter(Boolean).join('\n').toWellFormed()
  const found: FoundIn = { session, agent, type }
  return index(id, at, body, [type, agent, session, branch], files, found, part)
}

export function indexedSummary(summary: SessionSummary, key: string, source: string): Indexed {
  const { session, agent, last, branch, files, tags, text } = summary
  const found: FoundIn = { session, agent, type: 'summary' }
  return index(
    `summary-${key}`,
    last,
    text,
    ['summary', agent, session, branch, ...tags],
    files,
    found,
    source,
  )
}

function index(
  id: string,
  created: string,
  body: string,
  tags: readonly (string | undefined)[],
  files: readonly string[],
  found: FoundIn,
  blob: string,
): Indexed {
  const memory: Memory = {
    id,
    type: 'context',
    tags: tags.filter((tag) => tag !== undefined).map((tag) => tag.toLowerCase()),
    created,
    body,
    anchors: files.map((path) => ({ path })),
    extra: { found },
  }
  return { memory, blob }
}
