/**
 * The file system we hand to isomorphic-git: the object directory of the repository and nothing else.
 * - An object that is not loose is served from `git cat-file`, so that no pack is ever loaded.
 * - Objects are written whole or not at all: see loose-objects.ts.
 * - Every other path reads as absent and cannot be written: no ref, no index, no HEAD.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { explainFsError, RalphError } from '../../errors.js'
import type { CatFile } from './cat-file.js'
import { isLoose, makeObjectDir, writeLoose } from './loose-objects.js'
import type { Repo } from './repo.js'

export function makeGitFs(repo: Repo, catFile: CatFile): { promises: Record<string, unknown> } {
  const objects = join(repo.commonDir, 'objects')

  function oidOf(path: string | undefined): string | undefined {
    const match = /^[/\\]([0-9a-f]{2})[/\\]([0-9a-f]{38})$/.exec(
      path?.startsWith(objects) ? path.slice(objects.length) : '',
    )
    return match ? match[1]! + match[2]! : undefined
  }

  // isomorphic-git calls it without a path, each time it is called itself, to see whether promises come back.
  async function readFile(path: string | undefined): Promise<Buffer | undefined> {
    if (path === undefined) return undefined
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
    if (!isLoose(path)) writeLoose(objects, path, bytes)
  }

  // Asked before an object is written. isomorphic-git prints any other error on standard output, so writeFile looks by itself.
  const stat = (path: string): Promise<never> => Promise.reject(absent(path))

  async function mkdir(path: string): Promise<void> {
    try {
      makeObjectDir(path)
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
