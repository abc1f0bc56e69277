/** Asks an MCP server at an address whether it is there. */
import type { McpState } from '../../session/mcp-cache.js'
import type { HttpReach } from '../../session/mcp-servers.js'
import { answers, INITIALIZE, INITIALIZED, MOST_BYTES, PING } from './rpc.js'

const NEEDS_AUTH = [401, 403]

export async function probeHttp({ url, headers, sse }: HttpReach, timeout: number): Promise<McpState> {
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), timeout)
  // Headers may hold a key: they go to this address and nowhere else.
  const ask = (body: unknown, more: Record<string, string> = {}): Promise<Response> =>
    fetch(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        ...headers,
        accept: 'application/json, text/event-stream',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...more,
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: stop.signal,
    })
  try {
    if (!/^https?:$/.test(new URL(url).protocol)) return 'failed'
    const first = await ask(sse ? undefined : INITIALIZE)
    if (NEEDS_AUTH.includes(first.status)) return 'needs-auth'
    if (!first.ok) return 'failed'
    if (sse) return /event-stream/.test(first.headers.get('content-type') ?? '') ? 'running' : 'failed'
    if (!(await hears(first, INITIALIZE.id))) return 'failed'
    const session = first.headers.get('mcp-session-id')
    const same = {
      'mcp-protocol-version': INITIALIZE.params.protocolVersion,
      ...(session && { 'mcp-session-id': session }),
    }
    await (await ask(INITIALIZED, same)).body?.cancel()
    const pinged = await ask(PING, same)
    if (NEEDS_AUTH.includes(pinged.status)) return 'needs-auth'
    return pinged.ok && (await hears(pinged, PING.id)) ? 'running' : 'failed'
  } catch {
    return 'failed'
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

/** Whether the answer comes, as one JSON value or in a stream of events. */
async function hears(response: Response, id: number): Promise<boolean> {
  const isStream = /event-stream/.test(response.headers.get('content-type') ?? '')
  const decoder = new TextDecoder()
  let text = ''
  for await (const bytes of response.body ?? []) {
    text += decoder.decode(bytes as Uint8Array, { stream: true })
    if (text.length > MOST_BYTES) return false
    const messages = isStream ? [...text.matchAll(/^data: ?(.*)\r?\n/gm)].map(([, data]) => data!) : []
    if (messages.some((data) => answers(parse(data), id))) return true
  }
  const whole = isStream ? undefined : parse(text)
  return (Array.isArray(whole) ? whole : [whole]).some((message) => answers(message, id))
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
