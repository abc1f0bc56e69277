import { MEMORY_TYPES } from '../../memory/memory.js'
import { type Status, status } from '../../verbs/status.js'
import { paintFor } from '../colour.js'
import { defineCommand } from '../command.js'
import { renderJson } from '../json.js'
import { printable, printWarnings } from '../output.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'status',
  summary: 'what this branch remembers, and whether all is well',
  positionals: [],
  options: {
    details: { type: 'boolean', describe: 'also how much room it takes, and what the remote lacks' },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    const { warnings, ...found } = await status(env, { details: args.details })
    printWarnings(env, warnings)
    if (args.format === 'json') {
      env.stdout.write(renderJson('status', { ...found }))
      return
    }
    const paint = paintFor(env.stdout, env.vars)
    const row = (name: string, value: string): string => `${paint.dim(`${name}:`.padEnd(12))}${value}\n`
    env.stdout.write(
      row('branch', found.checkedOut ? found.branch : `${found.branch} (HEAD is detached)`) +
        row('line', lineOf(found)) +
        row('memories', countsOf(found)) +
        row('last write', found.lastWrite ? `${found.lastWrite.when}  ${found.lastWrite.subject}` : 'never') +
        row('pending', found.pending === 0 ? 'nothing' : `${found.pending} parked`) +
        row('rendered', renderedOf(found)) +
        (found.task === undefined ? '' : row('task', printable(found.task))) +
        (found.mcp === undefined ? '' : row('mcp', sayMcp(found.mcp))) +
        (found.inbox === 0 ? '' : row('inbox', `${found.inbox} proposed: run \`git ralph inbox\``)) +
        (found.capture.state === 'healthy' ? '' : row('capture', paint.red(printable(found.capture.text)))) +
        row(
          'health',
          found.problems === 0
            ? paint.green('good')
            : paint.red(`${found.problems} to look at: run \`git ralph doctor\``),
        ) +
        (found.details ? renderDetails(found.details, row) : ''),
    )
  },
})

function renderDetails(
  { sizes, sync }: NonNullable<Status['details']>,
  row: (name: string, value: string) => string,
): string {
  const room = sizes.map(({ name, bytes }) => `${name} ${Math.ceil(bytes / 1024)} KiB`).join(', ')
  const lines = sync.lines.map(({ branch, state }) => `${printable(branch)} (${state})`).join(', ')
  const shared =
    sync.remote === undefined ? 'no remote' : `${printable(sync.remote)}: ${lines || 'all is there'}`
  return row('local files', room || 'none') + row('remote', shared)
}

function lineOf({ branch, line, lastWrite }: Pick<Status, 'branch' | 'line' | 'lastWrite'>): string {
  if (line !== branch) return `${line} (this branch has none of its own yet)`
  return lastWrite === undefined ? 'none yet' : line
}

function renderedOf({ rendered, renderPath }: Pick<Status, 'rendered' | 'renderPath'>): string {
  if (rendered === 'off') return 'off'
  return rendered === 'never' ? 'not yet: run `git ralph init`' : `${renderPath} (${rendered})`
}

function countsOf({ count, counts }: Pick<Status, 'count' | 'counts'>): string {
  const parts = MEMORY_TYPES.filter((type) => counts[type] > 0).map((type) => `${counts[type]} ${type}`)
  return count === 0 ? '0' : `${count} (${parts.join(', ')})`
}

function sayMcp({ running, leftOut, fresh }: NonNullable<Status['mcp']>): string {
  const counts = [
    `${running.length} answered`,
    ...(leftOut.length > 0 ? [`${leftOut.length} left out (${leftOut.join(', ')})`] : []),
  ]
  return `${counts.join(', ')}${fresh ? '' : '; that was a while ago: run `git ralph mcp status`'}`
}
