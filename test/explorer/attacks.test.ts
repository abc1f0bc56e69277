/** Whoever is not the page that we opened gets nothing, and can't keep the page from being served. */
import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, it } from 'vitest'
import { explore, type Explorer, sendRaw } from '../helpers/explorer.js'
import { makeRepo, type TestRepo } from '../helpers/repo.js'
import { runBin } from '../helpers/bin.js'

let repo: TestRepo
let explorer: Explorer
beforeAll(async () => {
  repo = makeRepo()
  runBin(['remember', 'the database is called marmot'], { cwd: repo.dir })
  explorer = await explore(repo.dir)
})

const answers = async (): Promise<void> => {
  const { status, json } = await explorer.get('/api/recall?query=marmot')
  expect([status, json.hits.length]).toEqual([200, 1])
}

describe('who may ask', () => {
  it('the one with the token, at our address', answers)

  it.each([
    ['none', {}],
    ['a wrong one', { Authorization: 'Bearer AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA' }],
    ['an empty one', { Authorization: 'Bearer ' }],
    ['another scheme', { Authorization: 'Basic AAAA' }],
  ])('nobody with %s as a token', async (_, headers) => {
    for (const path of ['/api/recall?query=marmot', '/api/events', '/api/no-such']) {
      const { status, text } = await explorer.ask(path, { headers })
      expect(status).toBe(401)
      expect(text).not.toContain('marmot')
    }
  })

  it('nobody with the beginning of the token, or the token and more, or in the address', async () => {
    for (const token of [explorer.token.slice(0, -1), `${explorer.token}A`])
      expect(
        (await explorer.ask('/api/status', { headers: { Authorization: `Bearer ${token}` } })).status,
      ).toBe(401)
    expect((await explorer.ask(`/api/status?token=${explorer.token}`)).status).toBe(401)
  })

  it.each([
    'evil.example',
    'evil.example:PORT',
    '127.0.0.1',
    '127.0.0.1:1',
    '127.0.0.1.evil.example:PORT',
    '0.0.0.0:PORT',
    'LOCALHOST.:PORT',
  ])('nobody by the name %s, as DNS rebinding would', async (name) => {
    const Host = name.replace('PORT', String(explorer.port))
    for (const path of ['/', '/api/recall?query=marmot']) {
      const { status, text } = await explorer.ask(path, {
        headers: { Host, Authorization: `Bearer ${explorer.token}` },
      })
      expect([status, text.includes('marmot')]).toEqual([403, false])
    }
  })

  it('by all names of this machine', async () => {
    for (const name of ['127.0.0.1', 'localhost', '[::1]'])
      expect((await explorer.ask('/', { headers: { Host: `${name}:${explorer.port}` } })).status).toBe(200)
  })

  it('nobody with two hosts, or none', async () => {
    const ours = `127.0.0.1:${explorer.port}`
    const two = await sendRaw(
      explorer.port,
      `GET / HTTP/1.1\r\nHost: ${ours}\r\nHost: evil.example\r\nConnection: close\r\n\r\n`,
    )
    const none = await sendRaw(explorer.port, 'GET / HTTP/1.0\r\n\r\n')
    expect(two).toMatch(/^HTTP\/1.1 40[03]/)
    expect(none).toMatch(/^HTTP\/1.1 40[03]/)
  })

  it.each([
    ['Origin', 'http://evil.example'],
    ['Origin', 'null'],
    ['Origin', 'http://127.0.0.1:1'],
    ['Sec-Fetch-Site', 'cross-site'],
    ['Sec-Fetch-Site', 'same-site'],
  ])('no page of another site: %s %s', async (name, value) => {
    const all = { [name]: value, Authorization: `Bearer ${explorer.token}` }
    const { status, headers: answered } = await explorer.ask('/api/status', { headers: all })
    expect(status).toBe(403)
    expect(Object.keys(answered).filter((name) => name.startsWith('access-control'))).toEqual([])
    const asked = await explorer.ask('/api/remember', { method: 'OPTIONS', headers: all })
    expect(asked.status).toBe(403)
  })
})

