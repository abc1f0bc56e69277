/** The HTTP server of the explorer: who asks is looked at first, then what for. Nothing of it is seen outside this machine. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answer, type Answering } from './answer.js'
import type { Events } from './events.js'
import { refuseStranger, refuseWithoutToken, SAFE_HEADERS } from './guard.js'
import { type Refusal, refusal, refusalOf, Refused } from './refusal.js'
import type { StaticFile } from './static-files.js'

export interface Serving extends Answering {
  token: string
  events: Events
  files: ReadonlyMap<string, StaticFile>
}

const LIMITS = {
  maxHeaderSize: 16 << 10,
  requestTimeout: 15_000,
  headersTimeout: 5000,
  keepAliveTimeout: 5000,
}
const MOST_CONNECTIONS = 256

export function makeServer(serving: Serving): Server {
  const server = createServer({ ...LIMITS, connectionsCheckingInterval: 1000 }, (request, response) => {
    void respond(serving, request, response)
  })
  server.maxConnections = MOST_CONNECTIONS
  server.on('upgrade', (_request, socket) => socket.destroy())
  server.on('connect', (_request, socket) => socket.destroy())
  return server
}

async function respond(serving: Serving, request: IncomingMessage, response: ServerResponse): Promise<void> {
  for (const [name, value] of Object.entries(SAFE_HEADERS)) response.setHeader(name, value)
  try {
    const stranger = refuseStranger(request, request.socket.localPort!)
    if (stranger) return refuse(request, response, stranger)
    const url = urlOf(request)
    if (!url.pathname.startsWith('/api/')) return sendFile(serving.files, request, response, url.pathname)
    response.setHeader('Cache-Control', 'no-store')
    const unknown = refuseWithoutToken(request, serving.token)
    if (unknown) return refuse(request, response, unknown)
    if (url.pathname === '/api/events' && request.method === 'GET') return serving.events.listen(response)
    sendJson(response, 200, await answer(serving, request, url))
  } catch (error) {
    refuse(request, response, error instanceof Refused ? error.refusal : refusalOf(error))
  }
}

function urlOf(request: IncomingMessage): URL {
  // Only a path: `GET http://elsewhere/` is for proxies.
  if (!request.url?.startsWith('/')) throw new Refused(400, 'bad-usage', 'the address is no path')
  try {
    return new URL(`http://127.0.0.1${request.url}`)
  } catch {
    throw new Refused(400, 'bad-usage', 'the address is no path')
  }
}

function sendFile(
  files: Serving['files'],
  request: IncomingMessage,
  response: ServerResponse,
  path: string,
): void {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(request, response, refusal(405, 'bad-usage', 'the page is read with GET'))
  const file = files.get(path)
  if (!file) return refuse(request, response, refusal(404, 'no-file', 'there is no such file'))
  const zips = /\bgzip\b/.test(request.headers['accept-encoding'] ?? '')
  const bytes = zips ? file.zipped : file.bytes
  response.writeHead(200, {
    'Content-Type': file.type,
    'Content-Length': bytes.length,
    'Cache-Control': file.forEver ? 'max-age=31536000, immutable' : 'no-cache',
    Vary: 'Accept-Encoding',
    ...(zips && { 'Content-Encoding': 'gzip' }),
  })
  response.end(request.method === 'HEAD' ? undefined : bytes)
}

function refuse(request: IncomingMessage, response: ServerResponse, { status, error }: Refusal): void {
  if (response.headersSent) return void response.destroy()
  // What is left of the body is not waited for.
  if (!request.complete) response.setHeader('Connection', 'close')
  sendJson(response, status, JSON.stringify({ error }))
}

function sendJson(response: ServerResponse, status: number, text: string): void {
  if (response.destroyed) return
  const bytes = Buffer.from(text)
  response.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': bytes.length,
  })
  response.end(bytes)
}
