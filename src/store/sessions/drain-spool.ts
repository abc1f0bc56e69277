/**
 * The spool → the sessions. A spool file is renamed, read, put away as one part and removed. Its writers look after each write whether
 * their file is still in its place, and else write again: nothing is lost, and what is there twice has the same id. Whoever is killed
 * in between leaves the renamed file, and the next drain goes on with it.
 */
import { closeSync, openSync, readSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { parseObservations, inOrder } from '../../session/parse-observation.js'
import type { Observation } from '../../session/observation.js'
import { readLocalFile } from '../git/local-files.js'
import { list, writePart } from './session-files.js'
import { spoolDir } from './spool.js'

/** Nothing was heard of the session for so long: the agent was killed, or its end went unnoticed. */
const IDLE_MS = 30 * 60_000
/** A session that goes on for long is put away in pieces. */
const LARGE = 512 * 1024

const LIVE = /^([A-Za-z0-9][A-Za-z0-9_-]*)\.jsonl$/
const TAKEN = /^([A-Za-z0-9][A-Za-z0-9_-]*)\.([0-9a-z-]+)\.taken$/

export interface SpoolFile {
  key: string
  path: string
  bytes: number
  /** When something was last written. */
  written: number
  /** Set when a drain has taken it already. */
  stamp?: string
}

export function listSpool(ralphDir: string): SpoolFile[] {
  const dir = spoolDir(ralphDir)
  return list(dir).flatMap((name) => {
    const [, key, stamp] = LIVE.exec(name) ?? TAKEN.exec(name) ?? []
    const path = join(dir, name)
    const stat = key === undefined ? undefined : statSync(path, { throwIfNoEntry: false })
    if (key === undefined || !stat?.isFile()) return []
    return [{ key, path, bytes: stat.size, written: stat.mtimeMs, ...(stamp !== undefined && { stamp }) }]
  })
}

/** Whether it is time to put the file away, though nobody asked. */
export function isDue(file: SpoolFile, now: number): boolean {
  if (file.stamp !== undefined || file.bytes > LARGE || now - file.written > IDLE_MS) return true
  return endOf(file).includes('"event":"session-end"')
}

/** The last line. */
function endOf({ path, bytes }: SpoolFile): string {
  try {
    const file = openSync(path, 'r')
    try {
      const buffer = Buffer.alloc(Math.min(bytes, 2048))
      readSync(file, buffer, 0, buffer.length, bytes - buffer.length)
      return buffer.toString('utf8').trimEnd().split('\n').at(-1)!
    } finally {
      closeSync(file)
    }
  } catch {
    return ''
  }
}

export interface DrainedFile {
  key: string
  observations: Observation[]
  skipped: number
}

let taken = 0

/** Undefined when somebody else was faster. */
export function drainFile(ralphDir: string, file: SpoolFile, now: Date): DrainedFile | undefined {
  const stamp =
    file.stamp ?? `${now.getTime().toString(36)}-${process.pid.toString(36)}-${(taken++).toString(36)}`
  const path = join(spoolDir(ralphDir), `${file.key}.${stamp}.taken`)
  if (file.stamp === undefined && !take(file.path, path)) return undefined
  const text = readLocalFile(path)?.toString('utf8')
  if (text === undefined) return undefined
  const parsed = parseObservations(text)
  const observations = inOrder(parsed.observations)
  if (observations.length > 0) writePart(ralphDir, file.key, stamp, observations)
  rmSync(path, { force: true })
  return { key: file.key, observations, skipped: parsed.skipped }
}

function take(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
    throw error
  }
}
