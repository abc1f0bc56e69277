/**
 * Who wrote what came from elsewhere: one line per version of a memory, added when it is fetched. What is not in here was written in
 * this clone, or elsewhere under our own name. Local; lost with the directory, after which everything counts as our own again until
 * it changes, so `doctor` says when it is gone.
 */
import { appendFileSync } from 'node:fs'
import { RalphError } from '../../errors.js'
import { makeLocalDir, readLocalFile } from '../git/local-files.js'
import { readIdentity } from '../git/identity.js'
import type { LoggedCommit } from '../line/commits.js'
import type { Oid, Repo } from '../git/repo.js'
import { originsFile } from './origins-file.js'

export interface Origin {
  commit: Oid
  email: string
  author: string
}

/** Records the versions that these commits brought, except our own. */
export async function recordOrigins(repo: Repo, commits: readonly LoggedCommit[]): Promise<void> {
  const mine = await myEmail(repo)
  const lines = commits
    .filter(({ email }) => email.toLowerCase() !== mine)
    .flatMap(({ commit, email, author, changes }) =>
      changes.flatMap(({ after }) =>
        after === undefined ? [] : [[after, commit, email, author].map(oneField).join('\t')],
      ),
    )
  if (lines.length === 0) return
  makeLocalDir(repo.ralphDir)
  appendFileSync(originsFile(repo), `${lines.join('\n')}\n`, { mode: 0o600 })
}

const oneField = (text: string): string => text.replace(/[\t\n]/g, ' ')

/** Of these blobs, by blob. */
export function readOrigins(repo: Repo, wanted: ReadonlySet<Oid>): Map<Oid, Origin> {
  const text = readLocalFile(originsFile(repo))?.toString('utf8') ?? ''
  const origins = new Map<Oid, Origin>()
  for (const line of text.split('\n')) {
    if (!wanted.has(line.slice(0, line.indexOf('\t')))) continue
    const [blob, commit, email, author = ''] = line.split('\t')
    // Who wrote it first is who wrote it: a merge may bring the same version again.
    if (blob && commit && email !== undefined && !origins.has(blob))
      origins.set(blob, { commit, email, author })
  }
  return origins
}

async function myEmail(repo: Repo): Promise<string | undefined> {
  try {
    return (await readIdentity(repo)).author.email.toLowerCase()
  } catch (error) {
    if (error instanceof RalphError) return undefined
    throw error
  }
}
