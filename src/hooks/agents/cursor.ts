/**
 * Cursor: general events for all tools in newer versions, one for each kind of tool in older ones; only `sessionStart` and
 * `postToolUse` have the model's ear. Before a prompt it waits for a `continue`. Where it asks for a permission it gets an empty
 * object: neither a no, nor a yes that the user did not give.
 */
import type { AgentEvent, AgentEventKind, ToolUse } from '../../session/agent-event.js'
import {
  type Adapter,
  durationOf,
  listOf,
  needed,
  optional,
  parsed,
  type Payload,
  resultText,
  textOf,
} from './adapter.js'
import { toolUse } from './tools.js'

const KINDS: Record<string, AgentEventKind> = {
  sessionStart: 'session-start',
  beforeSubmitPrompt: 'prompt',
  preToolUse: 'before-tool',
  beforeShellExecution: 'before-tool',
  beforeMCPExecution: 'before-tool',
  beforeReadFile: 'before-tool',
  postToolUse: 'after-tool',
  postToolUseFailure: 'after-tool',
  afterShellExecution: 'after-tool',
  afterMCPExecution: 'after-tool',
  afterFileEdit: 'after-tool',
  preCompact: 'before-compact',
  stop: 'stop',
  sessionEnd: 'session-end',
}
const HEARS = ['sessionStart', 'postToolUse']

export const cursor: Adapter = {
  read(eventName, payload): AgentEvent {
    const kind = Object.hasOwn(KINDS, eventName) ? KINDS[eventName]! : 'other'
    const event: AgentEvent = {
      agent: 'cursor',
      kind,
      session: needed(payload['conversation_id'] ?? payload['session_id'], 'conversation_id'),
      cwd: textOf(payload['cwd']) ?? textOf(listOf(payload['workspace_roots'])[0]) ?? '',
      ...optional('transcript', payload['transcript_path']),
    }
    if (kind === 'session-start') return { ...event, source: 'startup' }
    if (kind === 'prompt') return { ...event, prompt: needed(payload['prompt'], 'prompt') }
    if (kind === 'before-tool') return { ...event, tool: toolOf(eventName, payload) }
    if (kind === 'after-tool')
      return { ...event, tool: { ...toolOf(eventName, payload), ...outcomeOf(eventName, payload) } }
    if (kind === 'session-end') return { ...event, ...optional('reason', payload['reason']) }
    return event
  },
  hears: (eventName) => HEARS.includes(eventName),
  write(eventName, context) {
    if (eventName === 'beforeSubmitPrompt') return '{"continue":true}'
    return context === '' ? '{}' : JSON.stringify({ additional_context: context })
  },
}

function toolOf(eventName: string, payload: Payload): ToolUse {
  switch (eventName) {
    case 'beforeShellExecution':
    case 'afterShellExecution':
      return toolUse('Shell', { command: needed(payload['command'], 'command') })
    case 'beforeReadFile':
      return toolUse('Read', { file_path: needed(payload['file_path'], 'file_path') })
    case 'afterFileEdit':
      return toolUse('Edit', {
        file_path: needed(payload['file_path'], 'file_path'),
        edits: listOf(payload['edits']),
      })
    default:
      return toolUse(needed(payload['tool_name'], 'tool_name'), parsed(payload['tool_input']))
  }
}

function outcomeOf(eventName: string, payload: Payload): Partial<ToolUse> {
  const failed = eventName === 'postToolUseFailure'
  const error = textOf(payload['error_message'])
  const result = resultText(
    parsed(payload['tool_output'] ?? payload['output'] ?? payload['result_json'] ?? undefined),
  )
  return {
    failed,
    ...(result !== undefined && { result }),
    ...(failed && error !== undefined && { error }),
    ...durationOf(payload['duration']),
  }
}
