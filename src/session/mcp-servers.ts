/** The MCP servers that a project's files tell its agents of, alike for every agent. Whatever is no server is passed over. Pure. */

export interface McpServer {
  name: string
  /** The file that names it. */
  from: string
  /** A program to start, or an address. */
  reach: { command: string; args: string[]; env: Record<string, string> } | HttpReach
}

export interface HttpReach {
  url: string
  headers: Record<string, string>
  /** The older kind, which begins with a stream. */
  sse?: true
}

/** Names are told to agents: they must be names and nothing else. */
export const isServerName = (name: string): boolean => /^[\w.@:/-]{1,80}$/.test(name) && name !== '__proto__'

type Vars = Record<string, string | undefined>
type Fields = Record<string, unknown>

/** Where servers are named, in the order in which they count, and under which key. */
export const MCP_FILES = [
  { path: '.mcp.json', key: 'mcpServers' },
  { path: '.cursor/mcp.json', key: 'mcpServers' },
  { path: '.gemini/settings.json', key: 'mcpServers' },
  { path: '.vscode/mcp.json', key: 'servers' },
  { path: 'opencode.json', key: 'mcp' },
] as const

/** The servers in the text of one file. Throws where it is not JSON. */
export function parseMcpServers(
  text: string,
  { path, key }: { path: string; key: string },
  vars: Vars,
): McpServer[] {
  const servers = fieldsOf(fieldsOf(JSON.parse(text))[key])
  return Object.entries(servers).flatMap(([name, value]) => {
    const reach = isServerName(name) ? reachOf(fieldsOf(value), vars) : undefined
    return reach ? [{ name, from: path, reach }] : []
  })
}

const fieldsOf = (value: unknown): Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Fields) : {}

function reachOf(fields: Fields, vars: Vars): McpServer['reach'] | undefined {
  if (fields['enabled'] === false || fields['disabled'] === true) return undefined
  const expand = (text: string): string => expandVars(text, vars)
  const url = textOf(fields['httpUrl']) ?? textOf(fields['url'])
  if (url !== undefined) {
    const headers = textsOf(fields['headers'], expand)
    // Gemini CLI means a stream by `url`, and names the newer kind `httpUrl`.
    const sse = fields['type'] === 'sse'
    return { url: expand(url), headers, ...(sse && { sse }) }
  }
  // opencode has the whole command line in one list.
  const given = fields['command']
  const words = [...(Array.isArray(given) ? given : [given]), ...listOf(fields['args'])]
  const [command, ...args] = words.filter((word): word is string => typeof word === 'string').map(expand)
  if (!command) return undefined
  return { command, args, env: textsOf(fields['env'] ?? fields['environment'], expand) }
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

function textsOf(value: unknown, expand: (text: string) => string): Record<string, string> {
  const texts = Object.entries(fieldsOf(value)).flatMap(([key, one]) =>
    typeof one === 'string' ? [[key, expand(one)] as const] : [],
  )
  return Object.fromEntries(texts)
}

/** `${NAME}` and `${NAME:-otherwise}`, as in .mcp.json. */
function expandVars(text: string, vars: Vars): string {
  return text.replace(
    /\$\{(?:env:)?(\w+)(?::-([^}]*))?\}/g,
    (whole, name: string, otherwise?: string) => vars[name] ?? otherwise ?? whole,
  )
}
