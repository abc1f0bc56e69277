import { showTask } from '../../../verbs/task/list.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { printTask, taskJson } from '../../tasks.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'task show',
  summary: 'show a task with its progress and insights',
  description: 'Without a task, the current one. An ended task is shown as it was when it ended.',
  positionals: [{ name: 'task', describe: 'id of the task' }],
  options: {
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const shown = await showTask(env, args.task)
    printWarnings(env, shown.warnings)
    if (args.format !== 'json') return printTask(env, shown)
    const { task, line, prd, stories, progress, insights } = shown
    const document: unknown = prd === undefined ? undefined : JSON.parse(prd)
    env.stdout.write(
      renderJson('task', {
        task: taskJson(task),
        line,
        ...(prd !== undefined && { prd: document }),
        stories,
        progress,
        insights,
      }),
    )
  },
})
