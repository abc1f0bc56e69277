/** The explorer's server, as its page uses it: a process of the built command, over HTTP. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { runBin } from '../helpers/bin.js'
import { explore, type Explorer } from '../helpers/explorer.js'
import { makeDir, makeRepo } from '../helpers/repo.js'
import { plantProposal } from '../helpers/plant-proposal.js'

/** What the next `changed` event names. */
async function openEvents(explorer: Explorer): Promise<() => Promise<string[]>> {
  const response = await fetch(`${explorer.address}api/events`, {
    headers: { Authorization: `Bearer ${explorer.token}` },
  })
  expect(response.headers.get('content-type')).toBe('text/event-stream')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  return async () => {
    for (;;) {
      const found = /event: changed\ndata: (.*)\n\n/.exec(text)
      if (found) {
        text = text.slice(found.index + found[0].length)
        return (JSON.parse(found[1]!) as { parts: string[] }).parts
      }
      const { value, done } = await reader.read()
      if (done) throw new Error('the stream ended')
      text += value
    }
  }
}

describe('answers', () => {
  it('are what the command prints as JSON', async () => {
    const { dir } = makeRepo()
    runBin(['remember', 'ports are in .env', '--tags', 'env'], { cwd: dir })
    const explorer = await explore(dir)
    for (const [path, args] of [
      ['list', ['list']],
      ['recall?query=ports&explain=true', ['recall', 'ports', '--explain']],
      ['lines', ['lines']],
      ['log?everywhere=true', ['log', '--everywhere']],
      ['facets', ['facets']],
      ['inbox', ['inbox']],
    ] as const) {
      const { status, text } = await explorer.get(`/api/${path}`)
      expect(status, path).toBe(200)
      const printed = JSON.parse(runBin([...args, '--format', 'json'], { cwd: dir }).out)
      const rounded = (value: unknown): unknown =>
        JSON.parse(
          JSON.stringify(value, (key, one) => (key === 'score' || key === 'tokenEstimate' ? 0 : one)),
        )
      expect(rounded(JSON.parse(text)), path).toEqual(rounded(printed))
    }
  })

  it('are errors with code, message and hint, and a status that fits', async () => {
    const { dir } = makeRepo()
    const explorer = await explore(dir)
    const missing = await explorer.get('/api/show?id=mem-1-0000')
    expect([missing.status, missing.json.error.code]).toEqual([404, 'memory-not-found'])
    const wrong = await explorer.get('/api/recall?type=joke')
    expect([wrong.status, wrong.json.error.code]).toEqual([400, 'bad-usage'])
    const secret = { content: ['the key is AKIA', 'Q3EGRIJ5WXZ7KLMN'].join('') }
    const refused = await explorer.post('/api/remember', secret)
    expect([refused.status, refused.json.error.code]).toEqual([409, 'secret-found'])
    expect(refused.json.error.hint).toContain('--redact')
    const redacted = await explorer.post('/api/remember', { ...secret, redact: true })
    expect(redacted.json.memory.content).toContain('[redacted')
  })
})

describe('undo', () => {
  const LIST = '/api/list'
  const texts = async (explorer: Explorer): Promise<string[]> =>
    (await explorer.get(LIST)).json.memories.map(({ content }: { content: string }) => content).toSorted()
  const takeBack = async (explorer: Explorer, { undo }: { undo: { path: string; body: unknown } }) => {
    const answer = await explorer.post(`/api/${undo.path}`, undo.body)
    expect(answer.status, answer.text).toBe(200)
    return answer
  }

  it('takes back remembering, editing, forgetting and linking, and can be undone itself', async () => {
    const { dir } = makeRepo()
    runBin(['remember', 'it stays'], { cwd: dir })
    const explorer = await explore(dir)
    const made = (await explorer.post('/api/remember', { content: 'made here' })).json
    expect(await texts(explorer)).toEqual(['it stays', 'made here'])
    const undone = await takeBack(explorer, made)
    expect(await texts(explorer)).toEqual(['it stays'])
    await takeBack(explorer, undone.json)
    expect(await texts(explorer)).toEqual(['it stays', 'made here'])
    const { id } = made.memory
    const edited = await explorer.post('/api/edit', { id, content: 'changed here' })
    expect(await texts(explorer)).toEqual(['changed here', 'it stays'])
    await takeBack(explorer, edited.json)
    expect(await texts(explorer)).toEqual(['it stays', 'made here'])
    const forgotten = await explorer.post('/api/forget', { ids: [id] })
    expect(await texts(explorer)).toEqual(['it stays'])
    await takeBack(explorer, forgotten.json)
    expect(await texts(explorer)).toEqual(['it stays', 'made here'])
    const article = await explorer.post('/api/know/add', {
      title: 'Ports',
      content: 'see .env',
      tags: ['env'],
    })
    expect((await explorer.get('/api/know/list')).json.articles).toHaveLength(1)
    await takeBack(explorer, article.json)
    expect((await explorer.get('/api/know/list')).json.articles).toHaveLength(0)
  })

  it('keeps what others wrote meanwhile', async () => {
    const { dir } = makeRepo()
    const explorer = await explore(dir)
    const made = (await explorer.post('/api/remember', { content: 'made here' })).json
    runBin(['remember', 'by another process'], { cwd: dir })
    await takeBack(explorer, made)
    expect(await texts(explorer)).toEqual(['by another process'])
  })

  it('puts proposals back, without the memory that was made of them', async () => {
    const repo = makeRepo()
    await plantProposal(repo, 'npm test needs a build first')
    const explorer = await explore(repo.dir)
    const [{ id }] = (await explorer.get('/api/inbox')).json.proposals
    for (const path of ['inbox/approve', 'inbox/dismiss']) {
      const decided = await explorer.post(`/api/${path}`, { proposals: [id] })
      expect((await explorer.get('/api/inbox')).json.proposals).toEqual([])
      expect(await texts(explorer)).toHaveLength(path === 'inbox/approve' ? 1 : 0)
      await takeBack(explorer, decided.json)
      expect((await explorer.get('/api/inbox')).json.proposals).toHaveLength(1)
      expect(await texts(explorer)).toEqual([])
    }
  })
})

