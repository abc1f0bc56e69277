/**
 * The usual checkout and commit, where all there is to do is to note a commit or to put back a file: hooks load this first, and
 * follow-git.ts, which is ten times as much code, only where it says that there is more to do.
 */
import type { Env } from '../env.js'
import { recordCodeTip } from '../store/line/code-tips.js'
import { readConfig } from '../store/git/config.js'
import { readFailures } from '../store/hooks/hook-failure.js'
import { readLandingStates } from '../store/landing/landing-seen.js'
import { followRename, recordBase } from '../store/line/new-branch.js'
import { NOTES } from '../store/journal/notes-refs.js'
import { readRef } from '../store/git/refs.js'
import { renderAgain } from '../store/rendered/render-again.js'
import { isRenderedCurrent, renderedPath } from '../store/rendered/rendered-file.js'
import { openRepo, type Repo } from '../store/git/repo.js'
import { resolveSettings, type Settings } from '../store/settings/settings.js'
import { hasPatterns, usesTasks } from '../store/task/mirror-state.js'
import { noteCommit } from './sessions/note-commit.js'

/** Answers false when there is more to do, or something is wrong: all of it can be done once more. */
export async function followQuickly(env: Env, what: 'checkout' | 'commit' | 'amend'): Promise<boolean> {
  const repo = await openRepo(env)
  const settings = resolveSettings(await readConfig(repo), env.vars)
  if (!settings.enabled) return true
  if (readFailures(repo).length > 0) return false
  if (what === 'checkout') return checkOut(repo, settings)
  if (what === 'commit' && settings.observe) noteCommit(env)
  await recordCodeTip(repo)
  // The journal of the commit that was amended has to be carried along.
  return what !== 'amend' || (await readRef(repo, NOTES)) === undefined
}

async function checkOut(repo: Repo, settings: Settings): Promise<boolean> {
  await recordBase(repo)
  await followRename(repo)
  const { now, seen } = await readLandingStates(repo)
  for (const [branch, state] of now) if (seen.get(branch) !== state) return false
  if (settings.knowledgePath !== '' || usesTasks(repo) || hasPatterns(repo)) return false
  if (repo.workTree === undefined || !settings.render) return true
  const path = renderedPath(repo, settings.renderPath)
  return (await isRenderedCurrent(repo, settings, path)) || renderAgain(repo, settings, path)
}
