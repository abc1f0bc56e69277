/**
 * opencode runs plugins in its own process; ours starts `git-ralph hook opencode <event>` and writes one JSON object to its standard
 * input: `directory`, and the fields of the hook's input and output side by side, as opencode has them (docs/agents.md). It is
 * answered by `{"context": "…"}`, or by nothing.
 */
import type { AgentEvent, AgentEventKind } from '../../session/agent-event.js'
import {
  type Adapter,
  listOf,
  needed,
  optional,
  type Payload,
  recordOf,
  sourceOf,
  textOf,
} from './adapter.js'
import { toolUse } from './tools.js'

const KINDS: Record<string, AgentEventKind> = {
  'session.created': 'session-start',
  'chat.message': 'prompt',
  'tool.execute.before': 'before-tool',
  'tool.execute.after': 'after-tool',
  'experimental.session.compacting': 'before-compact',
  'session.compacted': 'after-compact',
  'session.idle': 'stop',
  'session.deleted': 'session-end',
  // The plugin's own, when opencode ends.
  dispose: 'session-end',
}
const HEARS = ['session.created', 'chat.message', 'tool.execute.after', 'session.compacted']

export const opencode: Adapter = {
  read(eventName, payload): AgentEvent {
    const kind = Object.hasOwn(KINDS, eventName) ? KINDS[eventName]! : 'other'
    const event: AgentEvent = {
      agent: 'opencode',
      kind,
      session: needed(payload['sessionID'], 'sessionID'),
      cwd: textOf(payload['directory']) ?? '',
    }
    switch (kind) {
      case 'session-start':
        return { ...event, ...sourceOf(payload['source'] ?? 'startup') }
      case 'prompt':
        return { ...event, prompt: needed(promptOf(payload), 'text in parts') }
      case 'before-tool':
        return { ...event, tool: toolUse(needed(payload['tool'], 'tool'), payload['args']) }
      case 'after-tool':
        return { ...event, tool: afterTool(payload) }
      case 'after-compact':
        return { ...event, ...optional('summary', payload['summary']) }
      default:
        return event
    }
  },
  hears: (eventName) => HEARS.includes(eventName),
  write: (_eventName, context) => (context === '' ? '' : JSON.stringify({ context })),
}

function promptOf(payload: Payload): string {
  const parts = listOf(payload['parts']).map(recordOf)
  // Parts that a plugin added are not what the user said.
  const said = parts.filter((part) => part['type'] === 'text' && part['synthetic'] !== true)
  return said.flatMap((part) => textOf(part['text']) ?? []).join('\n')
}

function afterTool(payload: Payload) {
  const result = textOf(payload['output'])
  const exit = recordOf(payload['metadata'])['exit']
  const failed = typeof exit === 'number' && exit !== 0
  return {
    ...toolUse(needed(payload['tool'], 'tool'), payload['args']),
    failed,
    ...(result !== undefined && { result }),
    ...(failed && result !== undefined && { error: result }),
  }
}
