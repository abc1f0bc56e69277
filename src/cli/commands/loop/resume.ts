import { defineCommand } from '../../command.js'
import { drive } from '../../loop/drive.js'
import { definedOnly, LIMIT_OPTIONS } from '../../loop/wishes.js'
import { resumeLoop } from '../../../loop/start.js'
import { TEXT_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'loop resume',
  summary: 'go on with a loop that ended early',
  description:
    'Goes on with the next iteration, in the work tree of the loop, with what is left of its limits or with new ones. A loop that was killed is noticed, its iteration journalled as interrupted.',
  positionals: [{ name: 'loop', describe: 'its id [default: the last one here]' }],
  options: {
    agent: { type: 'string', alias: 'a', describe: 'another agent from now on', placeholder: 'COMMAND' },
    ...LIMIT_OPTIONS,
    format: TEXT_FORMAT,
  },
  async run(env, args) {
    const wishes = definedOnly({
      agent: args.agent,
      maxIterations: args['max-iterations'],
      maxDuration: args['max-duration'],
      noProgress: args['no-progress'],
      maxCost: args['max-cost'],
    })
    return drive(env, args.format, false, (driver) => resumeLoop(env, args.loop, wishes, driver))
  },
})
