import { defineCommand } from '../command.js'
import { isFamily, renderAll, renderFamily, renderOverview, unknownCommand } from '../help.js'

/** `git ralph help recall` never comes here: the bin turns it into `git ralph recall --help`. */
export const command = defineCommand({
  name: 'help',
  summary: 'list the commands, or explain one',
  positionals: [{ name: 'command', describe: 'the command to explain', variadic: true }],
  options: { all: { type: 'boolean', alias: 'a', describe: 'list every command' } },
  async run(env, args) {
    const [first = '', ...rest] = args.command
    // What follows a word that begins no command says nothing about which one was meant.
    const name = isFamily(first) ? [first, ...rest].join(' ') : first
    if (name === '') env.stdout.write(args.all ? renderAll() : renderOverview())
    else if (isFamily(name)) env.stdout.write(renderFamily(name))
    else throw unknownCommand(name)
  },
})
