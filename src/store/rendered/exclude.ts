/** `<common dir>/info/exclude`: how the rendered file stays out of `git status` without touching the project. */
import { readFileSync, writeFileSync, renameSync } from 'node:fs'
import { dirname, join, posix } from 'node:path'
import { explainFsError } from '../../errors.js'
import { makeDirs, removeQuietly } from '../git/local-files.js'
import type { Repo } from '../git/repo.js'

const excludePath = (repo: Repo): string => join(repo.commonDir, 'info', 'exclude')
const lineFor = (path: string): string => `/${posix.normalize(path).replace(/[\\*?[\]!# ]/g, '\\$&')}`

export function isExcluded(repo: Repo, path: string): boolean {
  return readExclude(repo).split(/\r?\n/).includes(lineFor(path))
}

/** Adds the path once. Answers whether the file changed. */
export function addExclude(repo: Repo, path: string): boolean {
  const text = readExclude(repo)
  if (text.split(/\r?\n/).includes(lineFor(path))) return false
  replace(repo, `${text}${text === '' || text.endsWith('\n') ? '' : '\n'}${lineFor(path)}\n`)
  return true
}

export function removeExclude(repo: Repo, path: string): boolean {
  const text = readExclude(repo)
  const kept = text
    .split('\n')
    .filter((line) => line.replace(/\r$/, '') !== lineFor(path))
    .join('\n')
  if (kept === text) return false
  replace(repo, kept)
  return true
}

function readExclude(repo: Repo): string {
  try {
    return readFileSync(excludePath(repo), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw explainFsError(error, 'reading the exclude file')
  }
}

function replace(repo: Repo, text: string): void {
  const path = excludePath(repo)
  const temporary = `${path}.${process.pid}.tmp`
  try {
    makeDirs(dirname(path))
    writeFileSync(temporary, text)
    renameSync(temporary, path)
  } catch (error) {
    removeQuietly(temporary)
    throw explainFsError(error, 'writing the exclude file')
  }
}
