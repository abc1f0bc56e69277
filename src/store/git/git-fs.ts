/**
 * The file system we hand to isomorphic-git: the object directory of the repository and nothing else.
 * - An object that is not loose is served from `git cat-file`, so that no pack is ever loaded.
 * - Objects are written to a temporary file and renamed, so that a crash never leaves half an object.
 * - Files are used synchronously: a merge writes a hundred small objects, and each would wait several times for a thread.
 * - Every other path reads as absent and cannot be written: no ref, no index, no HEAD.
 */
import {
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { explainFsError, RalphError } from '../../errors.js'
import type { CatFile } from './cat-file.js'
import type { Repo } from './repo.js'

let temporaryFiles = 0

export function makeGitFs(repo: Repo, catFile: CatFile): { promises: Record<string, unknown> } {
  const objects = join(repo.commonDir, 'objects')

  function oidOf(path: string): string | undefined {
    const match = /^[/\\]([0-9a-f]{2})[/\\]([0-9a-f]{38})$/.exec(
      path.startsWith(objects) ? path.slice(objects.length) : '',
    )
    return match ? match[1]! + match[2]! : undefined
  }

  async function readFile(path: string): Promise<Buffer> {
    const oid = oidOf(path)
    if (oid === undefined) throw absent(path)
    try {
      return readFileSync(path)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw explainFsError(error, 'reading an object')
    }
    const object = await catFile.read(oid)
    if (object === undefined) throw absent(path)
    const header = Buffer.from(`${object.type} ${object.content.length}\0`, 'latin1')
    return deflateSync(Buffer.concat([header, object.content]), { level: 0 })
  }

  async function writeFile(path: string, bytes: Uint8Array): Promise<void> {
    if (oidOf(path) === undefined) throw refused(path)
    const temporary = nextTemporary()
    try {
      writeFileSync(temporary, bytes, { mode: 0o444, flag: 'wx' })
      renameInto(temporary, path)
    } catch (error) {
      rmSync(temporary, { force: true })
      throw explainFsError(error, 'writing an object')
    }
  }

  /** Process ids come again, in containers at once: a number alone may be that of a file left by a killed process. */
  function nextTemporary(): string {
    const name = `tmp_obj_ralph_${process.pid}_${temporaryFiles++}_${Math.random().toString(36).slice(2)}`
    return join(objects, name)
  }

  async function stat(path: string): Promise<Stats> {
    if (oidOf(path) === undefined) throw absent(path)
    const found = statSync(path)
    // isomorphic-git asks this before it writes, and skips what is there. The object may be old and unreachable: make it young
    // again, as git does, so that a concurrent `git prune` lets it be.
    const now = new Date()
    try {
      utimesSync(path, now, now)
    } catch {
      // A read-only repository is not pruned either.
    }
    return found
  }

  async function mkdir(path: string): Promise<void> {
    try {
      makeDir(path)
    } catch (error) {
      throw explainFsError(error, 'writing an object')
    }
  }

  return {
    promises: {
      readFile,
      writeFile,
      stat,
      lstat: stat,
      mkdir,
      readdir: () => Promise.resolve([]),
      readlink: (path: string) => Promise.reject(absent(path)),
      unlink: refuse,
      rmdir: refuse,
      symlink: refuse,
    },
  }
}

/** Not recursively: on a read-only file system Node then speaks of a missing directory. */
function makeDir(path: string): void {
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
      makeDir(dirname(path))
    }
  }
}

const refuse = (path: string): Promise<never> => Promise.reject(refused(path))

function absent(path: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`ENOENT: no such object, '${path}'`), { code: 'ENOENT', path })
}

function refused(path: string): RalphError {
  return new RalphError(
    'internal',
    `refused to write '${path}': only objects are written through isomorphic-git`,
  )
}
