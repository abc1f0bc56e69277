/** The repository as an agent's hook finds it: as it is. No remote is asked, nothing is rendered or adopted: the agent is waiting. */
import { readConfig } from '../../store/git/config.js'
import type { Repo } from '../../store/git/repo.js'
import { openView } from '../../store/line/line.js'
import { resolveSettings } from '../../store/settings/settings.js'
import type { Workspace } from '../../store/workspace.js'

export async function openQuietly(repo: Repo): Promise<Workspace> {
  const settings = resolveSettings(await readConfig(repo), repo.env.vars)
  return { repo, settings, view: await openView(repo), warnings: [] }
}