describe('what may be asked', () => {
  it.each(['GET', 'PUT', 'DELETE', 'PATCH', 'HEAD', 'TRACE', 'OPTIONS'])('no write by %s', async (method) => {
    const { status } = await explorer.ask('/api/remember', {
      method,
      headers: { Authorization: `Bearer ${explorer.token}`, 'X-HTTP-Method-Override': 'POST' },
    })
    expect([404, 405]).toContain(status)
  })

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/jsonp',
    '',
  ])('no write as %j, which a form of another site could send', async (type) => {
    const { status } = await explorer.ask('/api/remember', {
      method: 'POST',
      headers: { Authorization: `Bearer ${explorer.token}`, 'Content-Type': type },
      body: '{"content":"written by a form"}',
    })
    expect(status).toBe(415)
  })

  it.each(['{', '[]', '"text"', 'null', '1', ''])('no body like %j', async (body) => {
    const headers = { Authorization: `Bearer ${explorer.token}`, 'Content-Type': 'application/json' }
    expect((await explorer.ask('/api/remember', { method: 'POST', headers, body })).status).toBe(400)
  })

  it('no command but those in the table, however it is spelled', async () => {
    for (const path of [
      'purge',
      'uninstall',
      'hook',
      'mcp',
      'loop/start',
      'bug-report',
      '__complete',
      'explore',
      'constructor',
      '__proto__',
      'toString',
      '..%2Fpurge',
      'inbox%2Fapprove',
      'recall/',
      'recall.cjs',
      '',
    ])
      expect((await explorer.get(`/api/${path}`)).status, path).toBe(404)
    expect((await explorer.post('/api/purge', { text: 'marmot' })).status).toBe(404)
  })

  it('no flag but those in the table, and none inside a value', async () => {
    expect((await explorer.get('/api/recall?format=markdown')).status).toBe(400)
    expect((await explorer.get('/api/recall?__proto__=1')).status).toBe(400)
    expect((await explorer.post('/api/remember', { content: 'x', file: '/etc/passwd' })).status).toBe(400)
    const dashed = await explorer.get('/api/recall?query=--help&here=true')
    expect([dashed.status, dashed.json.kind]).toEqual([200, 'recalled'])
    const id = await explorer.get('/api/show?id=--help')
    expect([id.status, id.json.error.code]).toEqual([404, 'memory-not-found'])
    const tag = await explorer.post('/api/remember', {
      content: 'tagged with a dash',
      title: '--file=/etc/passwd',
    })
    expect(tag.json.memory.title).toBe('--file=/etc/passwd')
    expect((await explorer.post('/api/remember', { content: '-' })).status).toBe(400)
  })

  it('no editor is opened by an edit that says nothing', async () => {
    const { json } = await explorer.get('/api/list')
    expect((await explorer.post('/api/edit', { id: json.memories[0].id })).status).toBe(400)
  })

  it.each([
    '/../package.json',
    '/..%2fpackage.json',
    '/%2e%2e/%2e%2e/package.json',
    '/..%252fpackage.json',
    '/..\\..\\package.json',
    '/%5c..%5cpackage.json',
    '/....//package.json',
    '/%00/package.json',
    '/index.html%00.png',
    '//etc/passwd',
    '/file:///etc/passwd',
    '/.git/config',
    '/%c0%ae%c0%ae/package.json',
  ])('no file outside the page: %s', async (path) => {
    const { status, text } = await explorer.ask(path)
    expect([400, 404]).toContain(status)
    expect(text).not.toMatch(/root:|devDependencies|\[core\]/)
  })

  it('no upgrade, no tunnel, no absolute address', async () => {
    const ours = `127.0.0.1:${explorer.port}`
    const upgrade = `GET /api/events HTTP/1.1\r\nHost: ${ours}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`
    expect(await sendRaw(explorer.port, upgrade)).not.toContain('101')
    expect(
      await sendRaw(explorer.port, `CONNECT evil.example:80 HTTP/1.1\r\nHost: ${ours}\r\n\r\n`),
    ).not.toContain(' 200')
    expect(
      await sendRaw(
        explorer.port,
        `GET http://evil.example/ HTTP/1.1\r\nHost: ${ours}\r\nConnection: close\r\n\r\n`,
      ),
    ).toMatch(/^HTTP\/1.1 400/)
  })
})

