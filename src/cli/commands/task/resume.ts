import { planResume, resumeTask } from '../../../verbs/task/sessions.js'
import { printHistory } from '../../attempts.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { attemptNumber } from '../../tasks.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'task resume',
  summary: "go on with an earlier attempt, in the agent's own session",
  description:
    "Shows what was said and runs the agent's own resume command (claude --resume, codex resume, gemini --resume, opencode --session) where the session began, in the mode it had.",
  positionals: [
    { name: 'task', describe: 'id of the task; without one the current task' },
    { name: 'attempt', describe: 'number of the attempt; without one the last' },
  ],
  options: {
    mode: { type: 'string', choices: ['plan', 'agent'], describe: 'plan only, or work; else as it was' },
    'dry-run': { type: 'boolean', describe: 'only show what was said, and the command' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const n = args.attempt === undefined ? undefined : attemptNumber(args.attempt)
    const planned = await planResume(env, args.task, n, args.mode)
    const { warnings, task, attempt, messages, command: line, cwd } = planned
    printWarnings(env, warnings)
    if (args.format === 'json')
      env.stdout.write(renderJson('task-resume', { task, attempt, messages, command: line, cwd }))
    else {
      printHistory(env, env.stdout, planned)
      env.stdout.write(`\n$ ${line.join(' ')}\n`)
    }
    if (!args['dry-run']) return resumeTask(env, planned)
  },
})
