/** What agents really sent: see test/fixtures/hook-payloads. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { AgentName } from '../../src/session/agent-event.js'

const FIXTURES = fileURLToPath(new URL('../fixtures/hook-payloads', import.meta.url))

export interface Captured {
  agent: AgentName
  event: string
  payload: Record<string, unknown>
  file: string
}

function readAgent(agent: 'claude' | 'codex' | 'gemini'): Captured[] {
  return readdirSync(join(FIXTURES, agent)).map((file) => {
    const payload = JSON.parse(readFileSync(join(FIXTURES, agent, file), 'utf8')) as Record<string, unknown>
    return { agent, event: payload['hook_event_name'] as string, payload, file: `${agent}/${file}` }
  })
}

/** As our plugin sends them: the directory, and the hook's input and output side by side. */
function readOpencode(): Captured[] {
  const lines = readFileSync(join(FIXTURES, 'opencode/plugin-events.jsonl'), 'utf8').trim().split('\n')
  return lines.flatMap((line, n) => {
    const { n: name, a: args } = JSON.parse(line) as { n: string; a: unknown[] }
    const isBus = name === 'event'
    const event = isBus ? (args[0] as string) : name
    if (isBus && !/^session\.(created|idle)$/.test(event)) return []
    if (!isBus && !/^(chat\.message|tool\.execute\.(before|after))$/.test(event)) return []
    const session = isBus ? [{ sessionID: 'ses_e12ae9dedffet6ffiyjQcaRBDH' }] : (args as object[])
    const payload = Object.assign({ directory: '/home/dev/project' }, ...session) as Record<string, unknown>
    return [{ agent: 'opencode' as const, event, payload, file: `opencode line ${n + 1}` }]
  })
}

/** Cursor's are made after its documentation: nobody could run it here. */
const CURSOR_COMMON = {
  conversation_id: 'conv-1',
  generation_id: 'gen-1',
  workspace_roots: ['/home/dev/project'],
}
const CURSOR: [string, Record<string, unknown>][] = [
  ['sessionStart', { session_id: 'conv-1', composer_mode: 'agent' }],
  ['beforeSubmitPrompt', { prompt: 'hi there', attachments: [] }],
  ['preToolUse', { tool_name: 'Shell', tool_input: { command: 'ls' }, tool_use_id: 't1' }],
  [
    'postToolUse',
    { tool_name: 'Read', tool_input: { path: 'f.txt' }, tool_output: '{"content":"hi"}', duration: 3 },
  ],
  [
    'postToolUseFailure',
    { tool_name: 'Shell', tool_input: { command: 'exit 3' }, error_message: 'Exit code 3' },
  ],
  ['beforeShellExecution', { command: 'ls', cwd: '/home/dev/project' }],
  ['afterShellExecution', { command: 'ls', output: 'f.txt', duration: 5 }],
  ['beforeReadFile', { file_path: '/home/dev/project/f.txt', content: 'hi' }],
  ['afterFileEdit', { file_path: '/home/dev/project/f.txt', edits: [{ old_string: 'a', new_string: 'b' }] }],
  ['afterMCPExecution', { tool_name: 'recall', tool_input: '{"query":"x"}', result_json: '{}' }],
  ['preCompact', { trigger: 'auto' }],
  ['stop', { status: 'completed', loop_count: 0 }],
  ['sessionEnd', { session_id: 'conv-1', reason: 'completed' }],
]

export const CAPTURED: Captured[] = [
  ...(['claude', 'codex', 'gemini'] as const).flatMap(readAgent),
  ...readOpencode(),
  ...CURSOR.map(([event, fields]) => ({
    agent: 'cursor' as const,
    event,
    payload: { ...CURSOR_COMMON, hook_event_name: event, ...fields },
    file: `cursor ${event}`,
  })),
]

export function captured(file: string): Captured {
  const found = CAPTURED.find((one) => one.file === file)
  if (!found) throw new Error(`no payload ${file}`)
  return found
}
