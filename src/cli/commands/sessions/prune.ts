import { pruneSessions } from '../../../verbs/sessions/prune.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printSessions } from '../../sessions.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'sessions prune',
  summary: 'remove sessions that are too old or take too much room',
  description:
    'Removes what the settings sessionRetention and sessionLimit say, which is also done unasked when sessions are put away; or the sessions that are named. What is removed cannot be brought back.',
  positionals: [{ name: 'sessions', describe: 'only these, whatever their age', variadic: true }],
  options: {
    days: { type: 'number', describe: 'keep those of so many days, 0 for all', placeholder: 'DAYS' },
    megabytes: {
      type: 'number',
      describe: 'keep the newest that fit in so much, 0 for all',
      placeholder: 'MB',
    },
    'dry-run': { type: 'boolean', describe: 'only say what would be removed' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const { pruned, left, dryRun } = await pruneSessions(env, {
      sessions: args.sessions,
      dryRun: args['dry-run'],
      ...(args.days !== undefined && { days: args.days }),
      ...(args.megabytes !== undefined && { megabytes: args.megabytes }),
    })
    if (args.format === 'json') {
      const sessions = pruned.map(({ session, bytes, why }) => ({
        session: session.session,
        start: session.start,
        last: session.last,
        bytes,
        why,
      }))
      env.stdout.write(renderJson('sessions-pruned', { dryRun, left, sessions }))
      return
    }
    if (pruned.length > 0)
      printSessions(
        env,
        pruned.map(({ session }) => session),
      )
    const kilobytes = Math.ceil(pruned.reduce((sum, { bytes }) => sum + bytes, 0) / 1000)
    env.stdout.write(
      `🗑️  ${dryRun ? 'Would remove' : 'Removed'} ${pruned.length} of ${pruned.length + left} sessions, ${kilobytes} KB\n`,
    )
  },
})
