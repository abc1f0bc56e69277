/** The repository as an agent's hook finds it: as it is. No remote is asked, nothing is rendered or adopted: the agent is waiting. */
import type { Env } from '../../env.js'
import { readConfig } from '../../store/git/config.js'
import { openRepo } from '../../store/git/repo.js'
import { openView } from '../../store/line/line.js'
import { resolveSettings } from '../../store/settings.js'
import type { Workspace } from '../../store/workspace.js'

export async function openQuietly(env: Env): Promise<Workspace> {
  const repo = await openRepo(env)
  const settings = resolveSettings(await readConfig(repo), env.vars)
  return { repo, settings, view: await openView(repo), warnings: [] }
}
