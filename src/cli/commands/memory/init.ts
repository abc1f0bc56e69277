import { hookCommand } from '../../../store/hooks/command.js'
import { init } from '../../../verbs/init.js'
import { defineCommand } from '../../command.js'
import { printInitialised } from '../../initialised.js'

export const command = defineCommand({
  name: 'memory init',
  summary: 'initialize memories file',
  positionals: [],
  options: { force: { type: 'boolean', describe: 'overwrite existing file' } },
  async run(env, args) {
    printInitialised(env, await init(env, { force: args.force, command: hookCommand() }))
  },
})
