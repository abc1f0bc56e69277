import { noteProgress } from '../../../verbs/task/progress.js'
import { defineCommand } from '../../command.js'
import { readContent } from '../../content.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { REDACT } from '../../secret-options.js'
import { sayParked } from '../../tasks.js'
import { WRITTEN_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'task progress',
  summary: 'note what was done on a task',
  description: 'Appends an entry to the progress.txt of the current task.',
  positionals: [
    { name: 'content', describe: 'what was implemented; - reads standard input', variadic: true },
  ],
  options: {
    task: { type: 'string', describe: 'which task, if not the current one', placeholder: 'ID' },
    story: { type: 'string', describe: 'the story that was worked on', placeholder: 'ID' },
    thread: { type: 'string', describe: 'where the conversation is', placeholder: 'URL' },
    files: { type: 'strings', describe: 'files changed, comma-separated' },
    learning: { type: 'strings', describe: 'something for future iterations; may be repeated' },
    pattern: { type: 'strings', describe: 'a pattern for the top of the file; may be repeated' },
    file: { type: 'string', describe: 'read the content from a file', placeholder: 'FILE' },
    redact: REDACT,
    format: WRITTEN_FORMAT,
  },
  examples: [
    {
      line: 'task progress "Totals per month" --story US-2 --files src/totals.ts --pattern "Use sql<number> for aggregations"',
      describe: 'note what was done',
    },
  ],
  async run(env, args) {
    const text = await readContent(env, args.content, args.file)
    const { task, branch, entry, patterns, parked, warnings } = await noteProgress(env, text, {
      files: args.files
        .flatMap((list) => list.split(','))
        .map((file) => file.trim())
        .filter(Boolean),
      learnings: args.learning,
      patterns: args.pattern,
      redact: args.redact,
      ...(args.task !== undefined && { task: args.task }),
      ...(args.story !== undefined && { story: args.story }),
      ...(args.thread !== undefined && { thread: args.thread }),
    })
    printWarnings(env, [...warnings, ...sayParked(parked)])
    if (args.format === 'json')
      env.stdout.write(
        renderJson('task-progress', { task, branch, ...(parked && { parked }), entry, patterns }),
      )
    else if (args.format === 'quiet') env.stdout.write(`${task}\n`)
    else env.stdout.write(`📋 Progress noted: ${task}\n`)
  },
})
