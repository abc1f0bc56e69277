import { RalphError } from '../../errors.js'
import { setConfig, showConfig, showSetting } from '../../verbs/config.js'
import type { SettingSource } from '../../store/settings/settings.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printWarnings } from '../output.js'
import { renderTable } from '../table.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'config',
  summary: 'show settings and where they come from, or set one',
  description:
    'Settings come from RALPH_* variables, git config ralph.*, ralph.yml and .ralph/config.sh; the first found wins. Setting one writes to git config.',
  positionals: [
    { name: 'name', describe: 'a setting' },
    { name: 'value', describe: 'its new value' },
  ],
  options: {
    unset: { type: 'boolean', describe: 'remove the setting from git config' },
    global: { type: 'boolean', describe: "set it for all of the user's repositories" },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const { name, value, unset, global } = args
    if (unset && (name === undefined || value !== undefined))
      throw new RalphError('bad-usage', '--unset takes the name of a setting and nothing else')
    if (name === undefined) {
      const { settings, warnings } = await showConfig(env)
      printWarnings(env, warnings)
      if (args.format === 'json') env.stdout.write(renderJson('settings', { settings }))
      else {
        const columns = [
          { title: 'SETTING' },
          { title: 'VALUE', shrinks: true as const },
          { title: 'FROM', shrinks: true as const },
        ]
        env.stdout.write(
          renderTable(
            columns,
            settings.map((source) => [source.name, valueOf(source), source.from]),
            env.stdout.columns,
          ),
        )
      }
      return
    }
    const source =
      value !== undefined || unset
        ? await setConfig(env, name, value, { global })
        : await showSetting(env, name)
    env.stdout.write(args.format === 'json' ? renderJson('setting', { ...source }) : `${valueOf(source)}\n`)
  },
})

function valueOf({ value }: SettingSource): string {
  return Array.isArray(value) ? value.join(',') : String(value)
}
