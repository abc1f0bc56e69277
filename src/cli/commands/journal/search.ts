import { searchJournal } from '../../../verbs/journal-search.js'
import { defineCommand } from '../../command.js'
import { printJournal } from '../../journal.js'
import { LIST_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'journal search',
  summary: 'find earlier iterations',
  positionals: [{ name: 'query', describe: 'what you want to know', required: true, variadic: true }],
  options: {
    limit: { type: 'number', alias: 'n', describe: 'at most so many', default: 10, placeholder: 'N' },
    run: { type: 'string', describe: 'only this run', placeholder: 'RUN' },
    path: {
      type: 'string',
      describe: 'only iterations that changed this file or directory',
      placeholder: 'PATH',
    },
    format: LIST_FORMAT,
  },
  examples: [{ line: 'journal search "flaky parser test"', describe: 'ask' }],
  async run(env, args) {
    const { hits } = await searchJournal(env, args.query.join(' '), {
      ...(args.limit > 0 && { limit: args.limit }),
      ...(args.run !== undefined && { run: args.run }),
      ...(args.path !== undefined && { path: args.path }),
    })
    await printJournal(env, args.format, hits)
  },
})
