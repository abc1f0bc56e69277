/**
 * For hooks of the type `mcp_tool`: an agent's program reports an event to the server it has started anyway, which costs it no process.
 * The command opens both doors and hands us the other one's function: see cli/commands/mcp.ts.
 */
import type { Env } from '../../env.js'
import { AGENTS, type AgentName } from '../../session/agent-event.js'
import { defineTool, type Tool } from '../tool.js'

export type HandleAgentEvent = (
  env: Env,
  agent: AgentName,
  eventName: string,
  payload: unknown,
) => Promise<string>

export function hookTool(handle: HandleAgentEvent): Tool {
  return defineTool({
    name: 'hook',
    title: 'For hooks only',
    description:
      'Not for models: never call it. Programs around agents report events here through their hooks, which are set up by git-ralph.',
    effect: 'adds',
    queues: false,
    repeatable: false,
    input: {
      type: 'object',
      properties: {
        agent: { type: 'string', enum: AGENTS, description: 'Whose hook it is.' },
        event: {
          type: 'string',
          minLength: 1,
          maxLength: 100,
          description: 'The agent’s own name of the event.',
        },
      },
      required: ['agent', 'event'],
    },
    async run(env, { agent, event, ...fields }) {
      // Nothing to tell must not read as nothing understood.
      return { text: (await handle(env, agent, event, payloadOf(fields))) || '{}' }
    },
  })
}

/** Sent as JSON in a text, since that is how agents fill them in. */
const ENCODED = ['tool_input', 'tool_response', 'duration_ms']
/** What is left where the event has no such field. */
const UNFILLED = /^(\$\{[^}]*\})?$/

function payloadOf(fields: Record<string, unknown>): Record<string, unknown> {
  const filled = Object.entries(fields).filter(
    ([, value]) => typeof value !== 'string' || !UNFILLED.test(value),
  )
  return Object.fromEntries(
    filled.map(([name, value]) => [name, ENCODED.includes(name) ? decode(value) : value]),
  )
}

function decode(value: unknown): unknown {
  if (typeof value !== 'string') return value
  try {
    return JSON.parse(value)
  } catch {
    return value
  }
}