describe('how much may be asked', () => {
  it('a body of at most a megabyte, announced or not', async () => {
    const body = JSON.stringify({ content: 'x'.repeat(2 << 20) })
    const headers = { Authorization: `Bearer ${explorer.token}`, 'Content-Type': 'application/json' }
    const announced = await explorer
      .ask('/api/remember', { method: 'POST', headers, body })
      .catch((error: NodeJS.ErrnoException) => error.code)
    // The rest of the body is not read, so that the answer may be lost with the connection.
    expect(
      announced === 'ECONNRESET' || announced === 'EPIPE' || (announced as { status: number }).status === 413,
    ).toBe(true)
    const head = `POST /api/remember HTTP/1.1\r\nHost: 127.0.0.1:${explorer.port}\r\nAuthorization: Bearer ${explorer.token}\r\nContent-Type: application/json\r\n`
    expect(await sendRaw(explorer.port, `${head}Content-Length: 99999999\r\n\r\n`)).toMatch(/^HTTP\/1.1 413/)
    const chunk = 'x'.repeat(600_000)
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n${chunk.length.toString(16)}\r\n${chunk}\r\n`
    expect(await sendRaw(explorer.port, chunked)).toMatch(/^HTTP\/1.1 413/)
    await answers()
  })

  it('headers of at most 16 KB', async () => {
    const { status } = await explorer.ask('/', { headers: { 'X-Long': 'x'.repeat(20_000) } })
    expect(status).toBe(431)
    await answers()
  })

  it('a request that comes too slowly is let go', async () => {
    const answer = await sendRaw(explorer.port, 'GET / HTTP/1.1\r\nHost: ')
    expect(answer).toMatch(/^HTTP\/1.1 408|^$/)
    await answers()
  }, 20_000)

  it('ten thousand rapid requests leave a server that answers, and no larger', async () => {
    const memory = (): number =>
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${explorer.child.pid}/status`, 'utf8'))?.[1]) / 1024
    const wave = async (path: string, headers: Record<string, string>): Promise<(number | undefined)[]> =>
      Promise.all(
        Array.from({ length: 250 }, () =>
          explorer.ask(path, { headers }).then(
            ({ status }) => status,
            () => undefined,
          ),
        ),
      )
    const token = { Authorization: `Bearer ${explorer.token}` }
    const seen = new Set<number | undefined>()
    const linux = process.platform === 'linux'
    for (let i = 0; i < 4; i++) for (const status of await wave('/api/version', token)) seen.add(status)
    const before = linux ? memory() : 0
    for (let i = 0; i < 36; i++)
      for (const status of await wave(i % 2 === 0 ? '/api/version' : '/api/status', i % 2 === 0 ? token : {}))
        seen.add(status)
    expect([...seen].filter((status) => ![200, 401, 429, undefined].includes(status))).toEqual([])
    expect(seen).toContain(200)
    if (linux) expect(memory() - before).toBeLessThan(150)
    await answers()
  }, 120_000)
})

describe('what an answer says', () => {
  it('that nothing but our own files may run', async () => {
    for (const path of ['/', '/nothing', '/api/status']) {
      const { headers } = await explorer.ask(path)
      expect(headers['content-security-policy']).toMatch(/^default-src 'none'; script-src 'self'; /)
      expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['referrer-policy']).toBe('no-referrer')
      expect(headers['cross-origin-resource-policy']).toBe('same-origin')
    }
    expect((await explorer.get('/api/status')).headers['cache-control']).toBe('no-store')
  })

  it('hostile text as data, never as markup', async () => {
    const content =
      '<script>alert(1)</script><img src=x onerror=alert(1)> [x](javascript:alert(1)) <svg onload=alert(1)>'
    await explorer.post('/api/remember', { content })
    const { headers, json } = await explorer.get('/api/list')
    expect(headers['content-type']).toBe('application/json; charset=utf-8')
    expect(json.memories.map((memory: { content: string }) => memory.content)).toContain(content)
  })
})
