import { show } from '../../../verbs/show.js'
import { defineCommand } from '../../command.js'
import { sayNotFound } from '../../not-found.js'
import { printMemory, printWarnings } from '../../output.js'
import { LIST_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'memory show',
  summary: 'show a single memory by ID',
  positionals: [{ name: 'id', describe: 'memory ID (e.g., mem-1737372000-a1b2)', required: true }],
  options: { format: LIST_FORMAT },
  run: (env, args) =>
    sayNotFound(env, args.id, async () => {
      const { memory, warnings } = await show(env, args.id)
      printWarnings(env, warnings)
      printMemory(env, args.format, memory)
    }),
})
