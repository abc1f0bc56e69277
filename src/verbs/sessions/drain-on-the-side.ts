/** Puts away what hooks saw, for a command that is about something else: it costs a look at a directory where there is nothing. */
import { RalphError } from '../../errors.js'
import type { Repo } from '../../store/git/repo.js'
import { isDue, listSpool } from '../../store/sessions/drain-spool.js'
import type { Workspace } from '../../store/workspace.js'
import type { DrainOptions } from './drain.js'

export async function drainOnTheSide({
  repo,
  warnings,
}: Pick<Workspace, 'repo' | 'warnings'>): Promise<void> {
  try {
    const skipped = await drainIfAny(repo, {})
    if (skipped > 0) warnings.push(`${skipped} lines that hooks left could not be read and were skipped`)
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    warnings.push(error.message)
  }
}

/** Also of sessions that are going on, for a command that is about them. */
export async function drainAllFirst(repo: Repo): Promise<void> {
  await drainIfAny(repo, { all: true })
}

/** Answers how many lines were skipped. What it takes is loaded only where there is something. */
async function drainIfAny(repo: Repo, options: DrainOptions): Promise<number> {
  const now = repo.env.now().getTime()
  if (!listSpool(repo.ralphDir).some((file) => options.all || isDue(file, now))) return 0
  const { drainRepo } = await import('./drain.js')
  return (await drainRepo(repo, { ...options, quick: true })).skipped
}
