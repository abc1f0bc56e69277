import { reopen } from '../../../verbs/inbox/reopen.js'
import { defineCommand } from '../../command.js'
import { waitingJson } from '../../inbox.js'
import { renderJson } from '../../json.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'inbox reopen',
  summary: 'put proposals that were decided on back into the inbox',
  description: 'What was approved is forgotten again, unless it was known before.',
  positionals: [
    { name: 'proposals', describe: 'ids, or beginnings of them', required: true, variadic: true },
  ],
  options: { format: TABLE_FORMAT },
  async run(env, args) {
    const opened = await reopen(env, args.proposals)
    if (args.format === 'json')
      env.stdout.write(renderJson('reopened', { proposals: opened.map(waitingJson) }))
    else env.stdout.write(opened.map(({ id }) => `📥 Waits again: ${id}\n`).join(''))
  },
})
