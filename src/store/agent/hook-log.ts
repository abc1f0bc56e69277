/** What went wrong in agents' hooks, which must be silent: one line each in `<common dir>/ralph/agent-hooks.log`, the last ones kept. */
import { appendFileSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

const MOST_BYTES = 64 * 1024
const LONGEST_LINE = 400

export const hookLogPath = (ralphDir: string): string => join(ralphDir, 'agent-hooks.log')

/** Never throws: there is nowhere left to say it. */
export function logHookFailure(ralphDir: string, now: Date, where: string, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const line = `${now.toISOString()} ${where}: ${message}`.slice(0, LONGEST_LINE)
  try {
    const path = hookLogPath(ralphDir)
    mkdirSync(ralphDir, { recursive: true, mode: 0o700 })
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > MOST_BYTES) renameSync(path, `${path}.1`)
    // oxlint-disable-next-line no-control-regex
    appendFileSync(path, `${line.replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ').toWellFormed()}\n`, {
      mode: 0o600,
    })
  } catch {
    // A full disk, a read-only repository.
  }
}

/** The line that was written last. */
export function lastHookFailure(ralphDir: string): string | undefined {
  try {
    return readFileSync(hookLogPath(ralphDir), 'utf8').trimEnd().split('\n').at(-1)
  } catch {
    return undefined // nothing went wrong yet
  }
}

export function dropHookLog(ralphDir: string): void {
  for (const path of [hookLogPath(ralphDir), `${hookLogPath(ralphDir)}.1`]) rmSync(path, { force: true })
}
