import { OUTCOMES } from '../../memory/journal.js'
import { ingest } from '../../verbs/ingest.js'
import { defineCommand } from '../command.js'
import { readContent } from '../content.js'
import { printIngested } from '../ingested.js'
import { policyOf, SECRET_OPTIONS } from '../secret-options.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'ingest',
  summary: 'store what an agent marked in its output',
  description:
    'Looks for <journal>, <knowledge tags="…" title="…"> and <memory type="…" tags="…"> in an agent’s output. Memories and articles become one commit, the iteration one entry of the journal. What is shown as code is left alone. The same output is stored once, however often it is ingested.',
  positionals: [{ name: 'source', describe: 'a file; - or nothing for standard input' }],
  options: {
    run: { type: 'string', describe: 'the run it belongs to, as run-1f2e3d4c', placeholder: 'RUN' },
    iteration: { type: 'number', alias: 'i', describe: 'number within the run', placeholder: 'N' },
    task: { type: 'string', describe: 'its task, as t-1f2e3d', placeholder: 'TASK' },
    feature: { type: 'string', describe: 'the feature of the task, as f-1f2e3d', placeholder: 'FEATURE' },
    outcome: {
      type: 'string',
      alias: 'o',
      choices: OUTCOMES,
      describe: 'how it ended [default: as <task-done> or <task-failed> says, else done]',
      placeholder: 'OUTCOME',
    },
    model: { type: 'string', describe: 'the model that worked on it', placeholder: 'MODEL' },
    duration: { type: 'number', describe: 'how long it took', placeholder: 'SECONDS' },
    cost: { type: 'number', describe: 'what it cost', placeholder: 'USD' },
    'input-format': {
      type: 'string',
      choices: ['text', 'stream-json'],
      default: 'text',
      describe: 'stream-json reads the events of Claude Code',
    },
    ...SECRET_OPTIONS,
    format: TABLE_FORMAT,
  },
  examples: [
    {
      line: 'ingest output.txt --run run-1f2e3d4c -i 3 --task t-abc123',
      describe: 'after an iteration',
    },
  ],
  async run(env, args) {
    const output = await readContent(env, [], args.source ?? '-')
    const { run, iteration, task, feature, outcome, model, duration, cost } = args
    const given = { run, iteration, task, feature, outcome, model, durationSecs: duration, costUsd: cost }
    const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    printIngested(
      env,
      args.format,
      await ingest(env, output, { inputFormat: args['input-format'], ...known, ...policyOf(args) }),
    )
  },
})
