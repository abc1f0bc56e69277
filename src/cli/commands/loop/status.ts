import { loopStatus } from '../../../verbs/loop/status.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { loopJson, renderLoop } from '../../loop/shown.js'
import { watchLoop } from '../../loop/watch.js'
import { TEXT_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'loop status',
  summary: 'how a loop stands',
  positionals: [{ name: 'loop', describe: 'its id [default: the last one here]' }],
  options: {
    watch: { type: 'boolean', alias: 'w', describe: 'show it again whenever it changes, until it ends' },
    format: TEXT_FORMAT,
  },
  async run(env, args) {
    if (args.watch) return watchLoop(env, args.loop, args.format)
    const loop = await loopStatus(env, args.loop)
    env.stdout.write(
      args.format === 'json' ? renderJson('loop', { loop: loopJson(loop) }) : renderLoop(loop, env),
    )
  },
})
