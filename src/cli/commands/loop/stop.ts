import { EXIT } from '../../../errors.js'
import { loopStop } from '../../../verbs/loop/stop.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { loopJson } from '../../loop/shown.js'
import { TEXT_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'loop stop',
  summary: 'end a loop that runs in another terminal',
  description: 'The agent is asked to finish, as with Ctrl+C; the iteration is journalled as interrupted.',
  positionals: [{ name: 'loop', describe: 'its id [default: the one that runs here]' }],
  options: {
    now: { type: 'boolean', describe: 'do not let the agent finish' },
    format: TEXT_FORMAT,
  },
  async run(env, args) {
    const { loop, outcome } = await loopStop(env, {
      now: args.now,
      ...(args.loop !== undefined && { id: args.loop }),
    })
    if (args.format === 'json')
      env.stdout.write(renderJson('loop-stopped', { outcome, loop: loopJson(loop) }))
    else if (outcome === 'stopped')
      env.stdout.write(`stopped ${loop.id} after ${loop.iterations.length} iterations\n`)
    else if (outcome === 'ended')
      env.stdout.write(`${loop.id} is not running: ${loop.status}, ${loop.detail}\n`)
    else env.stdout.write(`${loop.id} was asked to stop, and has not yet\n`)
    return outcome === 'asked' ? EXIT.failed : EXIT.done
  },
})
