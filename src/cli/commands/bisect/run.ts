import { bisectRun } from '../../../verbs/bisect/run.js'
import { printStep } from '../../bisect.js'
import { defineCommand } from '../../command.js'
import { TEXT_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'bisect run',
  summary: 'let a command say which memories make it fail',
  description:
    'Runs the command at each step. It gets the briefing on standard input, and git-ralph called by it knows only the memories that are tried. Exit code 0 is good, 125 and from 128 on end the search, all others are bad.',
  positionals: [
    { name: 'command', describe: 'program and arguments, after --', required: true },
    { name: 'args', describe: 'its arguments', variadic: true },
  ],
  options: {
    format: TEXT_FORMAT,
  },
  examples: [{ line: 'bisect run -- ./try-agent.sh', describe: 'after bisect start' }],
  async run(env, args) {
    const say = (line: string): void => env.stderr.write(`${line}\n`)
    const { runs, ...step } = await bisectRun(env, [args.command, ...args.args], say)
    printStep(env, args.format, step, { runs })
  },
})
