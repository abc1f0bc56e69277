import { taskHistory, taskSessions } from '../../../verbs/task/sessions.js'
import { printAttempts, printHistory } from '../../attempts.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { attemptNumber } from '../../tasks.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'task sessions',
  summary: 'list the attempts at a task, or show what was said in one',
  description:
    'The sessions of agents that worked on the task, as hooks saw them or as commits name them, the first one first.',
  positionals: [
    { name: 'task', describe: 'id of the task; without one the current task' },
    { name: 'attempt', describe: 'number of an attempt: show what was said in it' },
  ],
  options: {
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    if (args.attempt !== undefined) {
      const { warnings, ...history } = await taskHistory(env, args.task, attemptNumber(args.attempt))
      printWarnings(env, warnings)
      if (args.format === 'json') env.stdout.write(renderJson('task-history', history))
      else printHistory(env, env.stdout, { ...history, warnings })
      return
    }
    const { task, attempts, warnings } = await taskSessions(env, args.task)
    printWarnings(env, warnings)
    if (args.format === 'json') env.stdout.write(renderJson('task-sessions', { task, attempts }))
    else printAttempts(env, attempts)
  },
})
