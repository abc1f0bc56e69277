/** Files in the work tree that the user asked us to write: whole or not at all, with the mode they had, through links. */
import {
  chmodSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, sep } from 'node:path'
import { explainFsError, explainInput, RalphError } from '../errors.js'
import { makeDirs, removeQuietly } from './git/local-files.js'

/** The text, or undefined when there is no such file. */
export function readUserFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw explainInput(error, path)
  }
}

export function writeUserFile(path: string, text: string): void {
  const existing = statSync(path, { throwIfNoEntry: false })
  const target = existing ? realpathSync(path) : path
  const temporary = `${target}.${process.pid}.tmp`
  try {
    makeDirs(dirname(target))
    // A link that a cloned repository put in its place is removed, never followed.
    rmSync(temporary, { force: true })
    writeFileSync(temporary, text, { flag: 'wx' })
    if (existing) chmodSync(temporary, existing.mode)
    renameSync(temporary, target)
  } catch (error) {
    removeQuietly(temporary)
    throw explainFsError(error, 'writing')
  }
}

/** A place in the work tree. A repository may come from anyone: a link that leads out of it is not followed. */
export function placeInWorkTree(workTree: string, path: string): string {
  const full = join(workTree, path)
  let existing = full
  while (lstatSync(existing, { throwIfNoEntry: false }) === undefined) existing = dirname(existing)
  const top = realpathSync(workTree)
  let real: string
  try {
    real = realpathSync(existing)
  } catch (cause) {
    throw new RalphError('bad-usage', `'${path}' is a link that leads nowhere`, { cause })
  }
  if (real !== top && !real.startsWith(top + sep))
    throw new RalphError('bad-usage', `'${path}' is left alone: a link leads out of the work tree`)
  return full
}

/** Removes a file, and the directories above it that are empty then. */
export function removeUserFile(workTree: string, path: string): void {
  try {
    rmSync(path)
    for (let dir = dirname(path); dir !== workTree && dir.startsWith(workTree); dir = dirname(dir))
      rmdirSync(dir)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw explainFsError(error, 'removing')
  }
}
