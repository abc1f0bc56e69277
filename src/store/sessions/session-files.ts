/**
 * Sessions that were put away: `<common dir>/ralph/sessions/parts/<key>.<stamp>.jsonl.gz`, each written once and never changed, each
 * holding what one drain found of one session. A session is all of its parts, so that no two writers ever change the same file.
 */
import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { Observation } from '../../session/observation.js'
import { inOrder, parseObservations } from '../../session/parse-observation.js'
import { readLocalFile, writeLocalFile } from '../git/local-files.js'

export const sessionsDir = (ralphDir: string): string => join(ralphDir, 'sessions')
const partsDir = (ralphDir: string): string => join(sessionsDir(ralphDir), 'parts')
export const partPath = (ralphDir: string, part: string): string => join(partsDir(ralphDir), part)

const PART = /^([A-Za-z0-9][A-Za-z0-9_-]*)\.([0-9a-z-]+)\.jsonl\.gz$/
/** No session has more; a part that claims to is not ours. */
const MOST_BYTES = 256 << 20

export function writePart(
  ralphDir: string,
  key: string,
  stamp: string,
  found: readonly Observation[],
): string {
  const part = `${key}.${stamp}.jsonl.gz`
  const text = found.map((one) => `${JSON.stringify(one)}\n`).join('')
  writeLocalFile(partPath(ralphDir, part), gzipSync(text))
  return part
}

/** Another one whenever a part has come or gone. */
export function partsStamp(ralphDir: string): string {
  return String(statSync(partsDir(ralphDir), { bigint: true, throwIfNoEntry: false })?.mtimeNs ?? 0)
}

/** The parts of each session, by key. */
export function listParts(ralphDir: string): Map<string, string[]> {
  const parts = new Map<string, string[]>()
  for (const name of list(partsDir(ralphDir)).toSorted()) {
    const key = PART.exec(name)?.[1]
    if (key !== undefined) parts.set(key, [...(parts.get(key) ?? []), name])
  }
  return parts
}

/** What a part holds; nothing when it is damaged, or was taken away meanwhile. */
export function readPart(ralphDir: string, part: string): Observation[] {
  const bytes = readLocalFile(partPath(ralphDir, part))
  if (bytes === undefined) return []
  try {
    const text = gunzipSync(bytes, { maxOutputLength: MOST_BYTES }).toString('utf8')
    return parseObservations(text).observations
  } catch {
    return []
  }
}

export function readParts(ralphDir: string, parts: readonly string[]): Observation[] {
  return inOrder(parts.flatMap((part) => readPart(ralphDir, part)))
}

export function removePart(ralphDir: string, part: string): void {
  rmSync(partPath(ralphDir, part), { force: true })
}

export function sizeOfPart(ralphDir: string, part: string): number {
  return statSync(partPath(ralphDir, part), { throwIfNoEntry: false })?.size ?? 0
}

export function list(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}
