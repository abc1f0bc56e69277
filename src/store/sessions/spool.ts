/**
 * The spool: what hooks saw and nobody has put away yet, one file per session in `<common dir>/ralph/spool`, so that worktrees share it.
 * Each observation is one write to a file opened for appending, which no other write can split. See docs/data-model.md#sessions.
 */
import { closeSync, constants, fstatSync, mkdirSync, openSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import type { Observation } from '../../session/observation.js'
import { sessionKey } from '../../session/session-key.js'

export const spoolDir = (ralphDir: string): string => join(ralphDir, 'spool')

const APPEND = constants.O_APPEND | constants.O_CREAT | constants.O_WRONLY | constants.O_NOFOLLOW
const MOST_ATTEMPTS = 5
/** Nobody puts it away: then the rest of the session is not kept either. */
const MOST_BYTES = 64 << 20

let made = 0

/** No two are alike: neither two processes nor one process share a number and a nanosecond. */
export function observationId(now: Date): string {
  const moment = process.hrtime.bigint() % 1_000_000n
  return `${now.getTime().toString(36)}-${process.pid.toString(36)}-${moment.toString(36)}${(made++).toString(36)}`
}

export function appendToSpool(ralphDir: string, observation: Observation): void {
  const path = join(spoolDir(ralphDir), `${sessionKey(observation.session)}.jsonl`)
  // The newline in front parts it from a line whose writer died.
  const bytes = Buffer.from(`\n${JSON.stringify(observation)}\n`)
  for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt++) if (append(path, ralphDir, bytes)) return
  throw new Error(`'${path}' is taken away again and again`)
}

/** Answers whether the file is still the spool: one that was taken away meanwhile may have been read before we wrote. */
function append(path: string, ralphDir: string, bytes: Buffer): boolean {
  const file = open(path, ralphDir)
  try {
    const { ino, size } = fstatSync(file)
    if (size > MOST_BYTES) throw new Error(`'${path}' has ${size >> 20} MB, and nobody puts it away`)
    const written = writeSync(file, bytes)
    if (written < bytes.length) throw new Error(`only ${written} of ${bytes.length} bytes were written`)
    return statSync(path, { throwIfNoEntry: false })?.ino === ino
  } finally {
    closeSync(file)
  }
}

function open(path: string, ralphDir: string): number {
  try {
    return openSync(path, APPEND, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    mkdirSync(spoolDir(ralphDir), { recursive: true, mode: 0o700 })
    return openSync(path, APPEND, 0o600)
  }
}