describe('events', () => {
  it('tell of what any process changes', async () => {
    const repo = makeRepo()
    runBin(['remember', 'the first'], { cwd: repo.dir })
    const next = await openEvents(await explore(repo.dir))
    runBin(['remember', 'the second'], { cwd: repo.dir })
    expect(await next()).toContain('lines')
    await plantProposal(repo, 'npm test needs a build first')
    let parts = await next()
    while (!parts.includes('inbox')) parts = await next()
    repo.git('checkout', '-q', '-b', 'feature')
    while (!parts.includes('branches')) parts = await next()
  })

  it('tell of our own writes', async () => {
    const explorer = await explore(makeRepo().dir)
    const next = await openEvents(explorer)
    await explorer.post('/api/remember', { content: 'written here' })
    expect(await next()).toContain('lines')
  })
})

describe('the process', () => {
  it('tells its token once, on standard output, and nobody else', async () => {
    const { dir } = makeRepo()
    const explorer = await explore(dir)
    let said = ''
    for (const stream of [explorer.child.stdout!, explorer.child.stderr!])
      stream.on('data', (chunk: Buffer) => (said += chunk.toString()))
    for (const path of ['/', '/nothing', '/api/status', '/api/nothing', '/api/show?id=none']) {
      const { headers, text } = await explorer.get(path)
      expect(JSON.stringify(headers) + text).not.toContain(explorer.token)
    }
    await explorer.ask(`/?token=${explorer.token}`)
    explorer.child.kill('SIGINT')
    await once(explorer.child, 'close')
    expect(said).not.toContain(explorer.token)
    expect(runBin(['status'], { cwd: dir }).out).toContain('main')
  })

  it('serves a worktree, a bare repository and the same repository twice, each with a token of its own', async () => {
    const repo = makeRepo()
    runBin(['remember', 'known on main'], { cwd: repo.dir })
    const worktree = join(makeDir(), 'tree')
    repo.git('worktree', 'add', '-q', worktree, '-b', 'other')
    const bare = makeDir()
    repo.git('init', '-q', '--bare', '-b', 'main', bare)
    repo.git('push', '-q', bare, 'main', 'refs/ralph-memory/main:refs/ralph-memory/main')
    const branches: string[] = []
    const tokens = new Set<string>()
    for (const dir of [repo.dir, repo.dir, worktree, bare]) {
      const explorer = await explore(dir)
      tokens.add(explorer.token)
      const { status, json } = await explorer.get('/api/recall?query=known')
      expect([status, json.hits.length], dir).toEqual([200, 1])
      branches.push(json.branch)
    }
    expect(branches).toEqual(['main', 'main', 'other', 'main'])
    expect(tokens.size).toBe(4)
  })

  it.each([
    ['abc', "error: option '--port' takes a whole number of 0 or more, not 'abc'"],
    ['-1', "error: option '--port' takes a whole number of 0 or more, not '-1'"],
    ['70000', 'error: 70000 is no port\nhint: leave --port out for any that is free'],
  ])('takes no port like %s', (port, says) => {
    const { code, out, err } = runBin(['explore', '--no-open', '--port', port], { cwd: makeRepo().dir })
    expect([code, out]).toEqual([2, ''])
    expect(err).toContain(says)
  })

  it('does not begin outside a repository', () => {
    const dir = makeDir()
    expect(runBin(['explore', '--no-open'], { cwd: dir })).toEqual({
      code: 1,
      out: '',
      err: `error: not in a git repository: '${dir}'\nhint: run \`git init\` here first, or change to a directory inside a repository\n`,
    })
  })

  it('ends at once with an interrupt, while a page listens', async () => {
    const explorer = await explore(makeRepo().dir)
    await openEvents(explorer)
    explorer.child.kill('SIGINT')
    const [code] = (await once(explorer.child, 'exit')) as [number | null]
    expect(code).toBe(0)
  })

  it('says so when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const ran = runBin(['explore', '--no-open', '--port', String(port)], { cwd: makeRepo().dir })
    other.close()
    expect([ran.code, ran.err]).toEqual([
      2,
      `error: port ${port} is taken\nhint: leave --port out for any that is free\n`,
    ])
  })
})
