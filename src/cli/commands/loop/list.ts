import { loopList } from '../../../verbs/loop/status.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { loopJson, renderLoops } from '../../loop/shown.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'loop list',
  summary: 'list the loops of this repository',
  positionals: [],
  options: {
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const loops = await loopList(env)
    env.stdout.write(
      args.format === 'json' ? renderJson('loops', { loops: loops.map(loopJson) }) : renderLoops(loops, env),
    )
  },
})
