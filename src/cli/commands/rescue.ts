import { titleOf } from '../../memory/memory.js'
import { rescue } from '../../verbs/rescue.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { memoryJson, printWarnings } from '../output.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'rescue',
  summary: "bring an abandoned line's memories onto this branch",
  description: 'Merges all memories of a line, or only those named. The line itself stays.',
  positionals: [
    { name: 'line', describe: 'the branch whose line is rescued', required: true },
    { name: 'ids', describe: 'only these memories', variadic: true },
  ],
  options: {
    'dry-run': { type: 'boolean', describe: 'only say what would be rescued' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const { from, into, memories, warnings } = await rescue(env, args.line, args.ids, {
      dryRun: args['dry-run'],
    })
    printWarnings(env, warnings)
    if (args.format === 'json') {
      env.stdout.write(
        renderJson('rescued', { from, into, dryRun: args['dry-run'], memories: memories.map(memoryJson) }),
      )
      return
    }
    const verb = args['dry-run'] ? 'would rescue' : 'rescued'
    env.stdout.write(memories.length === 0 ? `${into} knows everything that ${from} knows\n` : '')
    for (const memory of memories) env.stdout.write(`✓ ${verb} ${memory.id}  ${titleOf(memory)}\n`)
  },
})
