/** The last time that an observation could not be kept, until one is again: hooks are silent, but not for ever. */
import { rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { readLocalJson, writeCacheFile } from '../git/local-files.js'

export interface CaptureFailure {
  when: string
  message: string
}

const pathOf = (ralphDir: string): string => join(ralphDir, 'capture-failure.json')

export function recordCaptureFailure(ralphDir: string, now: Date, error: unknown): void {
  const message = error instanceof Error ? error.message : String(error)
  const failure: CaptureFailure = { when: now.toISOString(), message }
  writeCacheFile(pathOf(ralphDir), JSON.stringify(failure))
}

export function readCaptureFailure(ralphDir: string): CaptureFailure | undefined {
  return readLocalJson<CaptureFailure>(pathOf(ralphDir))
}

export function dropCaptureFailure(ralphDir: string): void {
  if (statSync(pathOf(ralphDir), { throwIfNoEntry: false })) rmSync(pathOf(ralphDir), { force: true })
}
