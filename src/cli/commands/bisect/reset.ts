import { bisectReset } from '../../../verbs/bisect/reset.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { TEXT_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'bisect reset',
  summary: 'end the search for a memory to blame',
  positionals: [],
  options: {
    format: TEXT_FORMAT,
  },
  async run(env, args) {
    const ended = await bisectReset(env)
    if (args.format === 'json') env.stdout.write(renderJson('bisect-reset', { ended }))
    else env.stdout.write(ended ? 'ended\n' : 'no search was under way\n')
  },
})
