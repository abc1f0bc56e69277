import { RELATIONS } from '../../memory/links.js'
import { link } from '../../verbs/graph/link.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { memoryJson, printWarnings } from '../output.js'
import { WRITTEN_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'link',
  summary: 'say how one memory stands to another',
  description: `Adds a link to the first memory. Relations are ${RELATIONS.join(', ')}, or a word of your own. In a text, [[id]] or [[Title]] links too.`,
  positionals: [
    { name: 'from', describe: 'id of the memory that gets the link, or a part of it', required: true },
    { name: 'to', describe: 'id of a memory, or title or slug of an article', required: true },
  ],
  options: {
    rel: {
      type: 'string',
      describe: 'how they stand to each other [default: related_to]',
      placeholder: 'REL',
    },
    remove: { type: 'boolean', describe: 'take the link away instead' },
    format: WRITTEN_FORMAT,
  },
  examples: [{ line: 'link a7b8 c3d4 --rel contradicts', describe: 'two memories that cannot both be true' }],
  async run(env, args) {
    const {
      memory,
      changed,
      link: made,
      parked,
      warnings,
    } = await link(env, args.from, args.to, {
      remove: args.remove,
      ...(args.rel !== undefined && { rel: args.rel }),
    })
    printWarnings(env, warnings)
    if (args.format === 'json')
      env.stdout.write(
        renderJson('linked', { changed, link: made, ...(parked && { parked }), memory: memoryJson(memory) }),
      )
    else if (args.format === 'quiet') env.stdout.write(`${memory.id}\n`)
    else if (!changed) env.stdout.write(`Nothing to change: ${memory.id}\n`)
    else
      env.stdout.write(
        args.remove
          ? `🔗 Link removed: ${memory.id} → ${made.to}\n`
          : `🔗 ${memory.id} ${made.rel} ${made.to}\n`,
      )
  },
})
