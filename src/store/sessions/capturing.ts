/** Whether observations are wanted. Hooks believe what the last command read of the settings: asking git would take them too long. */
import type { Config } from '../git/config.js'
import { keptConfigPath } from '../git/kept-config.js'
import { readLocalJson } from '../git/local-files.js'
import { resolveSetting, type SettingName } from '../settings/settings.js'
import type { Place } from './place.js'

const NOTHING: Config = { git: {}, yml: {}, shell: {}, problems: [] }

export function isCapturing(place: Place, vars: Record<string, string | undefined>): boolean {
  const config = readLocalJson<{ config?: Config }>(keptConfigPath(place))?.config ?? NOTHING
  const isOn = (name: SettingName): boolean => resolveSetting(name, config, vars).value === true
  return isOn('enabled') && isOn('observe')
}
