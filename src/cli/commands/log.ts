import { RalphError } from '../../errors.js'
import { log } from '../../verbs/log.js'
import { paintFor } from '../colour.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { entryJson, renderEntry } from '../log.js'
import { printWarnings } from '../output.js'
import { LINE, TEXT_FORMAT } from '../options.js'

const SHOWN_BY_DEFAULT = 20

export const command = defineCommand({
  name: 'log',
  summary: 'the history of this branch’s memory, or of one memory',
  description:
    'Lists the commits of the line, newest first, with who made them on which code. With an id: all versions of that memory, also after it was forgotten.',
  positionals: [{ name: 'id', describe: 'id, a unique beginning of it, or its last four characters' }],
  options: {
    max: {
      type: 'number',
      alias: 'n',
      describe: `only the newest so many commits; 0 for all (default: ${SHOWN_BY_DEFAULT}, all with an id)`,
      placeholder: 'N',
    },
    patch: { type: 'boolean', alias: 'p', describe: 'show how the text changed' },
    line: LINE,
    everywhere: { type: 'boolean', describe: 'the commits of all lines, not of one memory' },
    format: TEXT_FORMAT,
  },
  examples: [
    { line: 'log -p -n 5', describe: 'what was learnt last' },
    { line: 'log a7b8', describe: 'how one memory came to be what it is' },
  ],
  async run(env, args) {
    if (args.everywhere && args.id !== undefined)
      throw new RalphError('bad-usage', 'an id and --everywhere exclude each other')
    const { branch, ids, entries, more, warnings } = await log(env, args.id, {
      last: args.max ?? (args.id === undefined ? SHOWN_BY_DEFAULT : 0),
      texts: args.patch,
      everywhere: args.everywhere,
      ...(args.line !== undefined && { line: args.line }),
    })
    printWarnings(env, warnings)
    if (args.format === 'json') {
      env.stdout.write(
        renderJson('log', {
          branch,
          ...(ids.length > 0 && { ids }),
          more,
          commits: entries.map(entryJson),
        }),
      )
      return
    }
    const paint = paintFor(env.stdout, env.vars)
    if (entries.length === 0) env.stdout.write('nothing has been remembered yet\n')
    else env.stdout.write(entries.map((entry) => renderEntry(entry, args.patch, paint)).join('\n'))
    if (more) env.stdout.write(paint.dim('\nthere are older commits: add -n 0 for all\n'))
  },
})
