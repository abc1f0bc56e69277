import { MEMORY_TYPES } from '../../../memory/memory.js'
import { parseTags } from '../../../memory/text.js'
import { remember } from '../../../verbs/remember.js'
import { defineCommand } from '../../command.js'
import { readContent } from '../../content.js'
import { printRemembered } from '../../remembered.js'
import { WRITTEN_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'memory add',
  summary: 'store a new memory',
  positionals: [{ name: 'content', describe: 'the memory content to store', required: true }],
  options: {
    type: {
      type: 'string',
      alias: 't',
      choices: MEMORY_TYPES,
      default: 'pattern',
      describe: 'memory type',
      placeholder: 'TYPE',
    },
    tags: { type: 'strings', describe: 'comma-separated tags', placeholder: 'TAGS' },
    format: WRITTEN_FORMAT,
  },
  async run(env, args) {
    const content = await readContent(env, [args.content], undefined)
    const answer = await remember(env, content, { type: args.type, tags: parseTags(args.tags) })
    printRemembered(env, args.format, answer)
  },
})
