import { listInbox } from '../../verbs/inbox/list.js'
import { defineCommand } from '../command.js'
import { printInbox, waitingJson } from '../inbox.js'
import { renderJson } from '../json.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'inbox',
  summary: 'list the memories that were proposed',
  description:
    'What sessions and loops may have taught, for you to decide on: a command that failed, and passed after an edit. Nothing of it is remembered unless it is approved.',
  positionals: [],
  options: {
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const waiting = await listInbox(env)
    if (args.format === 'json') env.stdout.write(renderJson('inbox', { proposals: waiting.map(waitingJson) }))
    else printInbox(env, waiting)
  },
})
