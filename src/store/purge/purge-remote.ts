/** Brings a remote's refs to what a purge has made of them, each only if it still is where we last saw it. */
import { encodeBranch } from '../line/branch-name.js'
import type { Repo } from '../git/repo.js'
import { TRACKING, trackedJournal } from '../share/remote.js'
import { forceRemote, journalOn, type Remote } from '../share/transport.js'
import type { Moved } from './rewrite.js'

export interface RemotePurge {
  remote: string
  updated: string[]
  /** With the remote's words. */
  failed: { ref: string; reason: string }[]
}

export async function purgeRemote(repo: Repo, remote: Remote, moved: readonly Moved[]): Promise<RemotePurge> {
  const prefix = `${TRACKING}/${encodeBranch(remote.name)}/`
  const updates = moved.flatMap(({ ref, before, after }) => {
    if (ref === trackedJournal(remote.name)) return [{ ref: journalOn(remote), before, after }]
    return ref.startsWith(prefix)
      ? [{ ref: `${remote.prefix}/${ref.slice(prefix.length)}`, before, after }]
      : []
  })
  const answers = await forceRemote(repo, remote, updates)
  const failed = updates.flatMap(({ ref }) => {
    const answer = answers.get(ref)
    return answer?.outcome === 'pushed' || answer?.outcome === 'up-to-date'
      ? []
      : [{ ref, reason: answer?.reason ?? 'the remote did not say' }]
  })
  const refused = new Set(failed.map(({ ref }) => ref))
  return {
    remote: remote.name,
    updated: updates.map(({ ref }) => ref).filter((ref) => !refused.has(ref)),
    failed,
  }
}
