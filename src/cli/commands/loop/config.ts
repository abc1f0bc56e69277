import { RalphError } from '../../../errors.js'
import { labelOf } from '../../../loop-rules/criterion.js'
import { loopConfig, setLoopConfig } from '../../../verbs/loop/config.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { commandOf } from '../../loop/lines.js'
import { printWarnings } from '../../output.js'
import { renderTable } from '../../table.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'loop config',
  summary: 'show what loops use and would check here, or set it',
  description: 'The same settings as `config` shows, without their prefix: `loop config maxIterations 20`.',
  positionals: [
    { name: 'name', describe: 'a setting, as maxIterations' },
    { name: 'value', describe: 'its new value' },
  ],
  options: {
    unset: { type: 'boolean', describe: 'remove the setting from git config' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const { name, value, unset } = args
    if (unset !== (name !== undefined && value === undefined))
      throw new RalphError(
        'bad-usage',
        'a setting needs a value, and --unset the name of a setting and nothing else',
      )
    if (name !== undefined) {
      const source = await setLoopConfig(env, name, value)
      env.stdout.write(
        args.format === 'json' ? renderJson('setting', { ...source }) : `${String(source.value)}\n`,
      )
      return
    }
    const { settings, criteria, unapproved, problem, warnings } = await loopConfig(env)
    printWarnings(env, warnings)
    if (args.format === 'json') {
      env.stdout.write(
        renderJson('loop-config', { settings, criteria, unapproved, ...(problem && { problem }) }),
      )
      return
    }
    const columns = [
      { title: 'SETTING' },
      { title: 'VALUE', shrinks: true as const },
      { title: 'FROM', shrinks: true as const },
    ]
    const rows = settings.map((source) => [source.name, String(source.value), source.from])
    env.stdout.write(renderTable(columns, rows, env.stdout.columns))
    env.stdout.write('\n')
    for (const criterion of criteria)
      env.stdout.write(`criterion  ${labelOf(criterion)}${commandOf(criterion)} (${criterion.from})\n`)
    if (unapproved.length > 0)
      env.stdout.write('the commands of ralph.yml are asked about before the first loop\n')
    if (problem) env.stdout.write(`no criteria: ${problem}\n`)
  },
})
