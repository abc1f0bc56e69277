import { defineCommand } from '../command.js'

export const command = defineCommand({
  name: 'mcp',
  summary: 'serve memories to agents over MCP',
  description:
    'Speaks the Model Context Protocol on standard input and output until the client is gone. Agents start it; docs/mcp.md says how to tell them.',
  positionals: [],
  options: {},
  examples: [{ line: 'mcp', describe: 'as an agent starts it' }],
  async run(env) {
    const { serve } = await import('../../mcp/serve.js')
    await serve(env, {
      handleAgentEvent: async (...event) => {
        const { handleAgentEvent } = await import('../../hooks/agent-hooks.js')
        return handleAgentEvent(...event)
      },
    })
  },
})
