import { RalphError } from '../../../errors.js'
import { OUTCOMES } from '../../../memory/journal.js'
import { journalAdd } from '../../../verbs/journal-add.js'
import { defineCommand } from '../../command.js'
import { readContent } from '../../content.js'
import { printAdded } from '../../journal.js'
import { REDACT } from '../../secret-options.js'
import { WRITTEN_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'journal add',
  summary: 'record what happened in an iteration',
  description:
    'Appends one entry to the git note (refs/notes/ralph) of the commit checked out; before the first commit, of the empty tree. Without --files git is asked: what changed since --since, else what is changed in the work tree, else what the commit changed.',
  positionals: [],
  options: {
    run: { type: 'string', describe: 'the run it belongs to, as run-1f2e3d4c', placeholder: 'RUN' },
    iteration: { type: 'number', alias: 'i', describe: 'number within the run', placeholder: 'N' },
    outcome: {
      type: 'string',
      alias: 'o',
      choices: OUTCOMES,
      default: 'done',
      describe: 'how it ended',
      placeholder: 'OUTCOME',
    },
    task: { type: 'string', describe: 'its task, as t-1f2e3d', placeholder: 'TASK' },
    feature: { type: 'string', describe: 'the feature of the task, as f-1f2e3d', placeholder: 'FEATURE' },
    model: { type: 'string', describe: 'the model that worked on it', placeholder: 'MODEL' },
    duration: { type: 'number', describe: 'how long it took', placeholder: 'SECONDS' },
    cost: { type: 'number', describe: 'what it cost', placeholder: 'USD' },
    files: { type: 'strings', describe: 'the files it changed, comma-separated', placeholder: 'FILES' },
    since: { type: 'string', describe: 'the commit it began at, for the files', placeholder: 'REV' },
    notes: {
      type: 'string',
      alias: 'm',
      describe: 'what the next one should know; - reads standard input',
      placeholder: 'TEXT',
    },
    commit: { type: 'string', describe: 'put it on this commit instead', placeholder: 'REV' },
    redact: REDACT,
    format: WRITTEN_FORMAT,
  },
  examples: [
    {
      line: 'journal add --run run-1f2e3d4c -i 3 --task t-abc123 -m "HashMap is enough, order does not matter"',
      describe: 'after an iteration',
    },
  ],
  async run(env, args) {
    const { run, iteration, duration, cost, files, notes, format, ...rest } = args
    if (run === undefined || iteration === undefined)
      throw new RalphError('bad-usage', `--${run === undefined ? 'run' : 'iteration'} is missing`, {
        hint: 'git ralph journal add --run run-1f2e3d4c --iteration 1',
      })
    const given = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined))
    const answer = await journalAdd(env, {
      run,
      iteration,
      ...given,
      ...(duration !== undefined && { durationSecs: duration }),
      ...(cost !== undefined && { costUsd: cost }),
      ...(files.length > 0 && { files: files.flatMap((list) => list.split(',')) }),
      ...(notes !== undefined && { notes: await readContent(env, [notes], undefined) }),
    })
    printAdded(env, format, answer)
  },
})
