/** Gemini CLI: its own event names, standard output JSON or empty, and no ear before a tool runs. */
import type { AgentEvent, AgentEventKind } from '../../session/agent-event.js'
import {
  type Adapter,
  needed,
  optional,
  type Payload,
  readCommon,
  recordOf,
  resultText,
  sourceOf,
  textOf,
} from './adapter.js'
import { writeLikeClaude } from './claude.js'
import { toolUse } from './tools.js'

const KINDS: Record<string, AgentEventKind> = {
  SessionStart: 'session-start',
  BeforeAgent: 'prompt',
  BeforeTool: 'before-tool',
  AfterTool: 'after-tool',
  PreCompress: 'before-compact',
  AfterAgent: 'stop',
  SessionEnd: 'session-end',
}
const HEARS = ['SessionStart', 'BeforeAgent', 'AfterTool']
/** What hooks told it before stands in front of what the user typed. */
const HOOK_CONTEXT = /^\s*(?:<hook_context>[\s\S]*?<\/hook_context>\s*)+/
const EXIT_CODE = /^Exit Code: *([1-9]\d*)\b/m

export const gemini: Adapter = {
  read(eventName, payload): AgentEvent {
    const kind = Object.hasOwn(KINDS, eventName) ? KINDS[eventName]! : 'other'
    const event = readCommon('gemini', kind, payload)
    switch (kind) {
      case 'session-start':
        return { ...event, ...sourceOf(payload['source']) }
      case 'prompt':
        return { ...event, prompt: needed(payload['prompt'], 'prompt').replace(HOOK_CONTEXT, '') }
      case 'before-tool':
        return { ...event, tool: toolUse(needed(payload['tool_name'], 'tool_name'), payload['tool_input']) }
      case 'after-tool':
        return { ...event, tool: afterTool(payload) }
      case 'stop':
        return { ...event, ...optional('message', payload['prompt_response']) }
      case 'session-end':
        return { ...event, ...optional('reason', payload['reason']) }
      default:
        return event
    }
  },
  hears: (eventName) => HEARS.includes(eventName),
  write: writeLikeClaude,
}

function afterTool(payload: Payload) {
  const response = recordOf(payload['tool_response'])
  const result = resultText(payload['tool_response'])
  const error = textOf(recordOf(response['error'])['message']) ?? textOf(response['error'])
  const failed = error !== undefined || EXIT_CODE.test(result ?? '')
  return {
    ...toolUse(needed(payload['tool_name'], 'tool_name'), payload['tool_input']),
    failed,
    ...(result !== undefined && { result }),
    ...(failed && { error: [error, result].filter(Boolean).join('\n') }),
  }
}
