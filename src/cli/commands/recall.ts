import { MEMORY_TYPES } from '../../memory/memory.js'
import { parseTags } from '../../memory/text.js'
import { recall } from '../../verbs/recall.js'
import { defineCommand } from '../command.js'
import { printRecalled } from '../recalled.js'
import { LIST_FORMATS } from '../output.js'

export const command = defineCommand({
  name: 'recall',
  summary: 'find memories again',
  description:
    'Finds the memories that answer a question, best first. Without a question it shows the newest.',
  positionals: [{ name: 'query', describe: 'what you want to know', variadic: true }],
  options: {
    type: {
      type: 'string',
      alias: 't',
      choices: MEMORY_TYPES,
      describe: 'only this type',
      placeholder: 'TYPE',
    },
    tags: { type: 'strings', describe: 'only with any of these tags, comma-separated', placeholder: 'TAGS' },
    limit: {
      type: 'number',
      alias: 'n',
      describe: 'show at most so many hits [default: 10]',
      placeholder: 'N',
    },
    all: { type: 'boolean', describe: 'show all hits' },
    line: { type: 'string', describe: "look at this branch's line instead", placeholder: 'BRANCH' },
    explain: { type: 'boolean', describe: 'say how each score came about' },
    format: { type: 'string', choices: LIST_FORMATS, default: 'table', describe: 'output format' },
  },
  examples: [
    { line: 'recall "postgres refused"', describe: 'ask' },
    { line: 'recall --type fix --tags docker', describe: 'the newest fixes tagged docker' },
  ],
  async run(env, args) {
    const answer = await recall(env, args.query.join(' '), {
      tags: parseTags(args.tags),
      explain: args.explain,
      ...(args.type !== undefined && { type: args.type }),
      ...(args.line !== undefined && { line: args.line }),
      ...(args.all ? { limit: 0 } : args.limit !== undefined && { limit: args.limit }),
    })
    printRecalled(env, args.format, answer)
  },
})
