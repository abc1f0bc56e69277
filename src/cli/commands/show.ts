import { show } from '../../verbs/show.js'
import { defineCommand } from '../command.js'
import { LIST_FORMATS, printMemory, printWarnings } from '../output.js'

export const command = defineCommand({
  name: 'show',
  summary: 'show one memory',
  positionals: [
    { name: 'id', describe: 'id, a unique beginning of it, or its last four characters', required: true },
  ],
  options: {
    line: { type: 'string', describe: "look at this branch's line instead", placeholder: 'BRANCH' },
    format: { type: 'string', choices: LIST_FORMATS, default: 'table', describe: 'output format' },
  },
  async run(env, args) {
    const { memory, warnings, ...told } = await show(
      env,
      args.id,
      args.line === undefined ? {} : { line: args.line },
    )
    printWarnings(env, warnings)
    printMemory(env, args.format, memory, told)
  },
})
