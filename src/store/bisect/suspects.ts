/** Among what a search looks. */
import { RalphError } from '../../errors.js'
import type { Oid, Repo } from '../git/repo.js'
import { commitOf } from '../git/revision.js'
import { useSnapshot } from '../index/snapshot.js'
import { tipByCode, tipByDate } from '../line/view-at.js'
import type { AmongCommits, AmongMemories } from './bisection.js'

type Suspects = Pick<AmongMemories, 'among' | 'memories'> | Pick<AmongCommits, 'among' | 'commits'>

export async function findSuspects(
  repo: Repo,
  tip: Oid,
  { commits = false, good }: { commits?: boolean; good?: string | Date },
): Promise<Suspects> {
  if (commits) return { among: 'commits', commits: await commitsSince(repo, tip, good) }
  const memories = await useSnapshot(repo, tip, (snapshot) =>
    snapshot.entries().map(({ memory, blob }) => ({ id: memory.id, blob })),
  )
  return { among: 'memories', memories }
}

/** Oldest first. */
async function commitsSince(repo: Repo, tip: Oid, good: string | Date | undefined): Promise<Oid[]> {
  const from = good === undefined ? undefined : await tipAt(repo, tip, good)
  const range = from === undefined ? [tip] : [tip, `^${from}`]
  const listed = await repo.git(['rev-list', '--first-parent', '--reverse', ...range, '--'])
  const commits = listed.split('\n').filter(Boolean)
  if (commits.length === 0) throw new RalphError('bad-usage', 'nothing was remembered since then')
  return commits
}

async function tipAt(repo: Repo, tip: Oid, at: string | Date): Promise<Oid | undefined> {
  return at instanceof Date ? tipByDate(repo, tip, at) : tipByCode(repo, tip, await commitOf(repo, at))
}
