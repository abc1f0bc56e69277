import { listSessions } from '../../../verbs/sessions/list.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { printSessions } from '../../sessions.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'sessions list',
  summary: 'list what agents did here, session by session',
  description:
    'Sessions are kept in local files, never shared: what hooks saw, and a summary. Puts away what hooks saw since.',
  positionals: [],
  options: {
    limit: {
      type: 'number',
      alias: 'n',
      describe: 'at most so many, 0 for all',
      default: 20,
      placeholder: 'N',
    },
    branch: {
      type: 'string',
      describe: 'only sessions that were last on this branch',
      placeholder: 'BRANCH',
    },
    agent: { type: 'string', describe: 'only those of this agent, e.g. claude', placeholder: 'AGENT' },
    commit: { type: 'string', describe: 'only those that made this code commit', placeholder: 'REV' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const { sessions, total, capture } = await listSessions(env, {
      ...(args.limit > 0 && { limit: args.limit }),
      ...(args.branch !== undefined && { branch: args.branch }),
      ...(args.commit !== undefined && { commit: args.commit }),
      ...(args.agent !== undefined && { agent: args.agent }),
    })
    if (capture.state !== 'healthy') printWarnings(env, [capture.text])
    if (args.format === 'json') env.stdout.write(renderJson('sessions', { total, capture, sessions }))
    else printSessions(env, sessions)
  },
})
