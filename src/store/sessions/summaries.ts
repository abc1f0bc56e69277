/**
 * The summary of every session, in `<common dir>/ralph/sessions/summaries.jsonl`: what lists are made of, so that no part need be read.
 * Made of the parts alone, and made again for a session whose parts are others than those it names: losing it costs time, nothing else.
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { hashText } from '../../search/bytes.js'
import { type SessionSummary, summarise } from '../../session/summary.js'
import { readLocalFile, writeCacheFile } from '../git/local-files.js'
import { listParts, readParts, sessionsDir } from './session-files.js'

export interface KeptSummary {
  /** Of the way it is made: one of another version is made again. */
  v: number
  key: string
  parts: string[]
  /** What the search index knows it by: another one when it has changed. */
  source: string
  summary: SessionSummary
  /** Set once all was made of it that can be: see verbs/sessions/learn.ts. */
  learnt?: true
}

const VERSION = 2
const pathOf = (ralphDir: string): string => join(sessionsDir(ralphDir), 'summaries.jsonl')

/** Every session that was put away, the one that began first coming first. */
export function readSummaries(ralphDir: string): KeptSummary[] {
  const kept = new Map(readKept(ralphDir).map((one) => [one.key, one]))
  let changed = false
  const summaries: KeptSummary[] = []
  const parts = listParts(ralphDir)
  for (const [key, names] of parts) {
    const known = kept.get(key)
    if (known && known.parts.join() === names.join()) {
      summaries.push(known)
      continue
    }
    const observations = readParts(ralphDir, names)
    if (observations.length === 0) continue
    changed = true
    const summary = summarise(observations)
    const source = `${key} ${hashText(JSON.stringify(summary))}`
    summaries.push({ v: VERSION, key, parts: names, source, summary })
  }
  summaries.sort((a, b) =>
    a.summary.start < b.summary.start ? -1 : a.summary.start > b.summary.start ? 1 : 0,
  )
  if (changed || kept.size > summaries.length) writeKept(ralphDir, summaries)
  return summaries
}

/** Notes that these need not be looked at again, unless there is more of them. */
export function markLearnt(ralphDir: string, learnt: readonly KeptSummary[]): void {
  if (learnt.length === 0) return
  const keys = new Set(learnt.map(({ key }) => key))
  const marked = readSummaries(ralphDir).map((one) =>
    keys.has(one.key) ? { ...one, learnt: true as const } : one,
  )
  writeKept(ralphDir, marked)
}

/** The newest that fits, looked for from the end: most are never parsed, and none without `having` in its line. */
export function findSummary(
  ralphDir: string,
  fits: (summary: SessionSummary) => boolean,
  having = '',
): SessionSummary | undefined {
  const lines = (readLocalFile(pathOf(ralphDir))?.toString('utf8') ?? '').split('\n')
  for (let i = lines.length - 1; i >= 0; i--) {
    const kept = lines[i]!.includes(having) ? parseKept(lines[i]!) : undefined
    if (kept && fits(kept.summary)) return kept.summary
  }
  return undefined
}

/** Those of a few sessions: no other line is parsed. */
export function pickSummaries(ralphDir: string, keys: ReadonlySet<string>): Map<string, SessionSummary> {
  const found = new Map<string, SessionSummary>()
  for (const line of (readLocalFile(pathOf(ralphDir))?.toString('utf8') ?? '').split('\n')) {
    const key = KEY.exec(line)?.[1]
    const kept = key !== undefined && keys.has(key) ? parseKept(line) : undefined
    if (kept) found.set(kept.key, kept.summary)
  }
  return found
}

/** As we write a line. */
const KEY = /^\{"v":\d+,"key":"([^"]+)"/

const read = new Map<string, { stamp: string; kept: KeptSummary[] }>()

/** Parsed once for as long as it is the same file: it is replaced by rename. */
function readKept(ralphDir: string): KeptSummary[] {
  const stat = statSync(pathOf(ralphDir), { bigint: true, throwIfNoEntry: false })
  const stamp = stat ? `${stat.ino}-${stat.mtimeNs}-${stat.size}` : ''
  const known = read.get(ralphDir)
  if (known?.stamp === stamp) return known.kept
  const text = readLocalFile(pathOf(ralphDir))?.toString('utf8') ?? ''
  const kept = text.split('\n').flatMap((line) => parseKept(line) ?? [])
  read.set(ralphDir, { stamp, kept })
  return kept
}

function parseKept(line: string): KeptSummary | undefined {
  if (line === '') return undefined
  try {
    const kept = JSON.parse(line) as KeptSummary
    const isWhole =
      Array.isArray(kept.parts) && typeof kept.source === 'string' && typeof kept.summary === 'object'
    return kept.v === VERSION && isWhole ? kept : undefined
  } catch {
    return undefined
  }
}

function writeKept(ralphDir: string, summaries: readonly KeptSummary[]): void {
  writeCacheFile(pathOf(ralphDir), summaries.map((one) => `${JSON.stringify(one)}\n`).join(''))
}
