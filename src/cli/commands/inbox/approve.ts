import { approve } from '../../../verbs/inbox/approve.js'
import { defineCommand } from '../../command.js'
import { printApproved } from '../../inbox.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'inbox approve',
  summary: 'remember what was proposed',
  positionals: [
    {
      name: 'proposals',
      describe: 'numbers or ids as `inbox` shows them, or all',
      required: true,
      variadic: true,
    },
  ],
  options: {
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    printApproved(env, args.format, await approve(env, args.proposals))
  },
})
