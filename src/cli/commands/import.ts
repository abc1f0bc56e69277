import { importMemories } from '../../verbs/import.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printWarnings } from '../output.js'
import { policyOf, SECRET_OPTIONS } from '../secret-options.js'

export const command = defineCommand({
  name: 'import',
  summary: 'read memories and articles from markdown files',
  description:
    'Reads files in the format of .agent/memories.md, guardrails in either format, and articles of knowledge: files with a title and tags in front, or directories of them, as .ralph/knowledge. Without a file it looks for .ralph/agent/memories.md. Importing twice changes nothing.',
  positionals: [{ name: 'files', describe: 'markdown files, or directories of articles', variadic: true }],
  options: {
    ...SECRET_OPTIONS,
    format: { type: 'string', choices: ['table', 'json'], default: 'table', describe: 'output format' },
  },
  async run(env, args) {
    const { files, added, articles, known, parked, warnings } = await importMemories(
      env,
      args.files,
      policyOf(args),
    )
    printWarnings(env, warnings)
    if (args.format === 'json')
      env.stdout.write(renderJson('imported', { files, added, articles, known, ...(parked && { parked }) }))
    else env.stdout.write(`📥 ${added} imported, ${known} known already\n`)
  },
})
