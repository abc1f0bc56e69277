import { RalphError } from '../../errors.js'
import { prompt } from '../../verbs/prompt.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printWarnings } from '../output.js'

export const command = defineCommand({
  name: 'prompt',
  summary: 'print the whole context of an iteration',
  description:
    'For an orchestrator, to put before the task: memories that fit it, the scratchpad, the journal of this run and of others that speak of the task, the articles that matter, why the last attempt failed, and how to record what is learnt. All of it within one budget; how to record comes always.',
  positionals: [],
  options: {
    'task-title': { type: 'string', describe: 'title of the task', placeholder: 'TEXT' },
    'task-description': { type: 'string', describe: 'description of the task', placeholder: 'TEXT' },
    feature: { type: 'string', describe: 'feature that the task belongs to', placeholder: 'NAME' },
    run: { type: 'string', describe: 'the run that goes on, as run-1f2e3d4c', placeholder: 'RUN' },
    retry: { type: 'number', describe: 'number of this attempt, from 2 on', placeholder: 'N' },
    failure: { type: 'string', describe: 'why the last attempt failed', placeholder: 'TEXT' },
    budget: {
      type: 'number',
      describe: 'most tokens, 0 for no limit [default: promptBudget]',
      placeholder: 'N',
    },
    format: {
      type: 'string',
      choices: ['markdown', 'json'],
      default: 'markdown',
      describe: 'output format',
    },
  },
  examples: [
    {
      line: 'prompt --run run-1f2e3d4c --task-title "Parse dates in headers" --retry 2 --failure "a test fails"',
      describe: 'before the second attempt at a task',
    },
  ],
  async run(env, args) {
    for (const [name, least] of [
      ['retry', 1],
      ['budget', 0],
    ] as const) {
      const value = args[name]
      if (value !== undefined && !(Number.isInteger(value) && value >= least))
        throw new RalphError('bad-usage', `--${name} takes a whole number from ${least} on, not '${value}'`)
    }
    const given = {
      taskTitle: args['task-title'],
      taskDescription: args['task-description'],
      feature: args.feature,
      run: args.run,
      retry: args.retry,
      failure: args.failure,
      budget: args.budget,
    }
    const known = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
    const { text, tokens, budget, parts, branch, warnings } = await prompt(env, known)
    printWarnings(env, warnings)
    if (args.format === 'json') env.stdout.write(renderJson('prompt', { branch, tokens, budget, parts }))
    else env.stdout.write(text)
  },
})
