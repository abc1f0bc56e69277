import { titleOf } from '../../memory/memory.js'
import { forget } from '../../verbs/forget.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { memoryJson, printWarnings } from '../output.js'
import { WRITTEN_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'forget',
  summary: 'take memories off this branch',
  description: 'Forgotten memories stay in the history: `git ralph restore <id>` brings them back.',
  positionals: [
    { name: 'ids', describe: 'ids, or unique beginnings of them', required: true, variadic: true },
  ],
  options: {
    'dry-run': { type: 'boolean', describe: 'only say what would be forgotten' },
    format: WRITTEN_FORMAT,
  },
  async run(env, args) {
    const { memories, dryRun, parked, warnings } = await forget(env, args.ids, { dryRun: args['dry-run'] })
    printWarnings(env, warnings)
    if (args.format === 'json') {
      env.stdout.write(
        renderJson('forgotten', { dryRun, ...(parked && { parked }), memories: memories.map(memoryJson) }),
      )
    } else if (args.format === 'quiet') env.stdout.write(memories.map(({ id }) => `${id}\n`).join(''))
    else {
      for (const memory of memories) {
        env.stdout.write(`🗑️  ${dryRun ? 'Would forget' : 'Forgotten'}: ${memory.id}  ${titleOf(memory)}\n`)
      }
    }
  },
})
