/** One loop in one work tree: the claim is a file made exclusively, and void when the process that made it is gone. */
import { closeSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { explainFsError } from '../../errors.js'
import type { ProcessRef } from '../../loop-rules/state.js'
import { makeLocalDir, readLocalJson } from '../git/local-files.js'
import type { Repo } from '../git/repo.js'
import { loopsDir } from './loop-files.js'
import { isLiving, processRef } from './process-ref.js'

export interface Claim {
  loop: string
  owner: ProcessRef
}

function claimFile(repo: Repo): string {
  const place = repo.gitDir === repo.commonDir ? 'main' : `worktree-${basename(repo.gitDir)}`
  return join(loopsDir(repo), `claim-${place}.json`)
}

/** Undefined when the claim is ours now; otherwise the loop that has it. */
export function claimWorkTree(repo: Repo, loop: string): Claim | undefined {
  const path = claimFile(repo)
  makeLocalDir(loopsDir(repo))
  for (;;) {
    const claim: Claim = { loop, owner: processRef(process.pid) }
    try {
      const file = openSync(path, 'wx', 0o600)
      writeSync(file, JSON.stringify(claim))
      closeSync(file)
      return undefined
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST')
        throw explainFsError(error, 'claiming the work tree')
    }
    const before = statSync(path, { throwIfNoEntry: false })
    const holder = readClaim(repo)
    if (holder && isLiving(holder.owner)) return holder
    // Not written yet: whoever makes it now is faster than we are.
    if (!holder && before && Date.now() - before.mtimeMs < BEING_MADE_MS)
      return { loop: 'another loop', owner: claim.owner }
    // Of several who see that it is void, only one may remove it: what was made since has another inode.
    if (before && statSync(path, { throwIfNoEntry: false })?.ino === before.ino) rmSync(path, { force: true })
  }
}

const BEING_MADE_MS = 2_000

function readClaim(repo: Repo): Claim | undefined {
  return readLocalJson<Claim>(claimFile(repo))
}

/** Given back only by who holds it. */
export function releaseWorkTree(repo: Repo, loop: string): void {
  if (readClaim(repo)?.loop === loop) rmSync(claimFile(repo), { force: true })
}

/** An agent may have deleted our files: what we hold is written down again. */
export function renewClaim(repo: Repo, loop: string): void {
  try {
    readFileSync(claimFile(repo))
  } catch {
    claimWorkTree(repo, loop)
  }
}
