import { MEMORY_TYPES } from '../../../memory/memory.js'
import { parseTags } from '../../../memory/text.js'
import { recall } from '../../../verbs/recall.js'
import { defineCommand } from '../../command.js'
import { printRecalled, textFor } from '../../recalled.js'
import { LIST_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'memory search',
  summary: 'find memories by query',
  positionals: [{ name: 'query', describe: 'search query (fuzzy match on content/tags)' }],
  options: {
    type: {
      type: 'string',
      alias: 't',
      choices: MEMORY_TYPES,
      describe: 'filter by memory type',
      placeholder: 'TYPE',
    },
    tags: { type: 'strings', describe: 'filter by tags (comma-separated, OR logic)', placeholder: 'TAGS' },
    all: { type: 'boolean', describe: 'show all results (no limit)' },
    format: LIST_FORMAT,
  },
  async run(env, args) {
    const textOf = textFor(args.format)
    const answer = await recall(env, args.query ?? '', {
      tags: parseTags(args.tags),
      ...(args.type !== undefined && { type: args.type }),
      ...(args.all && { limit: 0 }),
      ...(textOf && { textOf }),
    })
    printRecalled(env, args.format, answer)
  },
})
