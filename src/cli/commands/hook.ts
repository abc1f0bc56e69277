import { finishAgentEvent } from '../../hooks/agent-hooks.js'
import { runAgentHook } from '../../hooks/agent-process.js'
import { isAgent } from '../../hooks/agents/adapters.js'
import { runDrain } from '../../hooks/drain.js'
import { runGitHook } from '../../hooks/git-hooks.js'
import { defineCommand } from '../command.js'

export const command = defineCommand({
  name: 'hook',
  summary: 'what git hooks and agents call; not for typing',
  positionals: [
    { name: 'name', describe: 'the git hook, or the agent', required: true },
    { name: 'args', describe: 'what git gave it, or the agent’s event', variadic: true },
  ],
  options: {},
  async run(env, args) {
    if (isAgent(args.name)) await runAgentHook(env, args.name, args.args[0] ?? '', finishAgentEvent)
    else if (args.name === 'drain') await runDrain(env)
    else await runGitHook(env, args.name, args.args)
  },
})
