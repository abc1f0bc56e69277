import { MEMORY_TYPES } from '../../memory/memory.js'
import { parseTags } from '../../memory/text.js'
import { EXPORT_FORMATS, exportMemories } from '../../verbs/export.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { memoryJson, printWarnings } from '../output.js'
import { LINE } from '../options.js'

export const command = defineCommand({
  name: 'export',
  summary: 'write memories to a file that other tools read',
  description:
    'Prints the memories of this branch, or writes them to a file. What else stands in the file stays there, and a file that holds memories nobody imported is not replaced. Importing the file again changes nothing.',
  positionals: [{ name: 'path', describe: 'the file to write; - or nothing for standard output' }],
  options: {
    to: {
      type: 'string',
      choices: EXPORT_FORMATS,
      default: 'memories',
      describe:
        "as .agent/memories.md, as guardrails.md, as a block in AGENTS.md, or as a topic of Claude Code's memory",
      placeholder: 'KIND',
    },
    there: { type: 'boolean', describe: 'write the file where that tool looks for it' },
    type: {
      type: 'string',
      alias: 't',
      choices: MEMORY_TYPES,
      describe: 'only this type',
      placeholder: 'TYPE',
    },
    tags: { type: 'strings', describe: 'only with any of these tags, comma-separated', placeholder: 'TAGS' },
    line: LINE,
    force: { type: 'boolean', describe: 'replace the file, whatever is in it' },
    format: {
      type: 'string',
      choices: ['markdown', 'json'],
      default: 'markdown',
      describe: 'output format; json prints what would be written, and writes nothing',
    },
  },
  examples: [
    { line: 'export --to guardrails guardrails.md', describe: 'write guardrails.md' },
    { line: 'export --to agents --there -t pattern', describe: 'put the patterns into AGENTS.md' },
  ],
  async run(env, args) {
    const toFile = args.path !== undefined && args.path !== '-' && args.format === 'markdown'
    const { text, memories, path, written, branch, warnings } = await exportMemories(env, {
      to: args.to,
      tags: parseTags(args.tags),
      force: args.force,
      ...(toFile && { path: args.path! }),
      there: args.there && args.format === 'markdown',
      ...(args.type !== undefined && { type: args.type }),
      ...(args.line !== undefined && { line: args.line }),
    })
    printWarnings(env, warnings)
    if (args.format === 'json')
      env.stdout.write(
        renderJson('exported', { to: args.to, branch, text, memories: memories.map(memoryJson) }),
      )
    else if (path === undefined) env.stdout.write(text)
    else if (written) env.stdout.write(`📤 ${memories.length} exported to '${args.path ?? path}'\n`)
    else env.stdout.write(`'${args.path ?? path}' is up to date\n`)
  },
})
