/** Settings, first found wins: flag (the caller's), RALPH_* variable, git config `ralph.*`, ralph.yml, .ralph/config.sh, default. */
import { RalphError } from '../../errors.js'
import type { Config } from '../git/config.js'
import type { Setting } from './setting.js'
import { SETTINGS } from './every-setting.js'

export type SettingName = keyof typeof SETTINGS
type ValueOf<S extends Setting> = S['kind'] extends 'boolean'
  ? boolean
  : S['kind'] extends 'number'
    ? number
    : S['kind'] extends 'list'
      ? string[]
      : string
export type Settings = { [Name in SettingName]: ValueOf<(typeof SETTINGS)[Name]> }

export interface SettingSource {
  name: SettingName
  value: boolean | number | string | string[]
  /** Where the value came from: `RALPH_BUDGET`, `git config ralph.budget`, `ralph.yml memories.budget`, … or `default`. */
  from: string
}

/**
 * Every setting with where it came from. A value that makes no sense is passed over and named in `problems`: it may come with
 * somebody else's push, and must not stop every command.
 */
export function explainSettings(
  config: Config,
  vars: Record<string, string | undefined>,
  problems: string[] = [],
): SettingSource[] {
  return (Object.keys(SETTINGS) as SettingName[]).map((name) => resolveSetting(name, config, vars, problems))
}

export function resolveSettings(
  config: Config,
  vars: Record<string, string | undefined>,
  problems: string[] = [],
): Settings {
  const sources = explainSettings(config, vars, problems)
  return Object.fromEntries(sources.map(({ name, value }) => [name, value])) as Settings
}

export function variableOf(name: SettingName): string {
  return `RALPH_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`
}

export function resolveSetting(
  name: SettingName,
  config: Config,
  vars: Record<string, string | undefined>,
  problems: string[] = [],
): SettingSource {
  const setting: Setting = SETTINGS[name]
  const variable = variableOf(name)
  const candidates: [unknown, () => string][] = [
    [vars[variable], () => variable],
    [config.git[`ralph.${name.toLowerCase()}`], () => `git config ralph.${name}`],
    [setting.yml && lookUp(config.yml, setting.yml), () => `ralph.yml ${setting.yml}`],
    [setting.shell && config.shell[setting.shell], () => `.ralph/config.sh ${setting.shell}`],
  ]
  for (const [value, origin] of candidates) {
    if (value === undefined || value === null || value === '') continue
    const from = origin()
    try {
      return { name, value: convert(value, setting, from), from }
    } catch (error) {
      if (!(error instanceof RalphError)) throw error
      problems.push(`${error.message}, and is ignored`)
    }
  }
  return { name, value: setting.default, from: 'default' }
}

function lookUp(data: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (at, key) => (at !== null && typeof at === 'object' ? (at as Record<string, unknown>)[key] : undefined),
      data,
    )
}

function convert(value: unknown, setting: Setting, from: string): boolean | number | string | string[] {
  const text = String(value).trim()
  const wrong = (expected: string): RalphError =>
    new RalphError('bad-settings', `${from} is '${text}', which is not ${expected}`, {
      hint: 'run `git ralph config` to see all settings',
    })
  switch (setting.kind) {
    case 'boolean':
      if (/^(true|yes|on|1)$/i.test(text)) return true
      if (/^(false|no|off|0)$/i.test(text)) return false
      throw wrong('true or false')
    case 'number':
      if (/^\d+$/.test(text)) return Number(text)
      throw wrong('a whole number of 0 or more')
    case 'list':
      return (Array.isArray(value) ? value.map(String) : text.split(','))
        .map((item) => item.trim())
        .filter(Boolean)
    case 'text':
      if (setting.choices && !setting.choices.includes(text))
        throw wrong(`one of ${setting.choices.join(', ')}`)
      return text
  }
}

/** Checks a value as `config` is about to store it. */
export function checkSetting(name: SettingName, value: string): void {
  convert(value, SETTINGS[name], `ralph.${name}`)
}

export function isSettingName(name: string): name is SettingName {
  return Object.hasOwn(SETTINGS, name)
}
