/** The user's code as anchors see it: in the work tree or at a revision. Paths come from memories, which others may have pushed. */
import { createHash } from 'node:crypto'
import { lstatSync, readFileSync, realpathSync, type Stats } from 'node:fs'
import { join, sep } from 'node:path'
import type { Oid, Repo } from '../git/repo.js'
import { blobsNamed } from '../git/revision.js'

/** Larger files are not looked into. */
export const LARGEST_FILE = 2 * 1024 * 1024

/** Whether a path may be looked at: inside the work tree, and not git's own. */
export function isCodePath(path: string): boolean {
  if (path === '' || path.length > 4096 || /[\0\n]/.test(path)) return false
  return path
    .split('/')
    .every((part) => part !== '' && part !== '..' && part !== '.' && !/^\.git$/i.test(part))
}

/** What tells whether a file of the work tree is still the one that was read; undefined when there is none. */
export function stampOf(repo: Repo, path: string): string | undefined {
  const stat = statOf(repo, path)
  return stat && `${stat.size}-${stat.mtimeMs}-${stat.ino}`
}

export function isInWorkTree(repo: Repo, path: string): boolean {
  return statOf(repo, path) !== undefined
}

/** A file's text; undefined when there is none, or one too large or not inside the work tree. */
export function readWorkFile(repo: Repo, path: string): Buffer | undefined {
  const stat = statOf(repo, path)
  if (stat === undefined || stat.size > LARGEST_FILE) return undefined
  try {
    const file = realpathSync(join(repo.workTree!, path))
    const top = realpathSync(repo.workTree!)
    return file.startsWith(top + sep) ? readFileSync(file) : undefined
  } catch {
    return undefined
  }
}

function statOf(repo: Repo, path: string): Stats | undefined {
  if (repo.workTree === undefined || !isCodePath(path)) return undefined
  try {
    const stat = lstatSync(join(repo.workTree, path))
    return stat.isFile() ? stat : undefined
  } catch {
    return undefined
  }
}

/** The name that git gives to this content. */
export function blobIdOf(content: Buffer): Oid {
  return createHash('sha1').update(`blob ${content.length}\0`).update(content).digest('hex')
}

/** The blobs of these paths at a revision, by one git process. */
export async function blobsAt(
  repo: Repo,
  revision: Oid,
  paths: readonly string[],
): Promise<Map<string, Oid>> {
  const asked = paths.filter(isCodePath)
  const blobs = await blobsNamed(
    repo,
    asked.map((path) => `${revision}:${path}`),
  )
  return new Map(asked.flatMap((path, i): [string, Oid][] => (blobs[i] ? [[path, blobs[i]]] : [])))
}
