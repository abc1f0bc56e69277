/**
 * The object directory as files. Objects are written to a temporary file and renamed, so that a crash never leaves half an object.
 * Files are used synchronously: a merge writes a hundred small objects, and each would wait several times for a thread.
 */
import { mkdirSync, renameSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { explainFsError } from '../../errors.js'
import { removeQuietly } from './local-files.js'
import type { Oid } from './repo.js'

let temporaryFiles = 0

export function loosePath(objectsDir: string, oid: Oid): string {
  return join(objectsDir, oid.slice(0, 2), oid.slice(2))
}

/** Asked before writing, to skip what is there. It may be old and unreachable: made young again, as git does, it outlives a `git prune`. */
export function isLoose(path: string): boolean {
  if (!isThere(path)) return false
  const now = new Date()
  try {
    utimesSync(path, now, now)
  } catch {
    // A read-only repository is not pruned either.
  }
  return true
}

function isThere(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch (error) {
    throw explainFsError(error, 'looking for an object')
  }
}

export function writeLoose(objectsDir: string, path: string, bytes: Uint8Array): void {
  // Process ids come again, in containers at once: a number alone may be that of a file left by a killed process.
  const name = `tmp_obj_ralph_${process.pid}_${temporaryFiles++}_${Math.random().toString(36).slice(2)}`
  const temporary = join(objectsDir, name)
  try {
    writeFileSync(temporary, bytes, { mode: 0o444, flag: 'wx' })
    renameInto(temporary, path)
  } catch (error) {
    removeQuietly(temporary)
    throw explainFsError(error, 'writing an object')
  }
}

/** Not recursively: on a read-only file system Node then speaks of a missing directory. */
export function makeObjectDir(path: string): void {
  try {
    mkdirSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
}

/** `git gc` removes empty object directories at any moment: make the directory and try again. */
function renameInto(temporary: string, path: string): void {
  for (let attempt = 1; ; attempt++) {
    try {
      return renameSync(temporary, path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || attempt > 20) throw error
      makeObjectDir(dirname(path))
    }
  }
}
