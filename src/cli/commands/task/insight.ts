import { MEMORY_TYPES } from '../../../memory/memory.js'
import { parseTags } from '../../../memory/text.js'
import { noteInsight } from '../../../verbs/task/insight.js'
import { defineCommand } from '../../command.js'
import { readContent } from '../../content.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { REDACT } from '../../secret-options.js'
import { sayParked } from '../../tasks.js'
import { WRITTEN_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'task insight',
  summary: 'note something learnt on a task',
  description: 'Notes it in the memory of the current task alone; it becomes a memory when the task is done.',
  positionals: [{ name: 'content', describe: 'what was learnt; - reads standard input', variadic: true }],
  options: {
    task: { type: 'string', describe: 'which task, if not the current one', placeholder: 'ID' },
    type: {
      type: 'string',
      alias: 't',
      choices: MEMORY_TYPES,
      default: 'pattern',
      describe: 'type of the memory it becomes',
    },
    tags: { type: 'strings', describe: 'comma-separated tags', placeholder: 'TAGS' },
    file: { type: 'string', describe: 'read the content from a file', placeholder: 'FILE' },
    redact: REDACT,
    format: WRITTEN_FORMAT,
  },
  async run(env, args) {
    const text = await readContent(env, args.content, args.file)
    const { task, branch, insight, outcome, parked, warnings } = await noteInsight(env, text, {
      type: args.type,
      tags: parseTags(args.tags),
      redact: args.redact,
      ...(args.task !== undefined && { task: args.task }),
    })
    printWarnings(env, [...warnings, ...sayParked(parked)])
    if (args.format === 'json')
      env.stdout.write(
        renderJson('task-insight', { task, branch, outcome, ...(parked && { parked }), insight }),
      )
    else if (args.format === 'quiet') env.stdout.write(`${insight.id}\n`)
    else
      env.stdout.write(
        `💡 Insight ${outcome === 'known' ? 'already known' : 'noted'}: ${task}  ${insight.id}\n`,
      )
  },
})
