/**
 * What an agent reports through its hooks, told alike for every agent. The adapters in hooks/ make it of what each agent sends;
 * everything else reads only this. Nothing in it is cut or redacted yet: see observation.ts for what is kept.
 */
export const AGENTS = ['claude', 'codex', 'gemini', 'opencode', 'cursor'] as const
export type AgentName = (typeof AGENTS)[number]

export type AgentEventKind =
  | 'session-start'
  | 'prompt'
  | 'before-tool'
  | 'after-tool'
  | 'before-compact'
  | 'after-compact'
  | 'stop'
  | 'session-end'
  | 'other'

export type SessionMode = 'plan' | 'agent'

export interface AgentEvent {
  agent: AgentName
  kind: AgentEventKind
  /** The agent's own id of the conversation. */
  session: string
  cwd: string
  /** How the session began. */
  source?: 'startup' | 'resume' | 'clear' | 'compact'
  /** Why it ended. */
  reason?: string
  prompt?: string
  tool?: ToolUse
  /** What the agent made of the conversation when it compacted it. */
  summary?: string
  /** What the agent said last. */
  message?: string
  /** Whether it only plans, or works. */
  mode?: SessionMode
  /** Where the agent keeps the conversation. */
  transcript?: string
}

export interface ToolUse {
  name: string
  input: Record<string, unknown>
  /** The command line, of a tool that runs one. */
  command?: string
  /** Files read or written, as the agent named them. */
  files: string[]
  /** Whether it changes files. */
  edits: boolean
  /** Known after the tool ran. */
  failed?: boolean
  result?: string
  error?: string
  durationMs?: number
}
