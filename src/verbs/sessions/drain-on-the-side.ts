/** Puts away what hooks saw, for a command that is about something else: it costs a look at a directory where there is nothing. */
import { RalphError } from '../../errors.js'
import { listSpool } from '../../store/sessions/drain-spool.js'
import type { Workspace } from '../../store/workspace.js'

export async function drainOnTheSide({
  repo,
  warnings,
}: Pick<Workspace, 'repo' | 'warnings'>): Promise<void> {
  if (listSpool(repo.ralphDir).length === 0) return
  try {
    const { drainRepo } = await import('./drain.js')
    const { skipped } = await drainRepo(repo, { quick: true })
    if (skipped > 0) warnings.push(`${skipped} lines that hooks left could not be read and were skipped`)
  } catch (error) {
    if (!(error instanceof RalphError)) throw error
    warnings.push(error.message)
  }
}
