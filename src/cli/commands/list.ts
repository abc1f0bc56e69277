import { MEMORY_TYPES } from '../../memory/memory.js'
import { parseTags } from '../../memory/text.js'
import { list } from '../../verbs/list.js'
import { defineCommand } from '../command.js'
import { parseAt } from '../dates.js'
import { printMemories, printWarnings, provenanceJson } from '../output.js'
import { AT, LINE, LIST_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'list',
  summary: 'list the memories of this branch',
  positionals: [],
  options: {
    type: {
      type: 'string',
      alias: 't',
      choices: MEMORY_TYPES,
      describe: 'only this type',
      placeholder: 'TYPE',
    },
    tags: { type: 'strings', describe: 'only with any of these tags, comma-separated', placeholder: 'TAGS' },
    last: { type: 'number', describe: 'only the newest so many', placeholder: 'N' },
    line: LINE,
    at: AT,
    format: LIST_FORMAT,
  },
  async run(env, args) {
    const { memories, trust, provenance, quarantine, warnings } = await list(env, {
      trust: args.format === 'json',
      provenance: args.format === 'json',
      tags: parseTags(args.tags),
      ...(args.type !== undefined && { type: args.type }),
      ...(args.last !== undefined && { last: args.last }),
      ...(args.line !== undefined && { line: args.line }),
      ...(args.at !== undefined && { at: parseAt(args.at, env.now()) }),
    })
    printWarnings(env, warnings)
    printMemories(env, args.format, 'memories', memories, (memory) => ({
      ...(trust && { trust: trust.get(memory.id)! }),
      ...provenanceJson(provenance, memory),
      ...(quarantine.has(memory.id) && { quarantine: quarantine.get(memory.id)! }),
    }))
  },
})
