/** All lines, found by reading: which other branches have memories is asked with every recall, and may not cost a process. */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { decodeBranch, encodeBranch } from './branch-name.js'
import { LINES } from './line.js'
import { listRefs } from '../git/refs.js'
import { TRACKING } from '../share/remote.js'
import type { Oid, Repo } from '../git/repo.js'

export interface Line {
  /** `main`, or `origin/main` for what a remote last had. */
  branch: string
  tip: Oid
}

/** The lines of this repository's branches. */
export async function readLines(repo: Repo): Promise<Line[]> {
  return linesOf(await listRefs(repo, LINES), LINES)
}

/** What remotes last had, where it is not what a line of ours has. */
export async function readRemoteLines(repo: Repo, ours: readonly Line[]): Promise<Line[]> {
  const known = new Set(ours.map(({ tip }) => tip))
  return linesOf(await listRefs(repo, TRACKING), TRACKING).filter(({ tip }) => !known.has(tip))
}

/** The `most` lines that were written last. Packed ones have not been written for a while. */
export function newestLines(repo: Repo, lines: readonly Line[], most: number): Line[] {
  if (lines.length <= most) return [...lines]
  const timeOf = ({ branch }: Line): number =>
    statSync(join(repo.commonDir, LINES, encodeBranch(branch)), {
      throwIfNoEntry: false,
    })?.mtimeMs ?? 0
  return lines
    .map((line) => ({ line, time: timeOf(line) }))
    .toSorted((a, b) => b.time - a.time)
    .slice(0, most)
    .map(({ line }) => line)
}

function linesOf(refs: ReadonlyMap<string, Oid>, prefix: string): Line[] {
  return [...refs]
    .map(([ref, tip]) => ({ branch: decodeBranch(ref.slice(prefix.length + 1)), tip }))
    .toSorted((a, b) => (a.branch < b.branch ? -1 : 1))
}
