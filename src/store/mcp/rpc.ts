/** What is said to an MCP server to see whether it answers: initialize, then ping. */
export const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'git-ralph', version: '1' },
  },
} as const
export const INITIALIZED = { jsonrpc: '2.0', method: 'notifications/initialized' } as const
export const PING = { jsonrpc: '2.0', id: 2, method: 'ping' } as const

/** Servers say a few hundred bytes; one that floods us is none. */
export const MOST_BYTES = 1024 * 1024

/** Whether a message is the good answer to the request of this id. */
export function answers(message: unknown, id: number): boolean {
  if (message === null || typeof message !== 'object') return false
  const { id: of, result } = message as { id?: unknown; result?: unknown }
  return of === id && result !== undefined
}

/** Whether it refuses that request. */
export function refuses(message: unknown, id: number): boolean {
  if (message === null || typeof message !== 'object') return false
  const { id: of, error } = message as { id?: unknown; error?: unknown }
  return of === id && error !== undefined
}
