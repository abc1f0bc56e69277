/** Last session: what came of the one before this, on this branch if there was one. */
import type { Env } from '../../env.js'
import type { SessionSummary } from '../../session/summary.js'
import { currentBranch } from '../../store/line/line.js'
import { openRepo } from '../../store/git/repo.js'
import { findSummary } from '../../store/sessions/summaries.js'

export interface LastSessionOptions {
  /** The session that asks. */
  except?: string
}

export async function lastSession(
  env: Env,
  { except }: LastSessionOptions = {},
): Promise<SessionSummary | undefined> {
  const repo = await openRepo(env)
  const branch = await currentBranch(repo)
  const worthTelling = ({ session, asked, files, commits }: SessionSummary): boolean =>
    session !== except && asked.length + files.length + commits.length > 0
  return (
    findSummary(repo.ralphDir, (one) => one.branch === branch && worthTelling(one), JSON.stringify(branch)) ??
    findSummary(repo.ralphDir, worthTelling)
  )
}
