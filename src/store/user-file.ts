/** Files in the work tree that the user asked us to write: whole or not at all, with the mode they had, through links. */
import { chmodSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { explainFsError, explainInput } from '../errors.js'
import { makeDirs } from './local-files.js'

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
    writeFileSync(temporary, text)
    if (existing) chmodSync(temporary, existing.mode)
    renameSync(temporary, target)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw explainFsError(error, 'writing')
  }
}
