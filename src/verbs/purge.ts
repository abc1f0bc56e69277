/** Purge: take a text out of all we keep, as far as we can reach. */
import type { Env } from '../env.js'
import { readConfig } from '../store/git/config.js'
import { planPurge, type PurgeOutcome, purgeText } from '../store/purge/purge.js'
import { purgeRemote, type RemotePurge } from '../store/purge/purge-remote.js'
import { memoryRemote } from '../store/share/remote.js'
import { openWorkspace, renderAfterWrite } from '../store/workspace.js'

export interface PurgeOptions {
  dryRun?: boolean
  /** Force-update the remote too, if it is where we last saw it. */
  remote?: boolean
}

export interface Purged extends Omit<PurgeOutcome, 'moved'> {
  dryRun: boolean
  /** Objects that held it. */
  found: number
  /** Refs that were rewritten. */
  refs: string[]
  remote?: RemotePurge
  /** What else may hold a copy, in plain words. */
  copies: string[]
  warnings: string[]
}

export async function purge(env: Env, what: string, options: PurgeOptions = {}): Promise<Purged> {
  const workspace = await openWorkspace(env)
  const { repo, settings, warnings } = workspace
  const plan = await planPurge(repo, what)
  const config = await readConfig(repo)
  const name = memoryRemote(config, env.vars)
  if (options.dryRun)
    return {
      dryRun: true,
      found: plan.found,
      refs: [],
      deleted: 0,
      files: 0,
      left: [],
      copies: copiesOf(name, false),
      warnings,
    }
  const { moved, edited, ...outcome } = await purgeText(repo, settings, plan)
  warnings.push(...edited.map((path) => `'${path}' was edited by hand and still holds it: edit or delete it`))
  const remote =
    options.remote && name !== undefined
      ? await purgeRemote(repo, { name, prefix: settings.remotePrefix, unattended: !env.stdin.isTTY }, moved)
      : undefined
  for (const { ref, reason } of remote?.failed ?? [])
    warnings.push(`${remote!.remote} did not take the new ${ref}: ${reason}; sync, and purge again`)
  await renderAfterWrite(workspace)
  return {
    dryRun: false,
    found: plan.found,
    refs: moved.map(({ ref }) => ref),
    ...outcome,
    ...(remote && { remote }),
    copies: copiesOf(name, remote !== undefined && remote.failed.length === 0),
    warnings,
  }
}

function copiesOf(remote: string | undefined, isUpdated: boolean): string[] {
  if (remote === undefined)
    return ['copies of this repository that were made by other means, such as backups']
  return [
    isUpdated
      ? `${remote} no longer refers to it, but its host may keep the old objects until it cleans up: ask it to, if it was a secret`
      : `${remote} may still have it, and the next sync would bring it back: purge again with --remote`,
    'every other clone that has fetched it keeps it, and its next sync would bring it back: purge there too',
    'forks, backups, caches of the host and whatever an agent has read are out of reach',
    'a secret that was pushed must be revoked; purging is no substitute',
  ]
}
