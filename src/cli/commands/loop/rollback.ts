import { RalphError } from '../../../errors.js'
import { loopRollback } from '../../../verbs/loop/rollback.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { loopJson } from '../../loop/shown.js'
import { printWarnings } from '../../output.js'
import { TEXT_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'loop rollback',
  summary: 'put the files back as they were before an iteration',
  description:
    'Restores every file that is not ignored, byte for byte, and removes those that came since. The files as they are now are kept first: --undo brings them back. HEAD and the index stay as they are.',
  positionals: [{ name: 'iteration', describe: 'its number [default: the last one]' }],
  options: {
    loop: { type: 'string', describe: 'the loop [default: the last one here]', placeholder: 'LOOP' },
    undo: { type: 'boolean', describe: 'take back the last rollback' },
    format: TEXT_FORMAT,
  },
  async run(env, args) {
    const { iteration, undo } = args
    if (iteration !== undefined && (undo || !/^\d{1,4}$/.test(iteration)))
      throw new RalphError(
        'bad-usage',
        undo ? '--undo takes no iteration' : `'${iteration}' is not the number of an iteration`,
      )
    const { loop, to, files, left, headThen } = await loopRollback(env, {
      ...(args.loop !== undefined && { id: args.loop }),
      ...(iteration !== undefined && { iteration: Number(iteration) }),
      undo,
    })
    printWarnings(env, [
      ...left.map((path) => `'${path}' is a repository of its own and was left as it is`),
      ...(headThen === undefined
        ? []
        : [
            `note: commits were made since, and stay; \`git reset --soft ${headThen.slice(0, 10)}\` takes them back too`,
          ]),
    ])
    if (args.format === 'json')
      env.stdout.write(
        renderJson('loop-rolled-back', {
          to,
          files,
          left,
          ...(headThen && { headThen }),
          loop: loopJson(loop),
        }),
      )
    else
      env.stdout.write(
        `restored ${files.length === 1 ? '1 file' : `${files.length} files`} to the state ${to}\n` +
          '`git ralph loop rollback --undo` takes this back\n',
      )
  },
})
