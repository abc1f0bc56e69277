import { titleOf } from '../../memory/memory.js'
import { revert } from '../../verbs/revert.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { LINE, TABLE_FORMAT } from '../options.js'
import { memoryJson, printWarnings } from '../output.js'

export const command = defineCommand({
  name: 'revert',
  summary: 'take back what commits of a line did',
  description:
    'Brings memories and articles back to what they were before the commits named, merged with what was done since. The commits stay in the history, and a revert can be reverted.',
  positionals: [
    {
      name: 'commits',
      describe: 'commits of the line, as `git ralph log` shows them, the newest first',
      required: true,
      variadic: true,
    },
  ],
  options: { line: LINE, format: TABLE_FORMAT },
  examples: [{ line: 'revert 4f15eae', describe: 'take one commit back' }],
  async run(env, args) {
    const { memories, forgotten, branch, changed, parked, warnings } = await revert(
      env,
      args.commits,
      args.line === undefined ? {} : { line: args.line },
    )
    printWarnings(env, warnings)
    if (args.format === 'json') {
      const told = { memories: memories.map(memoryJson), forgotten }
      return env.stdout.write(renderJson('reverted', { branch, changed, ...(parked && { parked }), ...told }))
    }
    if (!changed) env.stdout.write('Nothing to change\n')
    for (const memory of memories) env.stdout.write(`✏️  As it was: ${memory.id}  ${titleOf(memory)}\n`)
    for (const id of forgotten) env.stdout.write(`🗑️  Forgotten: ${id}\n`)
  },
})
