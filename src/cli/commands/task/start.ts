import { startTask } from '../../../verbs/task/start.js'
import { defineCommand } from '../../command.js'
import { readContent } from '../../content.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { REDACT } from '../../secret-options.js'
import { sayParked, taskJson } from '../../tasks.js'
import { WRITTEN_FORMAT } from '../../options.js'

const SAID = { started: 'Task started', open: 'Task is open', reopened: 'Task reopened' }

export const command = defineCommand({
  name: 'task start',
  summary: 'start a task with memory of its own',
  description:
    'Starts a task on the memory line of the branch checked out, or goes on with one that is open; one that has ended is reopened with its files. Its files are in .ralph/tasks/<id>/ while it is open.',
  positionals: [{ name: 'task', describe: 'an id of your own: task-003', required: true }],
  options: {
    title: { type: 'string', describe: 'what it is about; else what its prd.json says' },
    prd: { type: 'string', describe: 'a prd.json to take over', placeholder: 'FILE' },
    worktree: { type: 'boolean', describe: 'work on it in .worktrees/<id>, on a branch of its own' },
    redact: REDACT,
    format: WRITTEN_FORMAT,
  },
  examples: [
    { line: 'task start task-003 --title "Totals per month"', describe: 'start a task' },
    { line: 'task start task-003 --prd prd.json --worktree', describe: 'start it in a worktree' },
  ],
  async run(env, args) {
    const prd = args.prd === undefined ? undefined : await readContent(env, [], args.prd)
    const { task, outcome, branch, worktree, parked, warnings } = await startTask(env, args.task, {
      worktree: args.worktree,
      redact: args.redact,
      ...(args.title !== undefined && { title: args.title }),
      ...(prd !== undefined && { prd }),
    })
    printWarnings(env, [...warnings, ...sayParked(parked)])
    if (args.format === 'json')
      env.stdout.write(
        renderJson('task-started', {
          outcome,
          branch,
          ...(worktree && { worktree }),
          ...(parked && { parked }),
          task: taskJson(task),
        }),
      )
    else if (args.format === 'quiet') env.stdout.write(`${worktree ?? task.id}\n`)
    else
      env.stdout.write(
        `📋 ${SAID[outcome]}: ${task.id}${task.title === task.id ? '' : `  ${task.title}`}\n` +
          (worktree ? `work on it there: cd ${worktree}\n` : ''),
      )
  },
})
