/**
 * What a session was told already, so that nothing is told twice: `<common dir>/ralph/told/<session>`, one line for each thing. Agents run
 * hooks side by side; a line is claimed by appending it, and whoever comes first in the file has it.
 */
import {
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { sessionKey } from '../../session/session-key.js'

/** More than any session needs; beyond it, what was told cannot be known, and nothing is. */
const MOST_BYTES = 512 * 1024
const KEPT_MS = 30 * 86_400_000
/** Everything before it was lost to the agent: it compacted the conversation. */
const ANEW = '-'

export const memoryKey = (id: string): string => `m ${id}`
export const fileKey = (path: string): string => `f ${path}`

const toldDir = (ralphDir: string): string => join(ralphDir, 'told')
const pathOf = (ralphDir: string, session: string): string => join(toldDir(ralphDir), sessionKey(session))

let claims = 0

/** Those of `keys` that nobody claimed before in this session; they are claimed now. */
export function claim(ralphDir: string, session: string, keys: readonly string[]): string[] {
  if (keys.length === 0) return []
  const path = pathOf(ralphDir, session)
  const mine = `${process.pid.toString(36)}.${process.hrtime.bigint().toString(36)}.${claims++}`
  const asked = keys.map((key) => key.replaceAll(/[\n\t]/g, ' '))
  append(path, asked.map((key) => `${key}\t${mine}\n`).join(''))
  const first = firstClaims(path)
  return keys.filter((_, i) => first.get(asked[i]!) === mine)
}

/** Whether a thing was told; false where that is not known. */
export function isTold(ralphDir: string, session: string, key: string): boolean {
  return firstClaims(pathOf(ralphDir, session)).has(key.replaceAll(/[\n\t]/g, ' '))
}

/** When this session was last told something. */
export function toldSince(ralphDir: string, session: string): Date | undefined {
  return statSync(pathOf(ralphDir, session), { throwIfNoEntry: false })?.mtime
}

/** Forgets what was told: the agent has forgotten it too. */
export function tellAnew(ralphDir: string, session: string): void {
  if (toldSince(ralphDir, session)) append(pathOf(ralphDir, session), `${ANEW}\n`)
}

/** Removes the files of sessions that told nothing for a month. */
export function pruneTold(ralphDir: string, now: Date): void {
  let names: string[]
  try {
    names = readdirSync(toldDir(ralphDir))
  } catch {
    return // none yet
  }
  for (const name of names) {
    const path = join(toldDir(ralphDir), name)
    const stat = statSync(path, { throwIfNoEntry: false })
    if (stat && now.getTime() - stat.mtimeMs > KEPT_MS) rmSync(path, { force: true })
  }
}

function firstClaims(path: string): Map<string, string> {
  const first = new Map<string, string>()
  const stat = statSync(path, { throwIfNoEntry: false })
  if (!stat || stat.size > MOST_BYTES) return first
  for (const line of readFileSync(path, 'utf8').split('\n')) {
    if (line === ANEW) first.clear()
    const [key, by] = line.split('\t')
    if (by !== undefined && !first.has(key!)) first.set(key!, by)
  }
  return first
}

/** One write to a file opened for appending, which no other write can split. */
function append(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  const file = openSync(path, 'a', 0o600)
  try {
    writeSync(file, text)
  } finally {
    closeSync(file)
  }
}
