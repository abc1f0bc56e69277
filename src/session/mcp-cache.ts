/** `.ralph/cache/mcp-status.json`: which MCP servers answered, and when they were asked. Pure. */
import { isServerName } from './mcp-servers.js'

export const MCP_STATES = ['running', 'failed', 'needs-auth'] as const
export type McpState = (typeof MCP_STATES)[number]

export interface McpCache {
  version: 1
  /** By the path of the project. */
  entries: Record<string, McpEntry>
}

export interface McpEntry {
  servers: Record<string, { status: McpState; cachedAt: number }>
  updatedAt: number
}

/** Five minutes. */
export const MCP_TTL_MS = 300_000
/** So many projects are remembered. */
const MOST_ENTRIES = 50

/** What cannot be read is as good as not there. */
export function parseMcpCache(text: string): McpCache {
  const cache: McpCache = { version: 1, entries: {} }
  let data: Partial<McpCache> | null
  try {
    data = JSON.parse(text) as Partial<McpCache> | null
  } catch {
    return cache
  }
  if (data?.version !== 1) return cache
  const entries = Object.entries(data.entries ?? {}).flatMap(([project, entry]) => {
    const servers = Object.entries(entry?.servers ?? {}).filter(
      ([name, one]) =>
        isServerName(name) && MCP_STATES.includes(one?.status) && typeof one.cachedAt === 'number',
    )
    return typeof entry?.updatedAt === 'number'
      ? [[project, { servers: Object.fromEntries(servers), updatedAt: entry.updatedAt }] as const]
      : []
  })
  return { version: 1, entries: Object.fromEntries(entries) }
}

export function renderMcpCache(cache: McpCache): string {
  const newest = Object.entries(cache.entries)
    .toSorted(([, a], [, b]) => b.updatedAt - a.updatedAt)
    .slice(0, MOST_ENTRIES)
  return `${JSON.stringify({ version: 1, entries: Object.fromEntries(newest) }, null, 2)}\n`
}

/** A clock that was set back makes nothing last for ever. */
export function isFresh({ updatedAt }: Pick<McpEntry, 'updatedAt'>, now: number): boolean {
  return now >= updatedAt && now - updatedAt < MCP_TTL_MS
}

/** Those that an agent may count on: failed ones, and those that want somebody to log in, are left out. */
export function usableServers({ servers }: McpEntry): string[] {
  return Object.entries(servers)
    .filter(([, { status }]) => status === 'running')
    .map(([name]) => name)
}
