import { loopLog } from '../../../verbs/loop/log.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { loopJson, renderIterations } from '../../loop/shown.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'loop log',
  summary: 'what happened in each iteration of a loop',
  description:
    'With --iteration: the prompt, what the agent printed and what each check printed. Iteration 0 is the check before the first.',
  positionals: [{ name: 'loop', describe: 'its id [default: the last one here]' }],
  options: {
    iteration: { type: 'number', alias: 'i', describe: 'what was printed in this one', placeholder: 'N' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const { loop, outputs } = await loopLog(env, {
      ...(args.loop !== undefined && { id: args.loop }),
      ...(args.iteration !== undefined && { iteration: args.iteration }),
    })
    if (args.format === 'json') env.stdout.write(renderJson('loop-log', { loop: loopJson(loop), outputs }))
    else if (args.iteration === undefined) env.stdout.write(renderIterations(loop, env))
    else for (const { what, text } of outputs) env.stdout.write(`==> ${what} <==\n${text}\n\n`)
  },
})
