/** Config: each setting with its value and where it came from; setting one goes to git's configuration. */
import type { Env } from '../env.js'
import { RalphError } from '../errors.js'
import { configChanged, readConfig } from '../store/git/config.js'
import { renderedPath } from '../store/rendered/rendered-file.js'
import { openRepo, type Repo } from '../store/git/repo.js'
import { SETTINGS } from '../store/settings/every-setting.js'
import {
  checkSetting,
  explainSettings,
  isSettingName,
  type SettingName,
  type SettingSource,
} from '../store/settings/settings.js'

export interface ShownConfig {
  settings: SettingSource[]
  warnings: string[]
}

export async function showConfig(env: Env): Promise<ShownConfig> {
  const config = await readConfig(await openRepo(env))
  const warnings = [...config.problems]
  return { settings: explainSettings(config, env.vars, warnings), warnings }
}

/** Sets, or with an undefined value removes, a setting for this repository or for all of the user's. */
export async function setConfig(
  env: Env,
  typed: string,
  value: string | undefined,
  options: { global?: boolean } = {},
): Promise<SettingSource> {
  const name = settingNamed(typed)
  if (value !== undefined) checkSetting(name, value)
  const repo = await openRepo(env)
  if (name === 'renderPath' && value !== undefined && repo.workTree !== undefined) renderedPath(repo, value)
  const scope = options.global ? '--global' : '--local'
  const args = value === undefined ? ['--unset-all', `ralph.${name}`] : [`ralph.${name}`, value]
  const result = await repo.tryGit(['config', scope, ...args])
  const wasNotSet = value === undefined && result.code === 5
  if (result.code !== 0 && !wasNotSet)
    throw new RalphError('git-failed', result.stderr.trim().replace(/^(error|fatal): /, ''))
  configChanged(repo)
  return sourceOf(repo, env, name)
}

export async function showSetting(env: Env, typed: string): Promise<SettingSource> {
  return sourceOf(await openRepo(env), env, settingNamed(typed))
}

async function sourceOf(repo: Repo, env: Env, name: SettingName): Promise<SettingSource> {
  return explainSettings(await readConfig(repo), env.vars).find((source) => source.name === name)!
}

function settingNamed(typed: string): SettingName {
  const name = typed.replace(/^ralph\./i, '')
  const found = Object.keys(SETTINGS).find((known) => known.toLowerCase() === name.toLowerCase())
  if (found !== undefined && isSettingName(found)) return found
  throw new RalphError('bad-usage', `there is no setting '${typed}'`, {
    hint: `settings are ${Object.keys(SETTINGS).join(', ')}`,
  })
}
