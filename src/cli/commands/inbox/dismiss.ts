import { dismiss } from '../../../verbs/inbox/dismiss.js'
import { defineCommand } from '../../command.js'
import { waitingJson } from '../../inbox.js'
import { renderJson } from '../../json.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'inbox dismiss',
  summary: 'take proposals out of the inbox; they are not made again',
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
    const dismissed = await dismiss(env, args.proposals)
    if (args.format === 'json')
      env.stdout.write(renderJson('dismissed', { proposals: dismissed.map(waitingJson) }))
    else env.stdout.write(dismissed.map(({ id }) => `🗑️  Dismissed: ${id}\n`).join(''))
  },
})
