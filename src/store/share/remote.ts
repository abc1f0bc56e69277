/** Which remote shares memory, and where what it last had is kept: `refs/ralph-remote/<remote>/<branch>` for lines,
 * `refs/ralph-remote-notes/<remote>/ralph` for the journal. */
import { encodeBranch } from '../line/branch-name.js'
import type { Config } from '../git/config.js'

export const TRACKING = 'refs/ralph-remote'

/** What the remote's journal last was. */
export function trackedJournal(remote: string): string {
  return `refs/ralph-remote-notes/${encodeBranch(remote)}/ralph`
}

export function trackingRef(remote: string, branch: string): string {
  return `${TRACKING}/${encodeBranch(remote)}/${encodeBranch(branch)}`
}

/** The setting `remote`, else origin, else the only remote there is. */
export function memoryRemote({ git }: Config, vars: Record<string, string | undefined>): string | undefined {
  const chosen = vars['RALPH_REMOTE'] || git['ralph.remote']
  if (chosen) return chosen
  const remotes = Object.keys(git).flatMap((key) => /^remote\.(.+)\.url$/.exec(key)?.[1] ?? [])
  return remotes.includes('origin') ? 'origin' : remotes.length === 1 ? remotes[0] : undefined
}

/**
 * The remote that memory is shared with when code is pushed to `remote`: that one if it is the one that shares memory, and one that
 * was elected by `ralph.remote` whatever code is pushed to.
 */
export function pushedWith(
  config: Config,
  vars: Record<string, string | undefined>,
  remote: string | undefined,
): string | undefined {
  const name = memoryRemote(config, vars)
  return config.git['ralph.remote'] || vars['RALPH_REMOTE'] || name === remote ? name : undefined
}
