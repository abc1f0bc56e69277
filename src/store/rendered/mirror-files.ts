/** The mirrored articles on disk: one file each in a directory of the work tree, and what we remember of having written them. */
import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { explainFsError } from '../../errors.js'
import { makeDirs, readLocalJson, removeQuietly, writeLocalFile } from '../git/local-files.js'
import { isAlive } from '../git/queue.js'
import { identityOf, placeInWorkTree, stateDir } from './rendered-file.js'
import type { Oid, Repo } from '../git/repo.js'

/** A file as we wrote it. */
export interface WrittenFile {
  identity: string
  text: string
}

export interface MirrorState {
  path: string
  branch: string
  tip: Oid | undefined
  /** By name without ending. */
  files: Record<string, WrittenFile>
  /** Files that are no articles and were left as they are, by identity. */
  left: Record<string, string>
  /** The index when we last asked git which files are tracked, and its answer. */
  index: string
  tracked: string[]
}

const statePath = (repo: Repo): string => join(stateDir(repo), 'knowledge.json')

export function readMirrorState(repo: Repo, path: string): MirrorState | undefined {
  const state = readLocalJson<MirrorState>(statePath(repo))
  return state?.path === path ? state : undefined
}

export function writeMirrorState(repo: Repo, state: MirrorState): void {
  writeLocalFile(statePath(repo), JSON.stringify(state))
}

export function mirrorDir(repo: Repo, path: string): string {
  return placeInWorkTree(repo, path, 'directory', 'git config ralph.knowledgePath .ralph/knowledge')
}

/** The names of the files in the directory, without ending; undefined when there is no directory. */
export function listMirrored(dir: string): { name: string; isFile: boolean }[] | undefined {
  try {
    const found = readdirSync(dir, { withFileTypes: true })
    removeDeadTemporaries(dir, found)
    return (
      found
        .filter((entry) => entry.name.endsWith('.md'))
        // Some file systems hand names back decomposed.
        .map((entry) => ({
          name: entry.name.slice(0, -'.md'.length).normalize('NFC'),
          isFile: entry.isFile(),
        }))
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw explainFsError(error, 'reading articles')
  }
}

export function fileOf(dir: string, name: string): string {
  return join(dir, `${name}.md`)
}

/** The text and the identity of the very file it was read from, or undefined when there is none. */
export function readMirrored(dir: string, name: string): WrittenFile | undefined {
  const identity = identityOf(fileOf(dir, name))
  if (identity === undefined) return undefined
  try {
    return { identity, text: readFileSync(fileOf(dir, name), 'utf8') }
  } catch (error) {
    throw explainFsError(error, 'reading articles')
  }
}

/**
 * Puts `text` in the place of the file that had the identity `expected`. Answers undefined, having done nothing, when another one
 * is there: somebody has just saved it, and the next command will look at it.
 */
export function replaceFile(
  path: string,
  text: string | undefined,
  expected: string | undefined,
): string | undefined {
  const temporary = `${path}.${process.pid}.tmp`
  try {
    if (text !== undefined) {
      makeDirs(dirname(path))
      // A link that a cloned repository put in its place is removed, never followed.
      rmSync(temporary, { force: true })
      writeFileSync(temporary, text, { flag: 'wx' })
    }
    const identity = text === undefined ? '' : identityOf(temporary)!
    if (identityOf(path) !== expected) {
      rmSync(temporary, { force: true })
      return undefined
    }
    if (text === undefined) rmSync(path, { force: true })
    else renameSync(temporary, path)
    return identity
  } catch (error) {
    removeQuietly(temporary)
    throw explainFsError(error, 'writing a mirrored file')
  }
}

/** The files that are as we wrote them, and those that somebody changed since. */
export function mirroredFiles(repo: Repo, path: string): { written: string[]; edited: string[] } {
  const dir = mirrorDir(repo, path)
  const files = Object.entries(readMirrorState(repo, path)?.files ?? {}).flatMap(([name, { text }]) => {
    const found = readMirrored(dir, name)
    return found ? [{ file: fileOf(dir, name), isOurs: found.text === text }] : []
  })
  const only = (isOurs: boolean): string[] =>
    files.filter((one) => one.isOurs === isOurs).map(({ file }) => file)
  return { written: only(true), edited: only(false) }
}

function removeDeadTemporaries(dir: string, found: { name: string }[]): void {
  for (const { name } of found) {
    const pid = /\.md\.(\d+)\.tmp$/.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(dir, name), { force: true })
  }
}
