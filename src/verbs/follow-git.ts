/** Following git: what happens to memory when code is checked out, merged, rewritten, committed or pushed. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { mergeArrivedBase } from '../store/base-arrived.js'
import { recordCodeTip } from '../store/code-tips.js'
import { readConfig } from '../store/config.js'
import { landWhatHasLanded } from '../store/land-quickly.js'
import { withLines } from '../store/line.js'
import { followRename, recordBase } from '../store/new-branch.js'
import { memoryRemote } from '../store/remote.js'
import { openRepo, type Repo } from '../store/repo.js'
import { resolveSettings, type Settings } from '../store/settings.js'
import { bringUpToDate } from '../store/workspace.js'

export type Say = (text: string) => void

/** A push waits for us: what is not shared by then is shared next time. */
const PUSH_TIMEOUT_MS = 4_000

async function open(env: Env): Promise<{ repo: Repo; settings: Settings }> {
  const repo = await openRepo(env)
  return { repo, settings: resolveSettings(await readConfig(repo), env.vars) }
}

export async function afterCheckout(env: Env, say: Say): Promise<void> {
  const { repo, settings } = await open(env)
  await recordBase(repo)
  await followRename(repo)
  await land(repo, say)
  await bringUpToDate(repo, settings)
}

export async function afterMerge(env: Env, say: Say): Promise<void> {
  const { repo, settings } = await open(env)
  await mergeArrivedBase(repo)
  await land(repo, say)
  await bringUpToDate(repo, settings)
}

export async function afterRewrite(env: Env, how: string | undefined, say: Say): Promise<void> {
  if (how === 'amend') return afterCommit(env)
  return afterMerge(env, say)
}

export async function afterCommit(env: Env): Promise<void> {
  const { repo } = await open(env)
  await recordCodeTip(repo)
}

/** Shares the lines of the branches that are being pushed, in a push of their own. */
export async function beforePush(
  env: Env,
  remote: string | undefined,
  refs: string,
  say: Say,
): Promise<void> {
  const { repo, settings } = await open(env)
  if (
    !settings.autopush ||
    !settings.share ||
    remote === undefined ||
    remote !== memoryRemote(await readConfig(repo), env.vars)
  )
    return
  const pushed = refs.split('\n').flatMap((line) => /^refs\/heads\/(\S+) /.exec(line)?.[1] ?? [])
  const branches = await withLines(repo, pushed)
  if (branches.length === 0) return
  const { sync } = await import('./sync.js')
  try {
    const { pushed: answers } = await sync(env, {
      remote,
      branches,
      unattended: true,
      timeout: PUSH_TIMEOUT_MS,
    })
    for (const { branch, outcome, reason } of answers) {
      if (outcome === 'refused')
        say(`${remote} refused the memory of '${branch}' (${reason}); see \`git ralph push\``)
    }
  } catch (error) {
    // Out of reach: the user's own push will say so.
    if (!(error instanceof RalphError) || error.code !== 'remote-failed') throw error
  }
}

async function land(repo: Repo, say: Say): Promise<void> {
  for (const report of await landWhatHasLanded(repo)) {
    if (report.outcome !== 'landed' || report.merge.conflicts.length === 0) continue
    say(
      `the memory of '${report.branch}' landed with ${report.merge.conflicts.length} to resolve: git ralph resolve`,
    )
  }
}
