/** Sync, push, pull: share memory with a remote. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { type Config, readConfig } from '../store/git/config.js'
import { memoryRemote } from '../store/share/remote.js'
import type { Settings } from '../store/settings/settings.js'
import { syncLines, type SyncPlan, type SyncReport } from '../store/share/sync.js'
import type { Remote } from '../store/share/transport.js'
import { openWorkspace, renderAfterWrite } from '../store/workspace.js'
import { drainOnTheSide } from './sessions/drain-on-the-side.js'

export interface SyncOptions extends Partial<SyncPlan> {
  remote?: string
  /** Milliseconds for all contacts together. */
  timeout?: number
  unattended?: boolean
}

export interface Synced extends SyncReport {
  remote: string
  warnings: string[]
}

export async function sync(env: Env, options: SyncOptions = {}): Promise<Synced> {
  const workspace = await openWorkspace(env)
  const { repo, settings, warnings } = workspace
  const config = await readConfig(repo)
  // Before the journal is pushed: summaries that are shared go along.
  if (!options.unattended) await drainOnTheSide(workspace)
  const name = chooseRemote(config, settings, options.remote ?? memoryRemote(config, env.vars))
  const remote: Remote = {
    name,
    prefix: settings.remotePrefix,
    unattended: options.unattended ?? !env.stdin.isTTY,
    ...(options.timeout !== undefined && { deadline: Date.now() + options.timeout }),
  }
  const report = await syncLines(repo, remote, {
    pull: options.pull ?? true,
    push: options.push ?? true,
    sign: options.sign ?? settings.sign,
    ...(options.branches && { branches: options.branches }),
  })
  warnings.push(...report.noticed)
  await renderAfterWrite(workspace)
  return { ...report, remote: name, warnings }
}

/** It must be a remote that git knows: a name from elsewhere must not become an option. */
function chooseRemote(config: Config, settings: Settings, name: string | undefined): string {
  if (!settings.share) {
    throw new RalphError('bad-settings', 'memory is not shared: ralph.share is false', {
      hint: 'git ralph config share true',
    })
  }
  if (name === undefined) {
    throw new RalphError('remote-failed', 'there is no remote to share memory with', {
      hint: 'git remote add origin <url>, or with several remotes: git ralph config remote <name>',
    })
  }
  if (config.git[`remote.${name}.url`] === undefined) {
    throw new RalphError('remote-failed', `there is no remote '${name}'`, {
      hint: 'git remote -v lists the remotes',
    })
  }
  return name
}
