import { titleOf } from '../../memory/memory.js'
import { importMemories } from '../../verbs/import.js'
import { IMPORT_KINDS } from '../../verbs/import-files.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { memoryJson, printWarnings } from '../output.js'
import { policyOf, SECRET_OPTIONS } from '../secret-options.js'
import { renderTable } from '../table.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'import',
  summary: 'read memories and articles from files of other tools',
  description:
    "Reads files in the format of .agent/memories.md, guardrails in either format, Claude Code's own memory (MEMORY.md and its topics), AGENTS.md and its like, progress.txt, and articles of knowledge: files with a title and tags in front, or directories of them, as .ralph/knowledge. What wrote a file is seen from it. Without a file it looks where the tool of --from keeps its own, or for .ralph/agent/memories.md. Importing twice changes nothing.",
  positionals: [{ name: 'files', describe: 'files, or directories of articles or topics', variadic: true }],
  options: {
    from: {
      type: 'string',
      choices: IMPORT_KINDS,
      describe: 'the tool that wrote them',
      placeholder: 'TOOL',
    },
    'dry-run': { type: 'boolean', describe: 'store nothing, only show what is new' },
    ...SECRET_OPTIONS,
    format: TABLE_FORMAT,
  },
  examples: [
    { line: 'import --from claude --dry-run', describe: "see what Claude Code's own memory would add" },
    { line: 'import AGENTS.md progress.txt', describe: 'take over what was written down there' },
  ],
  async run(env, args) {
    const { warnings, memories, ...answer } = await importMemories(env, args.files, {
      ...(args.from !== undefined && { from: args.from }),
      ...policyOf(args),
      dryRun: args['dry-run'],
    })
    printWarnings(env, warnings)
    if (args.format === 'json') {
      env.stdout.write(renderJson('imported', { ...answer, memories: memories.map(memoryJson) }))
      return
    }
    if (answer.dryRun && memories.length > 0) {
      const columns = [{ title: 'TYPE' }, { title: 'TAGS' }, { title: 'MEMORY', shrinks: true as const }]
      const rows = memories.map((memory) => [memory.type, memory.tags.join(', '), titleOf(memory)])
      env.stdout.write(renderTable(columns, rows, env.stdout.columns))
    }
    const { added, known } = answer
    env.stdout.write(
      answer.dryRun
        ? `${added} would be imported, ${known} known already\n`
        : `📥 ${added} imported, ${known} known already\n`,
    )
  },
})
