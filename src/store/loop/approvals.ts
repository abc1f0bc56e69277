/** Commands that came with a repository and that somebody agreed to run, by a hash of all of them: another set is asked for anew. */
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { readLocalJson, writeLocalFile } from '../git/local-files.js'
import type { Repo } from '../git/repo.js'
import { loopsDir } from './loop-files.js'

const approvalsFile = (repo: Repo): string => join(loopsDir(repo), 'approved.json')
const MOST = 200

const keyOf = (commands: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(commands)).digest('hex')

export function areApproved(repo: Repo, commands: readonly string[]): boolean {
  return (
    commands.length === 0 || (readLocalJson<string[]>(approvalsFile(repo)) ?? []).includes(keyOf(commands))
  )
}

export function approve(repo: Repo, commands: readonly string[]): void {
  if (areApproved(repo, commands)) return
  const known = readLocalJson<string[]>(approvalsFile(repo)) ?? []
  writeLocalFile(approvalsFile(repo), JSON.stringify([...known, keyOf(commands)].slice(-MOST)))
}
