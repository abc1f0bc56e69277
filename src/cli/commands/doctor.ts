import { EXIT } from '../../errors.js'
import { doctor } from '../../verbs/doctor.js'
import { paintFor } from '../colour.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printWarnings } from '../output.js'
import { printable } from '../printable.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'doctor',
  summary: 'look for what silently stopped working',
  description: 'Exits with 1 when something is wrong and was not repaired.',
  positionals: [],
  options: {
    fix: { type: 'boolean', describe: 'repair what can be repaired safely' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const { findings, warnings } = await doctor(env, { fix: args.fix })
    printWarnings(env, warnings)
    if (args.format === 'json') env.stdout.write(renderJson('diagnosis', { findings }))
    else {
      const paint = paintFor(env.stdout, env.vars)
      const mark = {
        ok: paint.green('ok     '),
        warning: paint.yellow('warning'),
        problem: paint.red('problem'),
      }
      for (const { check, level, message, hint, fixed } of findings) {
        env.stdout.write(
          `${fixed ? paint.green('fixed  ') : mark[level]} ${check}: ${printable(message)}\n${hint ? `        ${printable(hint)}\n` : ''}`,
        )
      }
    }
    return findings.some(({ level, fixed }) => level === 'problem' && !fixed) ? EXIT.failed : EXIT.done
  },
})
