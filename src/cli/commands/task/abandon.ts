import { endTask } from '../../../verbs/task/end.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { sayParked, taskJson } from '../../tasks.js'
import { WRITTEN_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'task abandon',
  summary: 'end a task without promoting anything',
  description:
    'Its files leave the work tree and the line, whose history keeps them; `task start` reopens it.',
  positionals: [{ name: 'task', describe: 'id of the task; without one the current task' }],
  options: {
    format: WRITTEN_FORMAT,
  },
  async run(env, args) {
    const { task, branch, parked, warnings } = await endTask(env, args.task, 'abandoned')
    printWarnings(env, [...warnings, ...sayParked(parked)])
    if (args.format === 'json')
      env.stdout.write(
        renderJson('task-ended', { branch, ...(parked && { parked }), task: taskJson(task), promoted: [] }),
      )
    else if (args.format === 'quiet') env.stdout.write(`${task.id}\n`)
    else env.stdout.write(`Task abandoned: ${task.id}\n`)
  },
})
