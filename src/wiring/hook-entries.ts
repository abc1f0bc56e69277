/** Which events of each agent we listen to, and how it is told to call us. Pure data; what is done then is the hook door's. */
import type { AgentName } from '../session/agent-event.js'

/** How git-ralph is called by paths, where no PATH can be relied on. */
export interface Program {
  node: string
  bin: string
}

interface Listened {
  event: string
  /** Only for these tools, or ways to begin. */
  matcher?: string
  /** The agent waits no longer. */
  seconds: number
}

const CLAUDE: readonly Listened[] = [
  { event: 'SessionStart', matcher: 'startup|resume|clear|compact', seconds: 15 },
  { event: 'UserPromptSubmit', seconds: 10 },
  { event: 'PreToolUse', matcher: 'Read|Edit|MultiEdit|Write|NotebookEdit', seconds: 10 },
  { event: 'PostToolUse', seconds: 10 },
  { event: 'PostToolUseFailure', seconds: 10 },
  { event: 'PreCompact', seconds: 10 },
  { event: 'PostCompact', seconds: 10 },
  { event: 'Stop', seconds: 10 },
  // Without a time of its own this event is cut off after 1.5 s.
  { event: 'SessionEnd', seconds: 10 },
]

export const LISTENED: Record<Exclude<AgentName, 'opencode'>, readonly Listened[]> = {
  claude: CLAUDE,
  // It has no event for failures: PostToolUse tells of them too.
  codex: CLAUDE.filter(({ event }) => event !== 'PostToolUseFailure').map((one) =>
    one.event === 'PreToolUse' ? { ...one, matcher: 'apply_patch|Edit|Write' } : one,
  ),
  // Not BeforeTool, where the model hears nothing, nor PreCompress, which comes at every turn.
  gemini: ['SessionStart', 'BeforeAgent', 'AfterTool', 'AfterAgent', 'SessionEnd'].map((event) => ({
    event,
    seconds: 15,
  })),
  cursor: [
    'sessionStart',
    'beforeSubmitPrompt',
    'postToolUse',
    'postToolUseFailure',
    'preCompact',
    'stop',
    'sessionEnd',
  ].map((event) => ({ event, seconds: 10 })),
}

const isLast = (event: string): boolean => /^sessionend$/i.test(event)

/** What stands in the lists of a settings file. Without a command git-ralph is looked for on the PATH. */
export function hookEntries(
  agent: Exclude<AgentName, 'opencode'>,
  command?: Program,
): Record<string, unknown> {
  return Object.fromEntries(
    LISTENED[agent].map(({ event, matcher, seconds }) => {
      const run = commandLine(`hook ${agent} ${event}`, isLast(event), command)
      if (agent === 'cursor') return [event, { command: run, timeout: seconds }]
      const hook =
        agent === 'gemini'
          ? { name: 'git-ralph', type: 'command', command: run, timeout: seconds * 1000 }
          : { type: 'command', command: run, timeout: seconds }
      return [event, { ...(matcher !== undefined && { matcher }), hooks: [hook] }]
    }),
  )
}

/**
 * The hooks of the plugins: `hooks/hooks.json` for Claude Code, which needs no shell that would read the path of the plugin, and
 * `hooks/codex.json` for Codex, which knows no other way but tells the path in a variable.
 */
export function pluginHooks(agent: 'claude' | 'codex'): Record<string, unknown> {
  return Object.fromEntries(
    LISTENED[agent].map(({ event, matcher, seconds }) => {
      const call =
        agent === 'claude'
          ? { command: 'sh', args: ['${CLAUDE_PLUGIN_ROOT}/hooks/run', 'hook', agent, event] }
          : { command: `sh "$CLAUDE_PLUGIN_ROOT/hooks/run" hook ${agent} ${event}` }
      const hook = { type: 'command', ...call, timeout: seconds }
      return [event, [{ ...(matcher !== undefined && { matcher }), hooks: [hook] }]]
    }),
  )
}

/**
 * For a shell. It never fails its agent, also where git-ralph is missing. Node 20 parses the extra certificates at every start, which
 * costs more than all the rest; what runs after the session may need them.
 */
function commandLine(words: string, keepsCertificates: boolean, command?: Program): string {
  const program = command ? `${quote(command.node)} ${quote(command.bin)}` : 'git-ralph'
  return `${keepsCertificates ? '' : 'NODE_EXTRA_CA_CERTS= '}${program} ${words} || :`
}

function quote(path: string): string {
  return `'${path.replaceAll("'", String.raw`'\''`)}'`
}
