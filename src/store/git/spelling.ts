/**
 * Where the file system ignores case, git finds `Fix/a` when asked for `fix/a`, and HEAD keeps what was typed. What counts for us is how
 * `git branch` lists it: by the names of the files.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { RepoPaths } from './discover.js'

/** The ref of code that git means by `ref`, as git lists it. */
export function listedRef(repo: Pick<RepoPaths, 'commonDir' | 'ignoresCase'>, ref: string): string {
  if (!repo.ignoresCase || !/^refs\/(heads|remotes)\//.test(ref)) return ref
  const listed: string[] = []
  for (const part of ref.split('/')) {
    const names = namesIn(join(repo.commonDir, ...listed))
    const small = part.toLowerCase()
    const found = names.includes(part) ? part : names.find((name) => name.toLowerCase() === small)
    // Packed, or not there: git tells case there as anywhere.
    if (found === undefined) return ref
    listed.push(found)
  }
  return listed.join('/')
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir)
  } catch {
    return []
  }
}
