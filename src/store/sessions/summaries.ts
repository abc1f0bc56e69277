/**
 * The summary of every session, in `<common dir>/ralph/sessions/summaries.jsonl`: what lists are made of, so that no part need be read.
 * Made of the parts alone, and made again for a session whose parts are others than those it names: losing it costs time, nothing else.
 */
import { join } from 'node:path'
import { type SessionSummary, summarise } from '../../session/summary.js'
import { readLocalFile, writeCacheFile } from '../git/local-files.js'
import { listParts, readParts, sessionsDir } from './session-files.js'

export interface KeptSummary {
  /** Of the way it is made: one of another version is made again. */
  v: number
  key: string
  parts: string[]
  summary: SessionSummary
}

const VERSION = 1
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
    changed = true
    const observations = readParts(ralphDir, names)
    if (observations.length > 0)
      summaries.push({ v: VERSION, key, parts: names, summary: summarise(observations) })
  }
  summaries.sort((a, b) =>
    a.summary.start < b.summary.start ? -1 : a.summary.start > b.summary.start ? 1 : 0,
  )
  if (changed || kept.size > summaries.length) writeKept(ralphDir, summaries)
  return summaries
}

/** The newest that fits, looked for from the end: most are never parsed. */
export function findSummary(
  ralphDir: string,
  fits: (summary: SessionSummary) => boolean,
): SessionSummary | undefined {
  const lines = (readLocalFile(pathOf(ralphDir))?.toString('utf8') ?? '').split('\n')
  for (let i = lines.length - 1; i >= 0; i--) {
    const kept = parseKept(lines[i]!)
    if (kept && fits(kept.summary)) return kept.summary
  }
  return undefined
}

function readKept(ralphDir: string): KeptSummary[] {
  const text = readLocalFile(pathOf(ralphDir))?.toString('utf8') ?? ''
  return text.split('\n').flatMap((line) => parseKept(line) ?? [])
}

function parseKept(line: string): KeptSummary | undefined {
  if (line === '') return undefined
  try {
    const kept = JSON.parse(line) as KeptSummary
    return kept.v === VERSION && Array.isArray(kept.parts) ? kept : undefined
  } catch {
    return undefined
  }
}

function writeKept(ralphDir: string, summaries: readonly KeptSummary[]): void {
  writeCacheFile(pathOf(ralphDir), summaries.map((one) => `${JSON.stringify(one)}\n`).join(''))
}
