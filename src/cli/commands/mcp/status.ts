import { RalphError } from '../../../errors.js'
import { mcpStatus } from '../../../verbs/mcp-status.js'
import { paintFor } from '../../colour.js'
import { defineCommand } from '../../command.js'
import { renderJson } from '../../json.js'
import { printWarnings } from '../../output.js'
import { renderTable } from '../../table.js'
import { TABLE_FORMAT } from '../../options.js'

export const command = defineCommand({
  name: 'mcp status',
  summary: 'ask the MCP servers of this project whether they answer',
  description:
    'Starts each server that the files of the project name (.mcp.json, .cursor/mcp.json, .gemini/settings.json, .vscode/mcp.json, opencode.json), or calls its address, and keeps the answers for five minutes in .ralph/cache/mcp-status.json. This runs the programs that those files name: do not ask in a repository that you do not trust.',
  positionals: [],
  options: {
    refresh: { type: 'boolean', describe: 'ask again although the answers are fresh' },
    timeout: {
      type: 'number',
      default: 10000,
      describe: 'milliseconds that each server has to answer',
      placeholder: 'MS',
    },
    format: TABLE_FORMAT,
  },
  async run(env, args) {
    if (!(args.timeout > 0)) throw new RalphError('bad-usage', '--timeout has to be more than 0')
    const { warnings, ...status } = await mcpStatus(env, { refresh: args.refresh, timeout: args.timeout })
    printWarnings(env, warnings)
    if (args.format === 'json') return env.stdout.write(renderJson('mcp-status', status))
    if (status.servers.length === 0) return env.stdout.write('no MCP servers are configured here\n')
    const paint = paintFor(env.stdout, env.vars)
    env.stdout.write(
      renderTable(
        [
          { title: 'SERVER', paint: paint.yellow },
          { title: 'STATUS', paint: paint.cyan },
          { title: 'FROM', paint: paint.dim },
        ],
        status.servers.map((server) => [server.name, server.status, server.from]),
        env.stdout.columns,
      ),
    )
  },
})
