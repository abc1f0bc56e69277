/** All lines, found by reading: which other branches have memories is asked with every recall, and may not cost a process. */
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { decodeBranch } from './branch-name.js'
import { lineRef, LINES } from './line.js'
import { listRefs, readPackedRefs, readRef } from './refs.js'
import type { Oid, Repo } from './repo.js'

export const REMOTE_LINES = 'refs/ralph-remote'

export interface Line {
  /** `main`, or `origin/main` for what a remote last had. */
  branch: string
  tip: Oid
}

/** The lines of this repository's branches. */
export async function readLines(repo: Repo): Promise<Line[]> {
  return linesOf(await refsBelow(repo, LINES), LINES)
}

/** What remotes last had, where it is not what a line of ours has. */
export async function readRemoteLines(repo: Repo, ours: readonly Line[]): Promise<Line[]> {
  const known = new Set(ours.map(({ tip }) => tip))
  return linesOf(await refsBelow(repo, REMOTE_LINES), REMOTE_LINES).filter(({ tip }) => !known.has(tip))
}

/** The `most` lines that were written last. Packed ones have not been written for a while. */
export function newestLines(repo: Repo, lines: readonly Line[], most: number): Line[] {
  if (lines.length <= most) return [...lines]
  const timeOf = ({ branch }: Line): number =>
    statSync(join(repo.commonDir, lineRef(branch)), { throwIfNoEntry: false })?.mtimeMs ?? 0
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

async function refsBelow(repo: Repo, prefix: string): Promise<Map<string, Oid>> {
  if (repo.refsByGit) return listRefs(repo, prefix)
  const refs = new Map<string, Oid>()
  for (const [ref, tip] of readPackedRefs(repo)) if (ref.startsWith(`${prefix}/`)) refs.set(ref, tip)
  for (const ref of looseBelow(repo, prefix)) {
    const tip = await readRef(repo, ref)
    if (tip !== undefined) refs.set(ref, tip)
  }
  return refs
}

function looseBelow(repo: Repo, prefix: string): string[] {
  let entries
  try {
    entries = readdirSync(join(repo.commonDir, prefix), { withFileTypes: true })
  } catch {
    return []
  }
  return entries
    .filter(({ name }) => !name.endsWith('.lock'))
    .flatMap((entry) =>
      entry.isDirectory() ? looseBelow(repo, `${prefix}/${entry.name}`) : [`${prefix}/${entry.name}`],
    )
}
