import { hookCommand } from '../../store/hooks/command.js'
import { init } from '../../verbs/init.js'
import { defineCommand } from '../command.js'
import { printInitialised } from '../initialised.js'
import { renderJson } from '../json.js'

export const command = defineCommand({
  name: 'init',
  summary: 'make this repository remember',
  description: 'Says what it did, and changes nothing the second time.',
  positionals: [],
  options: {
    force: { type: 'boolean', describe: 'render the memories file anew, whatever is in it' },
    format: { type: 'string', choices: ['table', 'json'], default: 'table', describe: 'output format' },
  },
  async run(env, args) {
    const answer = await init(env, { force: args.force, command: hookCommand() })
    if (args.format === 'json') {
      env.stdout.write(renderJson('initialised', { ...answer }))
      return
    }
    printInitialised(env, answer)
    env.stdout.write(`\nTry: git ralph remember "what you learnt" --type fix\n`)
  },
})
