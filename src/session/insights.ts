/** What several sessions teach together: errors that come back, and files that are changed together. Proposed, never remembered unasked. */
import { oneLine } from './clip.js'
import { sameError } from './error-essence.js'
import type { Proposal } from './proposal.js'
import type { SessionSummary } from './summary.js'

/** Less often is chance. */
const FEWEST_ERRORS = 3
const FEWEST_TOGETHER = 4
/** Of the sessions that changed either, so many changed both. */
const SHARE = 0.8
/** A session that changed more was about something else than how two of them hang together. */
const MOST_FILES = 15
/** Somebody has to read them. */
const MOST = 3

export function insightsOf(summaries: readonly SessionSummary[]): Proposal[] {
  return [...errorsThatComeBack(summaries).slice(0, MOST), ...changedTogether(summaries).slice(0, MOST)]
}

interface Met {
  command: string
  error: string
  sessions: Set<string>
  /** What mended it last. */
  files: string[]
}

function errorsThatComeBack(summaries: readonly SessionSummary[]): Proposal[] {
  const met = new Map<string, Met>()
  for (const { session, mended, failing } of summaries) {
    for (const { command, error, files } of [...failing.map((one) => ({ ...one, files: [] })), ...mended]) {
      if (error === '') continue
      const key = `${command} ${sameError(error)}`
      const known = met.get(key) ?? { command, error, sessions: new Set(), files: [] }
      known.sessions.add(session)
      met.set(key, { ...known, files: files.length > 0 ? files : known.files })
    }
  }
  return [...met.values()]
    .filter(({ sessions }) => sessions.size >= FEWEST_ERRORS)
    .toSorted((a, b) => b.sessions.size - a.sessions.size)
    .map(({ command, error, sessions, files }) => ({
      type: files.length > 0 ? 'fix' : 'context',
      body: `\`${oneLine(command, 120)}\` fails again and again with: ${error}${mendedBy(files)}`,
      tags: [],
      why: `met in ${sessions.size} sessions`,
      source: { kind: 'session', session: [...sessions].at(-1)! },
    }))
}

function mendedBy(files: readonly string[]): string {
  if (files.length === 0) return ''
  return `\nIt passed after a change of ${files
    .slice(0, 5)
    .map((file) => `\`${file}\``)
    .join(', ')}.`
}

function changedTogether(summaries: readonly SessionSummary[]): Proposal[] {
  const alone = new Map<string, number>()
  const pairs = new Map<string, { files: [string, string]; sessions: string[] }>()
  for (const { session, files } of summaries) {
    if (files.length > MOST_FILES) continue
    const sorted = files.toSorted()
    for (const [n, a] of sorted.entries()) {
      alone.set(a, (alone.get(a) ?? 0) + 1)
      for (const b of sorted.slice(n + 1)) {
        const key = `${a}\n${b}`
        const pair = pairs.get(key) ?? { files: [a, b], sessions: [] }
        pair.sessions.push(session)
        pairs.set(key, pair)
      }
    }
  }
  return [...pairs.values()]
    .map(({ files: [a, b], sessions }) => ({
      a,
      b,
      sessions,
      either: alone.get(a)! + alone.get(b)! - sessions.length,
    }))
    .filter(({ sessions, either }) => sessions.length >= FEWEST_TOGETHER && sessions.length >= either * SHARE)
    .toSorted((x, y) => y.sessions.length - x.sessions.length)
    .map(({ a, b, sessions, either }) => ({
      type: 'pattern',
      body: `\`${a}\` and \`${b}\` are changed together: who changes one should look at the other.`,
      tags: [],
      why: `${sessions.length} of ${either} sessions that changed one of them changed both`,
      source: { kind: 'session', session: sessions.at(-1)! },
    }))
}
