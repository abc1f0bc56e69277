/** Our own files below `<common dir>/ralph`: private to the user, written whole or not at all. */
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { explainFsError } from '../../errors.js'

let temporaryFiles = 0

/** Makes a directory and those above it. */
export function makeDirs(path: string, mode?: number): void {
  try {
    mkdirSync(path, { recursive: true, mode })
  } catch (error) {
    // What Node says when the file system is read-only, though nothing can be missing.
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
    throw Object.assign(new Error(`EROFS: read-only file system, mkdir '${path}'`), { code: 'EROFS', path })
  }
}

/** Makes a directory of ours. Answers whether it was not there before. */
export function makeLocalDir(path: string): boolean {
  if (existsSync(path)) return false
  try {
    makeDirs(path, 0o700)
    return true
  } catch (error) {
    throw explainFsError(error, 'making a directory')
  }
}

/** Writes a file of ours by temporary file and rename: a reader sees the old content or the new, never half of it. */
export function writeLocalFile(path: string, content: string | Uint8Array): void {
  const temporary = `${path}.${process.pid}.${temporaryFiles++}.tmp`
  try {
    makeDirs(dirname(path), 0o700)
    writeFileSync(temporary, content, { mode: 0o600 })
    renameSync(temporary, path)
  } catch (error) {
    removeQuietly(temporary)
    throw explainFsError(error, 'writing a local file')
  }
}

/** Of what is left after a failure: the directory may not be searched, or the disk have become read-only. */
export function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true })
  } catch {
    // Why it was to be removed is what the user hears.
  }
}

/** The same for what can be made again at any time: a full disk or a read-only repository must not fail the command. */
export function writeCacheFile(path: string, content: string | Uint8Array): boolean {
  try {
    writeLocalFile(path, content)
    return true
  } catch {
    return false
  }
}

/** The content, or undefined when there is no such file or it cannot be read. */
export function readLocalFile(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

/** Parsed JSON of a file of ours; a damaged one counts as absent. */
export function readLocalJson<T>(path: string): T | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as T
  } catch {
    return undefined
  }
}
