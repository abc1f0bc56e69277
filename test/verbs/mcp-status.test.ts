import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { isFresh, parseMcpCache } from '../../src/session/mcp-cache.js'
import { parseMcpServers } from '../../src/session/mcp-servers.js'
import { mcpStatus } from '../../src/verbs/mcp-status.js'
import { prompt } from '../../src/verbs/prompt.js'
import { status } from '../../src/verbs/status.js'
import { makeDir, makeRepo } from '../helpers/repo.js'

/** A server of a few lines, which notes in a file each time it is started. */
function program(runs: string): string {
  const path = join(makeDir(), 'server.mjs')
  writeFileSync(
    path,
    `import { appendFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
appendFileSync(${JSON.stringify(runs)}, (process.env.KEY ?? '-') + '\\n')
console.log('not a message')
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line)
  if (method === 'initialize') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: { capabilities: {} } }))
  if (method === 'ping') console.log(JSON.stringify({ jsonrpc: '2.0', id, result: {} }))
}`,
  )
  return path
}

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections()
})

async function listen(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`
}

/** Answers requests the way `reply` writes them. */
const answering =
  (reply: (message: string) => [type: string, body: string], seen: string[] = []): RequestListener =>
  (request, response) => {
    let body = ''
    request.on('data', (bytes) => (body += String(bytes)))
    request.on('end', () => {
      const { id, method } = JSON.parse(body) as { id?: number; method: string }
      seen.push(`${method} ${String(request.headers['mcp-session-id'] ?? '')}`.trim())
      if (id === undefined) return response.writeHead(202).end()
      const [type, text] = reply(JSON.stringify({ jsonrpc: '2.0', id, result: {} }))
      response.writeHead(200, { 'content-type': type, 'mcp-session-id': 's1' })
      response.end(text)
    })
  }

describe('mcp status', () => {
  it('asks the servers once in five minutes, or when told to, and nobody else asks', async () => {
    const runs = join(makeDir(), 'runs')
    const repo = makeRepo()
    repo.write(
      '.mcp.json',
      JSON.stringify({
        mcpServers: {
          good: { command: process.execPath, args: [program(runs)], env: { KEY: '${SOME_KEY:-none}' } },
          absent: { command: 'no-such-program-here' },
          off: { command: process.execPath, disabled: true },
        },
      }),
    )
    const env = repo.env()
    expect((await status(env)).task).toBeUndefined()
    await prompt(env)
    expect(existsSync(runs)).toBe(false)
    const first = await mcpStatus(env)
    expect(first).toMatchObject({
      cached: false,
      servers: [
        { name: 'good', from: '.mcp.json', status: 'running' },
        { name: 'absent', status: 'failed' },
      ],
    })
    expect(readFileSync(runs, 'utf8')).toBe('none\n')
    const cache = join(repo.dir, '.ralph/cache/mcp-status.json')
    const now = env.now().getTime()
    expect(JSON.parse(readFileSync(cache, 'utf8'))).toEqual({
      version: 1,
      entries: {
        [repo.dir]: {
          servers: {
            good: { status: 'running', cachedAt: now },
            absent: { status: 'failed', cachedAt: now },
          },
          updatedAt: now,
        },
      },
    })
    expect(statSync(cache).mode & 0o777).toBe(0o600)
    expect(repo.git('status', '--porcelain')).toBe('?? .mcp.json\n')
    const told = (await prompt(env)).parts.find(({ name }) => name === 'mcp')!
    expect(told.text).toContain('`good`')
    expect(told.text).not.toContain('absent')
    expect((await status(env)).mcp).toMatchObject({ running: ['good'], leftOut: ['absent'], fresh: true })
    expect((await mcpStatus(env)).cached).toBe(true)
    env.tick(301)
    expect((await prompt(env)).parts.map(({ name }) => name)).not.toContain('mcp')
    expect((await status(env)).mcp).toMatchObject({ fresh: false })
    expect(readFileSync(runs, 'utf8').split('\n')).toHaveLength(2)
    expect((await mcpStatus(env)).cached).toBe(false)
    expect((await mcpStatus(env, { refresh: true })).cached).toBe(false)
    expect(readFileSync(runs, 'utf8').split('\n')).toHaveLength(4)
  })

  it('gives up on a program that says nothing, or too much, or ends, and ends what it started', async () => {
    const repo = makeRepo()
    const pid = join(makeDir(), 'pid')
    const run = (code: string) => ({ command: process.execPath, args: ['-e', code] })
    const silent = `require('fs').writeFileSync(${JSON.stringify(pid)}, String(process.pid)); process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`
    repo.write(
      '.mcp.json',
      JSON.stringify({
        mcpServers: {
          silent: run(silent),
          flood: run(`for (;;) process.stdout.write('x'.repeat(65536))`),
          ended: run('process.exit(0)'),
          refusing: run(
            `process.stdin.once('data', () => console.log('{"jsonrpc":"2.0","id":1,"error":{"code":-1}}'))`,
          ),
        },
      }),
    )
    const { servers: found } = await mcpStatus(repo.env(), { timeout: 2000 })
    expect(found.map(({ status: one }) => one)).toEqual(['failed', 'failed', 'failed', 'failed'])
    await expect.poll(() => isRunning(Number(readFileSync(pid, 'utf8'))), { timeout: 5000 }).toBe(false)
  })

  it('asks servers at an address, and tells those that want a log-in', async () => {
    const seen: string[] = []
    const repo = makeRepo()
    const mcpServers = {
      json: { type: 'http', url: await listen(answering((text) => ['application/json', text], seen)) },
      stream: {
        type: 'http',
        url: await listen(answering((text) => ['text/event-stream', `event: message\ndata: ${text}\n\n`])),
      },
      locked: {
        url: await listen((request, response) =>
          response.writeHead(request.headers.authorization === 'Bearer key' ? 500 : 401).end(),
        ),
      },
      broken: { url: await listen((_, response) => response.writeHead(500).end('{}')) },
      elsewhere: {
        url: await listen((_, response) => response.writeHead(307, { location: '/other' }).end()),
        headers: { authorization: 'Bearer key' },
      },
      hanging: { url: await listen(() => {}) },
      file: { url: 'file:///etc/passwd' },
    }
    repo.write('.cursor/mcp.json', JSON.stringify({ mcpServers }))
    const { servers: found } = await mcpStatus(repo.env(), { timeout: 1500 })
    expect(Object.fromEntries(found.map(({ name, status: one }) => [name, one]))).toEqual({
      json: 'running',
      stream: 'running',
      locked: 'needs-auth',
      broken: 'failed',
      elsewhere: 'failed',
      hanging: 'failed',
      file: 'failed',
    })
    expect(seen).toEqual(['initialize', 'notifications/initialized s1', 'ping s1'])
  })

  it('reads the files of other agents, and says which one it cannot read', async () => {
    const servers = parseMcpServers(
      '{"mcp":{"a":{"type":"local","command":["node","x.js"],"environment":{"K":"${HOME}"}},"b":{"enabled":false,"command":["x"]},"bad name":{"url":"http://x"}}}',
      { path: 'opencode.json', key: 'mcp' },
      { HOME: '/home/ada' },
    )
    expect(servers).toEqual([
      {
        name: 'a',
        from: 'opencode.json',
        reach: { command: 'node', args: ['x.js'], env: { K: '/home/ada' } },
      },
    ])
    const repo = makeRepo({ '.mcp.json': '{ // no JSON' })
    const { servers: none, warnings } = await mcpStatus(repo.env())
    expect(none).toEqual([])
    expect(warnings.join()).toContain("'.mcp.json' is passed over")
    expect(existsSync(join(repo.dir, '.ralph'))).toBe(false)
  })

  it('believes no cache that makes no sense, nor one from the future', () => {
    for (const text of ['', '[', 'null', '{"version":2}', '{"version":1,"entries":{"/p":{"servers":3}}}'])
      expect(parseMcpCache(text).entries).toEqual({})
    const entry =
      '{"servers":{"a b":{"status":"running","cachedAt":1},"c":{"status":"odd","cachedAt":1}},"updatedAt":5}'
    expect(parseMcpCache(`{"version":1,"entries":{"/p":${entry}}}`).entries['/p']!.servers).toEqual({})
    expect(isFresh({ updatedAt: 1000 }, 999)).toBe(false)
    expect(isFresh({ updatedAt: 1000 }, 300_999)).toBe(true)
    expect(isFresh({ updatedAt: 1000 }, 301_000)).toBe(false)
  })
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
