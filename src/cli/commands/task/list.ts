import { TASK_STATES } from '../../../memory/task.js'
import { listTasks } from '../../../verbs/task/list.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { printTasks } from '../../tasks.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'task list',
  summary: "the project's task table, from all lines",
  positionals: [],
  options: {
    status: { type: 'string', choices: TASK_STATES, describe: 'only those' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const listed = await listTasks(env, args.status === undefined ? {} : { status: args.status })
    printWarnings(env, listed.warnings)
    const { tasks, current } = listed
    if (args.format === 'json') env.stdout.write(renderJson('tasks', { ...(current && { current }), tasks }))
    else printTasks(env, listed)
  },
})
