import { MEMORY_TYPES } from '../../../memory/memory.js'
import { list } from '../../../verbs/list.js'
import { defineCommand } from '../../command.js'
import { printMemories, printWarnings } from '../../output.js'
import { LIST_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'memory list',
  summary: 'list all memories',
  positionals: [],
  options: {
    type: {
      type: 'string',
      alias: 't',
      choices: MEMORY_TYPES,
      describe: 'filter by memory type',
      placeholder: 'TYPE',
    },
    last: { type: 'number', describe: 'show only last N memories', placeholder: 'N' },
    format: LIST_FORMAT,
  },
  async run(env, args) {
    const { memories, warnings } = await list(env, {
      ...(args.type !== undefined && { type: args.type }),
      ...(args.last !== undefined && { last: args.last }),
    })
    printWarnings(env, warnings)
    printMemories(env, args.format, 'memories', memories)
  },
})
