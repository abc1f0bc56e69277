import { journalList, journalSelect } from '../../../verbs/journal-list.js'
import { defineCommand } from '../../command.js'
import { printJournal } from '../../journal.js'
import { LIST_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'journal list',
  summary: 'list what happened in earlier iterations',
  description:
    'Oldest first. With --for it chooses what an agent should know before it works on that task: the last five iterations of --run, and up to five of other runs that speak of the task. --format markdown prints the section that goes into a prompt.',
  positionals: [],
  options: {
    last: { type: 'number', alias: 'n', describe: 'only the newest so many', placeholder: 'N' },
    run: { type: 'string', describe: 'only this run', placeholder: 'RUN' },
    task: { type: 'string', describe: 'only this task', placeholder: 'TASK' },
    for: {
      type: 'string',
      describe: 'choose for the task with this title and description',
      placeholder: 'TEXT',
    },
    budget: {
      type: 'number',
      describe: 'most tokens of markdown, 0 for no limit [default: 3000]',
      placeholder: 'TOKENS',
    },
    format: LIST_FORMAT,
  },
  examples: [
    { line: 'journal list --last 5', describe: 'what happened lately' },
    {
      line: 'journal list --run run-1f2e3d4c --for "Parse dates in headers" --format markdown',
      describe: 'for the prompt of the next iteration',
    },
  ],
  async run(env, args) {
    const run = args.run === undefined ? {} : { run: args.run }
    const records =
      args.for === undefined
        ? await journalList(env, {
            ...run,
            ...(args.last !== undefined && { last: args.last }),
            ...(args.task !== undefined && { task: args.task }),
          })
        : await journalSelect(env, { ...run, task: args.for })
    await printJournal(env, args.format, records, args.budget)
  },
})
