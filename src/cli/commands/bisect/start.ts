import { bisectStart } from '../../../verbs/bisect/start.js'
import { printStep } from '../../bisect.js'
import { defineCommand } from '../../command.js'
import { parseAt } from '../../dates.js'
import { printWarnings } from '../../output.js'
import { TEXT_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'bisect start',
  summary: 'look for the memory that makes a run fail',
  description:
    'Halves the memories of this branch again and again: each step prints a briefing of some of them, and you say whether a run that knows only those is good or bad. With --commits it looks for the commit of the line since which runs fail.',
  positionals: [],
  options: {
    commits: { type: 'boolean', describe: 'look for the commit of the line since which it fails' },
    good: {
      type: 'string',
      describe: 'with --commits: when it still worked, as a revision of the code or a date',
      placeholder: 'REV|DATE',
    },
    format: TEXT_FORMAT,
  },
  async run(env, args) {
    const { branch, warnings, ...step } = await bisectStart(env, {
      commits: args.commits,
      ...(args.good !== undefined && { good: parseAt(args.good, env.now()) }),
    })
    printWarnings(env, warnings)
    printStep(env, args.format, step, { branch })
  },
})
