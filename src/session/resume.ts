/** How each agent is told to go on with a conversation of its own. */
import { AGENTS, type AgentName, type SessionMode } from './agent-event.js'

const RESUME: Record<AgentName, (session: string) => string[]> = {
  claude: (session) => ['claude', '--resume', session],
  codex: (session) => ['codex', 'resume', session],
  gemini: (session) => ['gemini', '--resume', session],
  opencode: (session) => ['opencode', '--session', session],
  cursor: (session) => ['cursor-agent', '--resume', session],
}

/** What keeps the agent from changing files; not every agent can be told so. */
const PLAN: Partial<Record<AgentName, string[]>> = {
  claude: ['--permission-mode', 'plan'],
  codex: ['--sandbox', 'read-only'],
  gemini: ['--approval-mode', 'plan'],
  opencode: ['--agent', 'plan'],
}

/** The command line, or undefined when there is none: an agent we do not know, or an id that no agent gives. */
export function resumeCommand(agent: string, session: string, mode: SessionMode): string[] | undefined {
  const known = AGENTS.find((one) => one === agent)
  // Hooks hand the id on as it came: it must not be read as an option.
  if (known === undefined || !/^[\p{L}\p{N}_][\p{L}\p{N}_.:-]{0,199}$/u.test(session)) return undefined
  return [...RESUME[known](session), ...(mode === 'plan' ? (PLAN[known] ?? []) : [])]
}
