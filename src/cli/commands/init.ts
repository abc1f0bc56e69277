import { hookCommand } from '../../store/hooks/command.js'
import { init } from '../../verbs/init.js'
import { defineCommand } from '../command.js'
import { printInitialised } from '../initialised.js'
import { renderJson } from '../json.js'
import { migrate } from '../migrated.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'init',
  summary: 'make this repository remember',
  description: 'Says what it did, and changes nothing the second time.',
  positionals: [],
  options: {
    force: { type: 'boolean', describe: 'render the memories file anew, whatever is in it' },
    migrate: {
      type: 'boolean',
      describe: 'also move .ralph/skills to .claude/skills; shows first what would move',
    },
    yes: { type: 'boolean', alias: 'y', describe: 'move without asking' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const answer = await init(env, { force: args.force, command: hookCommand() })
    const isJson = args.format === 'json'
    if (!isJson) printInitialised(env, answer)
    const migrated = args.migrate ? await migrate(env, { yes: args.yes, quiet: isJson }) : undefined
    if (isJson) {
      env.stdout.write(renderJson('initialised', { ...answer, ...(migrated && { migrated }) }))
      return
    }
    env.stdout.write(`\nTry: git ralph remember "what you learnt" --type fix\n`)
  },
})
