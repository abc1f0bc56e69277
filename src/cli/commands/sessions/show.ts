import { showSession } from '../../../verbs/sessions/show.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printSession } from '../../sessions.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'sessions show',
  summary: 'show one session with what was observed',
  positionals: [{ name: 'session', describe: 'its id or the beginning of it; the newest when left out' }],
  options: {
    full: { type: 'boolean', describe: 'all that was kept of each observation' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const shown = await showSession(env, args.session)
    if (args.format === 'json')
      env.stdout.write(
        renderJson('session', { session: shown?.session ?? null, observations: shown?.observations ?? [] }),
      )
    else if (shown) printSession(env, shown.session, shown.observations, args.full)
    else env.stdout.write('no sessions\n')
  },
})
