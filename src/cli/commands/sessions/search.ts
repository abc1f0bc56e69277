import { OBSERVATION_TYPES } from '../../../session/observation.js'
import { searchSessions } from '../../../verbs/sessions/search.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printHits } from '../../sessions.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'sessions search',
  summary: 'find what was done or seen in earlier sessions',
  positionals: [{ name: 'query', describe: 'what you want to know', required: true, variadic: true }],
  options: {
    limit: { type: 'number', alias: 'n', describe: 'at most so many', default: 10, placeholder: 'N' },
    type: {
      type: 'string',
      alias: 't',
      choices: [...OBSERVATION_TYPES, 'summary'],
      describe: 'only observations of this type, or only summaries',
      placeholder: 'TYPE',
    },
    session: { type: 'string', describe: 'only this session', placeholder: 'SESSION' },
    path: { type: 'string', describe: 'only what touched this file or directory', placeholder: 'PATH' },
    format: TABLE_FORMAT,
  },
  examples: [
    { line: 'sessions search "ECONNREFUSED" --type error', describe: 'when did we see this before?' },
  ],
  async run(env, args) {
    const { hits, total } = await searchSessions(env, args.query.join(' '), {
      ...(args.limit > 0 && { limit: args.limit }),
      ...(args.type !== undefined && { type: args.type }),
      ...(args.session !== undefined && { session: args.session }),
      ...(args.path !== undefined && { path: args.path }),
    })
    if (args.format === 'json') env.stdout.write(renderJson('sessions-found', { total, hits }))
    else printHits(env, hits)
  },
})
