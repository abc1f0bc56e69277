/**
 * What an agent's hooks need to be understood and answered. Payloads are whatever a program sent: nothing in them is believed to
 * have the type it should have.
 */
import type { AgentEvent, AgentEventKind, AgentName } from '../../session/agent-event.js'

export interface Adapter {
  /** What is reported. A kind that the door does nothing with is `other`. Throws BadPayload where something needed is missing. */
  read(eventName: string, payload: Payload): AgentEvent
  /** Whether the agent's model reads what this event is answered with. */
  hears(eventName: string): boolean
  /** The answer in the agent's own format; `context` is empty when there is nothing to tell. Never one that stops the agent. */
  write(eventName: string, context: string): string
}

export type Payload = Record<string, unknown>

/** The payload lacks what its event is about: written down, and otherwise passed over. */
export class BadPayload extends Error {}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined

export const recordOf = (value: unknown): Payload =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Payload) : {}

export const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

export const durationOf = (value: unknown): { durationMs?: number } =>
  typeof value === 'number' && value >= 0 && Number.isFinite(value) ? { durationMs: value } : {}

export function needed(value: unknown, name: string): string {
  const text = textOf(value)
  if (text === undefined) throw new BadPayload(`the payload has no ${name}`)
  return text
}

/** The fields that Claude Code, Codex and Gemini CLI have in common. */
export function readCommon(agent: AgentName, kind: AgentEventKind, payload: Payload): AgentEvent {
  return {
    agent,
    kind,
    session: needed(payload['session_id'], 'session_id'),
    cwd: textOf(payload['cwd']) ?? '',
    ...optional('transcript', payload['transcript_path']),
    ...modeOf(payload['permission_mode']),
  }
}

/** Claude Code and Codex name how far the agent may go. */
function modeOf(permission: unknown): Pick<AgentEvent, 'mode'> {
  const name = textOf(permission)
  return name === undefined ? {} : { mode: name === 'plan' ? 'plan' : 'agent' }
}

/** The field, if there is a text for it. */
export function optional<Name extends keyof AgentEvent>(
  name: Name,
  value: unknown,
): { [N in Name]?: string } {
  const text = textOf(value)
  return (text === undefined ? {} : { [name]: text }) as { [N in Name]?: string }
}

const SOURCES = ['startup', 'resume', 'clear', 'compact'] as const

export function sourceOf(value: unknown): Pick<AgentEvent, 'source'> {
  const source = SOURCES.find((one) => one === value)
  return source ? { source } : {}
}

/** What a tool answered, as text: agents send texts, objects of texts, and lists of parts. */
export function resultText(response: unknown): string | undefined {
  if (typeof response === 'string') return response
  if (typeof response !== 'object' || response === null) return undefined
  const { stdout, stderr, llmContent, output, content, file, text } = recordOf(response)
  const streams = [stdout, stderr].flatMap((stream) => textOf(stream) ?? [])
  if (streams.length > 0) return streams.join('\n')
  const said = [llmContent, output, content, text, recordOf(file)['content']].find(
    (one) => typeof one === 'string',
  )
  return said ?? JSON.stringify(response)
}

/** Some objects come as JSON in a text: Cursor's, and Claude Code's where a hook is a tool of an MCP server. */
export function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !value.startsWith('{')) return value
  try {
    return recordOf(JSON.parse(value))
  } catch {
    return value
  }
}
