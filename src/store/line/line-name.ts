/** From what a person calls a line to its tip: a branch, or `origin/feature` for what a remote last had. */
import { RalphError } from '../../errors.js'
import { readConfig } from '../git/config.js'
import { currentBranch, findTip, lineRef } from './line.js'
import { listLineTips } from './line-refs.js'
import { readRef } from '../git/refs.js'
import { memoryRemote, trackingRef } from '../share/remote.js'
import type { Oid, Repo } from '../git/repo.js'

export interface NamedLine {
  /** As it was called. */
  name: string
  /** The line that is read; another one's as long as the branch has none. */
  line: string
  /** Undefined when nothing was remembered yet. */
  tip: Oid | undefined
}

export async function findLine(repo: Repo, name: string): Promise<NamedLine> {
  const own = await findOwnLine(repo, name)
  if (own) return own
  const known =
    name === (await currentBranch(repo)) || (await readRef(repo, `refs/heads/${name}`)) !== undefined
  if (!known) throw await noLine(repo, name)
  const found = await findTip(repo, name)
  return { name, line: found?.source ?? name, tip: found?.tip }
}

/** The line of that very name: here, on the remote that is named, or on any remote. */
export async function findOwnLine(repo: Repo, name: string): Promise<NamedLine | undefined> {
  const tip = await readRef(repo, lineRef(name))
  if (tip !== undefined) return { name, line: name, tip }
  for (let slash = name.indexOf('/'); slash > 0; slash = name.indexOf('/', slash + 1)) {
    const ref = trackingRef(name.slice(0, slash), name.slice(slash + 1))
    const theirs = await readRef(repo, ref)
    if (theirs !== undefined) return { name, line: name, tip: theirs }
  }
  const remote = await findRemoteLine(repo, name)
  return remote && { ...remote, name }
}

/** What a remote last had of a branch; the one that shares memory is asked first. */
export async function findRemoteLine(repo: Repo, branch: string): Promise<NamedLine | undefined> {
  const found = (await listLineTips(repo)).filter(
    (line) => line.remote !== undefined && line.branch === branch,
  )
  const preferred = memoryRemote(await readConfig(repo), repo.env.vars)
  const first = found.find(({ remote }) => remote === preferred) ?? found[0]
  const name = `${first?.remote}/${branch}`
  return first && { name, line: name, tip: first.tip }
}

async function noLine(repo: Repo, name: string): Promise<RalphError> {
  const lines = (await listLineTips(repo)).map(({ branch, remote }) =>
    remote ? `${remote}/${branch}` : branch,
  )
  const shown = lines.slice(0, 10).join(', ') + (lines.length > 10 ? `, and ${lines.length - 10} more` : '')
  return new RalphError('line-not-found', `no memory line for branch '${name}'`, {
    hint: lines.length > 0 ? `there are lines for: ${shown}` : 'nothing has been remembered yet',
  })
}
