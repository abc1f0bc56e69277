/**
 * The MCP servers that are configured for the project, and whether they answer. Asking runs the programs that the project's files name, so
 * it is done by this verb alone, which only a person calls; everything else reads the cache.
 */
import type { Env } from '../env.js'
import { isFresh, type McpEntry, type McpState } from '../session/mcp-cache.js'
import { MCP_FILES, type McpServer, parseMcpServers } from '../session/mcp-servers.js'
import { openRepo, type Repo } from '../store/git/repo.js'
import { probeHttp } from '../store/mcp/probe-http.js'
import { probeStdio } from '../store/mcp/probe-stdio.js'
import { readMcpEntry, writeMcpEntry } from '../store/mcp/status-cache.js'
import { placeInWorkTree, readUserFile } from '../store/user-file.js'

export interface McpStatusOptions {
  /** Ask again although the last answers are not five minutes old. */
  refresh?: boolean
  /** Milliseconds that each server has to answer. @default 10000 */
  timeout?: number
}

export interface McpStatus {
  servers: { name: string; from: string; status: McpState }[]
  /** When they were asked. */
  updatedAt: number
  /** Whether the answers come from the cache. */
  cached: boolean
  warnings: string[]
}

const TIMEOUT_MS = 10_000
const AT_ONCE = 4

export async function mcpStatus(env: Env, options: McpStatusOptions = {}): Promise<McpStatus> {
  const repo = await openRepo(env)
  const warnings: string[] = []
  const configured = configuredServers(repo, warnings)
  const now = env.now().getTime()
  const known = readMcpEntry(repo)
  const isComplete = known !== undefined && configured.every(({ name }) => Object.hasOwn(known.servers, name))
  const cached = !options.refresh && isComplete && isFresh(known, now)
  const entry = cached ? known : await ask(repo, configured, options.timeout ?? TIMEOUT_MS, now)
  if (!cached && configured.length > 0) writeMcpEntry(repo, entry)
  const servers = configured.map(({ name, from }) => ({ name, from, status: entry.servers[name]!.status }))
  return { servers, updatedAt: entry.updatedAt, cached, warnings }
}

function configuredServers({ workTree, env }: Repo, warnings: string[]): McpServer[] {
  if (workTree === undefined) return []
  const found = new Map<string, McpServer>()
  for (const file of MCP_FILES) {
    try {
      const text = readUserFile(placeInWorkTree(workTree, file.path))
      if (text === undefined) continue
      for (const server of parseMcpServers(text, file, env.vars))
        if (!found.has(server.name)) found.set(server.name, server)
    } catch (error) {
      warnings.push(`'${file.path}' is passed over: ${(error as Error).message}`)
    }
  }
  return [...found.values()]
}

async function ask(
  repo: Repo,
  servers: readonly McpServer[],
  timeout: number,
  now: number,
): Promise<McpEntry> {
  const states: McpEntry['servers'] = {}
  const queue = servers.values()
  const place = { cwd: repo.workTree!, vars: repo.env.vars }
  const askNext = async (): Promise<void> => {
    for (const { name, reach } of queue) {
      const status =
        'url' in reach ? await probeHttp(reach, timeout) : await probeStdio(reach, place, timeout)
      states[name] = { status, cachedAt: now }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, askNext))
  const ordered = servers.map(({ name }) => [name, states[name]!] as const)
  return { servers: Object.fromEntries(ordered), updatedAt: now }
}
