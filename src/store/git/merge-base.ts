/** How two commits of memory lines are related. Git's own answer, except between commits that are near each other. */
import { RalphError } from '../../errors.js'
import { nearBase } from './near-base.js'
import type { Oid, Repo } from './repo.js'

export async function isAncestor(repo: Repo, ancestor: Oid, descendant: Oid): Promise<boolean> {
  if (ancestor === descendant) return true
  const { code, stderr } = await repo.tryGit(['merge-base', '--is-ancestor', ancestor, descendant])
  if (code > 1) throw new RalphError('git-failed', `cannot compare two lines: ${stderr.trim()}`)
  return code === 0
}

/**
 * The best common ancestors of a commit and another, or a merge of several others; several after criss-cross merges, none for
 * unrelated lines.
 */
export async function mergeBases(repo: Repo, a: Oid, ...others: Oid[]): Promise<Oid[]> {
  // Most lines are where the remote has them: no process for those.
  if (others.every((other) => other === a)) return [a]
  const near = others.length === 1 ? await nearBase(repo, a, others[0]!) : undefined
  if (near !== undefined) return near === null ? [] : [near]
  const { code, stdout, stderr } = await repo.tryGit(['merge-base', '--all', a, ...others])
  if (code > 1) throw new RalphError('git-failed', `cannot compare two lines: ${stderr.trim()}`)
  return stdout.toString('utf8').split('\n').filter(Boolean)
}
