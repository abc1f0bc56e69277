/** The sessions that wrote to a task, as the commits of its line tell: also those that no hook saw, and those of other machines. */
import type { Oid, Repo } from '../git/repo.js'

export interface WritingSession {
  session: string
  agent: string
  start: string
  last: string
}

const FIELDS = ['%aI', ...['Ralph-Task', 'Ralph-Session', 'Ralph-Agent'].map(trailer)]
const MOST_COMMITS = 2000

function trailer(key: string): string {
  return `%(trailers:key=${key},valueonly,separator=%x20)`
}

/** The one that wrote first comes first. */
export async function sessionsThatWrote(repo: Repo, tip: Oid, task: string): Promise<WritingSession[]> {
  const found = new Map<string, WritingSession>()
  const log = await repo.git([
    'log',
    `--max-count=${MOST_COMMITS}`,
    '--fixed-strings',
    `--grep=Ralph-Task: ${task}`,
    `--format=${FIELDS.join('%x00')}`,
    tip,
  ])
  for (const line of log.split('\n').toReversed()) {
    const [when = '', of, session, agent = ''] = line.split('\0').map((field) => field.trim())
    // A date from elsewhere may be none.
    if (of !== task || !session || Number.isNaN(Date.parse(when))) continue
    const at = new Date(when).toISOString()
    const known = found.get(session)
    if (known) known.last = at
    // Hooks call it by its short name.
    else
      found.set(session, {
        session,
        agent: agent.replace(/^claude-code$/, 'claude') || 'unknown',
        start: at,
        last: at,
      })
  }
  return [...found.values()].toSorted((a, b) => (a.start < b.start ? -1 : 1))
}
