/** Claude Code: what its hooks send and read. */
import type { AgentEventKind, AgentName, ToolUse } from '../../session/agent-event.js'
import {
  type Adapter,
  durationOf,
  needed,
  optional,
  parsed,
  type Payload,
  readCommon,
  resultText,
  sourceOf,
  textOf,
} from './adapter.js'
import { toolUse } from './tools.js'

const KINDS: Record<string, AgentEventKind> = {
  SessionStart: 'session-start',
  UserPromptSubmit: 'prompt',
  PreToolUse: 'before-tool',
  PostToolUse: 'after-tool',
  PostToolUseFailure: 'after-tool',
  PreCompact: 'before-compact',
  PostCompact: 'after-compact',
  Stop: 'stop',
  SessionEnd: 'session-end',
}

/** Not Stop: what it is told there makes the turn go on. */
const HEARS = ['SessionStart', 'UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure']

export const claude: Adapter = {
  read: (eventName, payload) => readLikeClaude('claude', eventName, payload),
  hears: (eventName) => HEARS.includes(eventName),
  write: writeLikeClaude,
}

/** Codex took over Claude Code's hooks, names and all. */
export function readLikeClaude(agent: AgentName, eventName: string, payload: Payload) {
  const kind = Object.hasOwn(KINDS, eventName) ? KINDS[eventName]! : 'other'
  const event = readCommon(agent, kind, payload)
  switch (kind) {
    case 'session-start':
      return { ...event, ...sourceOf(payload['source']) }
    case 'prompt':
      return { ...event, prompt: needed(payload['prompt'], 'prompt') }
    case 'before-tool':
      return { ...event, tool: toolOf(payload) }
    case 'after-tool':
      return { ...event, tool: afterTool(eventName, payload) }
    case 'after-compact':
      return { ...event, ...optional('summary', payload['compact_summary']) }
    case 'stop':
      return { ...event, ...optional('message', payload['last_assistant_message']) }
    case 'session-end':
      return { ...event, ...optional('reason', payload['reason']) }
    default:
      return event
  }
}

const toolOf = (payload: Payload): ToolUse =>
  toolUse(needed(payload['tool_name'], 'tool_name'), parsed(payload['tool_input']))

function afterTool(eventName: string, payload: Payload) {
  const failed = eventName === 'PostToolUseFailure'
  const result = resultText(parsed(payload['tool_response']))
  const error = textOf(payload['error'])
  return {
    ...toolOf(payload),
    failed,
    ...(result !== undefined && { result }),
    ...(failed && error !== undefined && { error }),
    ...durationOf(payload['duration_ms']),
  }
}

export function writeLikeClaude(eventName: string, context: string): string {
  if (context === '') return ''
  return JSON.stringify({ hookSpecificOutput: { hookEventName: eventName, additionalContext: context } })
}
