import { MEMORY_TYPES } from '../../memory/memory.js'
import { parseTags } from '../../memory/text.js'
import { edit } from '../../verbs/edit.js'
import { defineCommand } from '../command.js'
import { readContent } from '../content.js'
import { renderJson } from '../json.js'
import { memoryJson, printWarnings } from '../output.js'
import { policyOf, SECRET_OPTIONS } from '../secret-options.js'
import { WRITTEN_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'edit',
  summary: 'change a memory',
  description:
    'Opens the memory in your editor (as git chooses it), or changes what the flags say. Earlier versions stay in the history.',
  positionals: [
    { name: 'id', describe: 'id, a unique beginning of it, or its last four characters', required: true },
  ],
  options: {
    content: { type: 'string', describe: 'new content; - reads standard input' },
    type: { type: 'string', alias: 't', choices: MEMORY_TYPES, describe: 'new type', placeholder: 'TYPE' },
    tags: { type: 'string', describe: 'replace all tags by these', placeholder: 'TAGS' },
    'add-tag': { type: 'strings', describe: 'add a tag', placeholder: 'TAG' },
    'remove-tag': { type: 'strings', describe: 'remove a tag', placeholder: 'TAG' },
    title: { type: 'string', describe: 'new title' },
    anchor: {
      type: 'strings',
      describe: 'replace all anchors by these, as src/db.ts or src/db.ts:10-20',
      placeholder: 'PATH',
    },
    reanchor: { type: 'boolean', describe: 'it holds for the code as it is now' },
    ...SECRET_OPTIONS,
    format: WRITTEN_FORMAT,
  },
  async run(env, args) {
    const content = args.content === undefined ? undefined : await readContent(env, [args.content], undefined)
    const { memory, changed, parked, warnings } = await edit(env, args.id, {
      ...policyOf(args),
      ...(content !== undefined && { content }),
      ...(args.type !== undefined && { type: args.type }),
      ...(args.tags !== undefined && { tags: parseTags(args.tags) }),
      ...(args['add-tag'].length > 0 && { addTags: parseTags(args['add-tag']) }),
      ...(args['remove-tag'].length > 0 && { removeTags: parseTags(args['remove-tag']) }),
      ...(args.title !== undefined && { title: args.title }),
      ...(args.anchor.length > 0 && { anchors: args.anchor }),
      ...(args.reanchor && { reanchor: true }),
    })
    printWarnings(env, warnings)
    if (args.format === 'json')
      env.stdout.write(
        renderJson('edited', { changed, ...(parked && { parked }), memory: memoryJson(memory) }),
      )
    else if (args.format === 'quiet') env.stdout.write(`${memory.id}\n`)
    else env.stdout.write(`${changed ? '✏️  Memory changed' : 'Nothing to change'}: ${memory.id}\n`)
  },
})
