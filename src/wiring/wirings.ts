/** What is written where for each agent: data, and how one file is changed and changed back. See docs/install.md. */
import { IN_TOML, hasBlock, putBlock, takeBlock } from '../briefing/marked-block.js'
import { INSTALLED_SKILL_TEXT, pointerText, SKILL_FILES } from '../briefing/skill.js'
import { RalphError } from '../errors.js'
import type { AgentName } from '../session/agent-event.js'
import { hookEntries, type Program } from './hook-entries.js'
import { type JsonWiring, unwireJson, wireJson } from './json-wiring.js'
import { isOpencodePlugin, renderOpencodePlugin } from './opencode-plugin.js'

export type Wiring = { path: string } & (
  | ({ kind: 'json' } & JsonWiring)
  /** An MCP server in TOML, as a marked block. */
  | { kind: 'toml'; text: string }
  /** A file that is ours alone. */
  | { kind: 'plugin'; text: string }
  /** A marked block in a file that agents read as instructions. */
  | { kind: 'pointer'; text: string; head?: string }
)

const SERVER = 'git-ralph'

/** Files that are committed name git-ralph, which is found on everybody's PATH. `pointers` are files for the agent to read. */
export function projectWirings(agent: AgentName, pointer: string, renderPath: string): Wiring[] {
  const text = pointerText(renderPath)
  return [
    ...wiringsIn(agent, undefined, {
      claude: { settings: '.claude/settings.json', servers: '.mcp.json' },
      codex: { settings: '.codex/hooks.json', servers: '.codex/config.toml' },
      gemini: { settings: '.gemini/settings.json' },
      opencode: { settings: '.opencode/plugin/git-ralph.js', servers: 'opencode.json' },
      cursor: { settings: '.cursor/hooks.json', servers: '.cursor/mcp.json' },
    }),
    agent === 'cursor'
      ? { kind: 'pointer', text, ...SKILL_FILES.cursor }
      : { kind: 'pointer', text, path: pointer },
  ]
}

/** Files of one person name node and the bin by their paths: agents that are no terminals have a short PATH. */
export function userWirings(
  agent: AgentName,
  vars: Record<string, string | undefined>,
  command: Program,
): Wiring[] {
  const home = vars['HOME'] ?? vars['USERPROFILE']
  if (!home) throw new RalphError('bad-usage', 'there is no home directory: HOME is not set')
  const codex = vars['CODEX_HOME'] || `${home}/.codex`
  const opencode = `${vars['XDG_CONFIG_HOME'] || `${home}/.config`}/opencode`
  return wiringsIn(agent, command, {
    // Its servers are in ~/.claude.json, which it rewrites all the time: `claude mcp add` is the way.
    claude: { settings: `${vars['CLAUDE_CONFIG_DIR'] || `${home}/.claude`}/settings.json` },
    codex: { settings: `${codex}/hooks.json`, servers: `${codex}/config.toml` },
    gemini: { settings: `${home}/.gemini/settings.json` },
    opencode: { settings: `${opencode}/plugin/git-ralph.js`, servers: `${opencode}/opencode.json` },
    cursor: { settings: `${home}/.cursor/hooks.json`, servers: `${home}/.cursor/mcp.json` },
  })
}

type Places = Record<AgentName, { settings: string; servers?: string }>

function wiringsIn(agent: AgentName, command: Program | undefined, places: Places): Wiring[] {
  const { settings, servers } = places[agent]
  const [program, ...first] = command ? [command.node, command.bin] : ['git-ralph']
  const args = [...first, 'mcp']
  const server = { path: ['mcpServers', SERVER], value: { command: program, args } }
  const serverFile: Wiring[] = servers === undefined ? [] : [{ kind: 'json', path: servers, own: server }]
  switch (agent) {
    case 'claude':
      return [{ kind: 'json', path: settings, hooks: hookEntries(agent, command) }, ...serverFile]
    case 'codex': {
      const table = `[mcp_servers.${SERVER}]\ncommand = ${JSON.stringify(program)}\nargs = ${JSON.stringify(args)}`
      return [
        { kind: 'json', path: settings, hooks: hookEntries(agent, command) },
        { kind: 'toml', path: servers!, text: table },
      ]
    }
    case 'gemini':
      return [{ kind: 'json', path: settings, hooks: hookEntries(agent, command), own: server }]
    case 'opencode': {
      const value = { type: 'local', command: [program, ...args], enabled: true }
      const head = { $schema: 'https://opencode.ai/config.json' }
      return [
        { kind: 'plugin', path: settings, text: renderOpencodePlugin(command) },
        { kind: 'json', path: servers!, own: { path: ['mcp', SERVER], value }, head },
      ]
    }
    case 'cursor':
      return [
        { kind: 'json', path: settings, hooks: hookEntries(agent, command), head: { version: 1 } },
        ...serverFile,
      ]
  }
}

/** The file with our part in it. `undefined` stands for no file. */
export function wire(found: string | undefined, wiring: Wiring): string {
  switch (wiring.kind) {
    case 'json':
      return wireJson(found, wiring, wiring.path)
    case 'toml':
      if (/^\s*\[?\s*mcp_servers\s*(?:=|\.\s*"?git-ralph"?\s*[\].=])/m.test(withoutBlock(found)))
        throw new RalphError(
          'needs-decision',
          `'${wiring.path}' has an entry 'mcp_servers' that is in the way`,
          {
            hint: `put this there by hand:\n${wiring.text}`,
          },
        )
      return putBlock(found, wiring.text, IN_TOML)
    case 'plugin':
      if (found !== undefined && !isOpencodePlugin(found))
        throw new RalphError('needs-decision', `'${wiring.path}' is a file of somebody else's`, {
          hint: 'move it out of the way and run the same command again',
        })
      return wiring.text
    case 'pointer':
      if (found === undefined) return (wiring.head ?? '') + putBlock(undefined, wiring.text)
      // `git ralph skill` put more there: that says it all.
      return hasLongBlock(found) ? found : putBlock(found, wiring.text)
  }
}

/** The file as it was before; undefined when there was none. */
export function unwire(found: string, wiring: Wiring): string | undefined {
  switch (wiring.kind) {
    case 'json':
      return unwireJson(found, wiring, wiring.path)
    case 'toml':
      return takeBlock(found, IN_TOML)
    case 'plugin':
      return isOpencodePlugin(found) ? undefined : found
    case 'pointer': {
      if (!hasBlock(found) || hasLongBlock(found)) return found
      const rest = takeBlock(found)
      return rest === wiring.head ? undefined : rest
    }
  }
}

const LONG_BLOCK = INSTALLED_SKILL_TEXT.split('\n', 1)[0]!

function hasLongBlock(found: string): boolean {
  return hasBlock(found) && found.includes(LONG_BLOCK)
}

function withoutBlock(found: string | undefined): string {
  return (found && takeBlock(found, IN_TOML)) ?? ''
}
