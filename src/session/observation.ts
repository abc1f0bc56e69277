/**
 * An observation: something a hook saw, as it is kept. Made of what an agent reported, with private text cut, secrets redacted, unseen
 * characters removed and long texts clipped; never of the environment.
 */
import type { AgentEvent, AgentEventKind, SessionMode } from './agent-event.js'

export const OBSERVATION_TYPES = ['tool_use', 'error', 'success', 'note'] as const
export type ObservationType = (typeof OBSERVATION_TYPES)[number]

export interface Observation {
  id: string
  type: ObservationType
  /** To the millisecond: the order within a session. */
  at: string
  /** What it tells of. `commit`: the agent made a code commit. `summary`: what a configured command made of the session. */
  event: AgentEventKind | 'commit' | 'summary'
  session: string
  agent: string
  branch?: string
  /** The code commit checked out; of a commit, the one that was made. */
  commit?: string
  /** The work tree, at the beginning of a session. */
  project?: string
  /** The loop run that the session belongs to. */
  loop?: string
  /** The task that is worked on. */
  task?: string
  /** When a session begins or something is asked. */
  mode?: SessionMode
  /** Where the agent keeps the conversation, at the beginning of a session. */
  transcript?: string
  tool?: string
  input?: Record<string, unknown>
  command?: string
  /** From the top of the work tree, where they are in it. */
  files?: string[]
  edits?: true
  result?: string
  error?: string
  ms?: number
  /** What was asked, said or summed up. */
  text?: string
  /** How the session began, or why it ended. */
  how?: string
  /** How many characters of all this were left out. */
  cut?: number
}

/** What is known beside the event. */
export interface ObservedAt {
  id: string
  at: string
  branch?: string | undefined
  commit?: string | undefined
  loop?: string | undefined
  task?: string | undefined
  /** With a slash at its end. */
  workTree?: string | undefined
}

/**
 * An error when it failed, a success when it ran a command that did not fail, else just a use of a tool. What people and agents say is a
 * note, as are the beginning and the end of a session.
 */
export function typeOf(event: AgentEvent): ObservationType | undefined {
  switch (event.kind) {
    case 'after-tool':
      if (event.tool === undefined) return undefined
      if (event.tool.failed) return 'error'
      return event.tool.command !== undefined && event.tool.failed === false ? 'success' : 'tool_use'
    case 'session-start':
    case 'session-end':
      return 'note'
    case 'prompt':
      return event.prompt ? 'note' : undefined
    case 'after-compact':
      return event.summary ? 'note' : undefined
    case 'stop':
      return event.message ? 'note' : undefined
    default:
      return undefined
  }
}

/** Whether this observation ends its session: nothing comes after it, unless the session is resumed. */
export function endsSession({ event }: Observation): boolean {
  return event === 'session-end'
}
