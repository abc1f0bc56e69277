import { AGENTS, type AgentName } from '../../session/agent-event.js'
import { RalphError } from '../../errors.js'
import { agentStates, installAgents } from '../../verbs/install.js'
import { defineCommand } from '../command.js'
import { paintFor } from '../colour.js'
import { renderJson } from '../json.js'
import { renderTable } from '../table.js'
import { printWired } from '../wired.js'
import { TABLE_FORMAT } from '../options.js'

export const command = defineCommand({
  name: 'install',
  summary: 'wire an agent to this memory, here or everywhere',
  description:
    'Tells an agent to call git-ralph: hooks that bring memories and watch, the MCP server, and a few lines in the file that the agent reads. Shows what it changes, keeps everything else in these files byte for byte, and changes nothing the second time. Without an agent it lists which are here and which are wired.',
  positionals: [{ name: 'agents', describe: AGENTS.join(', '), variadic: true }],
  options: {
    remove: { type: 'boolean', describe: 'take the wiring out again' },
    user: { type: 'boolean', describe: 'for you in all projects, instead of for this project' },
    'dry-run': { type: 'boolean', describe: 'only show what would change' },
    format: TABLE_FORMAT,
  },
  examples: [
    { line: 'install claude codex', describe: 'wire two agents to this project' },
    { line: 'install gemini --user --dry-run', describe: 'see what would change in your own settings' },
    { line: 'install cursor --remove', describe: 'leave the files as they were before' },
  ],
  async run(env, args) {
    const isJson = args.format === 'json'
    if (args.agents.length === 0 && !args.remove) {
      const agents = await agentStates(env)
      if (isJson) env.stdout.write(renderJson('agents', { agents }))
      else {
        const rows = agents.map(({ agent, detected, project, user }) => [
          agent,
          detected ? 'yes' : 'no',
          project ?? '-',
          user,
        ])
        const columns = [{ title: 'AGENT' }, { title: 'FOUND' }, { title: 'PROJECT' }, { title: 'USER' }]
        env.stdout.write(renderTable(columns, rows))
      }
      return
    }
    const dryRun = args['dry-run']
    const { files, hints } = await installAgents(env, agentsFrom(args.agents), {
      user: args.user,
      remove: args.remove,
      dryRun,
    })
    if (isJson) env.stdout.write(renderJson('installed', { dryRun, files, hints }))
    else printWired(env, { files, hints }, { dryRun, paint: paintFor(env.stdout, env.vars) })
  },
})

/** Without a name `--remove` means all of them. */
function agentsFrom(names: readonly string[]): AgentName[] {
  const unknown = names.find((name) => !(AGENTS as readonly string[]).includes(name))
  if (unknown !== undefined)
    throw new RalphError('bad-usage', `there is no agent '${unknown}'`, {
      hint: `agents are ${AGENTS.join(', ')}`,
    })
  return AGENTS.filter((agent) => names.length === 0 || names.includes(agent))
}
