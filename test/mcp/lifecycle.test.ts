import { spawn, spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { describe, expect, it, vi } from 'vitest'
import { remember } from '../../src/verbs/remember.js'
import { BIN, runBin } from '../helpers/bin.js'
import { connect } from '../helpers/mcp.js'
import { idsOnLine } from '../helpers/processes.js'
import { makeRepo, TEST_VARS } from '../helpers/repo.js'

const HELLO = {
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'pipe', version: '1' } },
}

interface Answer {
  id?: number
  result?: Record<string, unknown>
  error?: { code: number }
}

const lines = (requests: object[]): string =>
  requests.map((request, id) => `${JSON.stringify({ jsonrpc: '2.0', id, ...request })}\n`).join('')

const parse = (out: string): Answer[] =>
  out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Answer)

describe('a server that is spoken to through a pipe', () => {
  it('answers all that was asked, then ends with 0', () => {
    const repo = makeRepo()
    const remembers = Array.from({ length: 5 }, (_, n) => ({
      method: 'tools/call',
      params: { name: 'remember', arguments: { content: `piped ${n}` } },
    }))
    const input = lines([{ method: 'server/discover' }, HELLO, { method: 'tools/list' }, ...remembers])
    const { code, out, err } = runBin(['mcp'], { cwd: repo.dir, input })
    const answers = parse(out).filter(({ id }) => id !== undefined)
    expect(answers.map(({ id }) => id).toSorted((a, b) => a! - b!)).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(answers.filter(({ error }) => error)).toMatchObject([{ id: 0, error: { code: -32601 } }])
    expect(idsOnLine(repo)).toHaveLength(5)
    expect([code, err]).toEqual([0, ''])
  })

  it.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
    'speaks version %s',
    (protocolVersion) => {
      const input = lines([{ ...HELLO, params: { ...HELLO.params, protocolVersion } }])
      const { out } = runBin(['mcp'], { cwd: makeRepo().dir, input })
      expect(parse(out)[0]!.result).toMatchObject({ protocolVersion })
    },
  )

  it('goes on after lines that are no messages', () => {
    const input = `no JSON\n{}\n\n[1]\n${lines([HELLO])}`
    const { code, out, err } = runBin(['mcp'], { cwd: makeRepo().dir, input })
    expect(parse(out)).toMatchObject([{ id: 0, result: { serverInfo: { name: 'git-ralph' } } }])
    expect(code).toBe(0)
    expect(err).toContain('git-ralph mcp: ')
  })
})

describe.skipIf(process.platform !== 'linux')('the processes of a server', () => {
  const childrenOf = (pid: number): string[] =>
    readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  const filesOf = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length

  it('do not grow in number with calls, nor do its open files', async () => {
    const repo = makeRepo()
    const env = repo.env()
    for (let n = 0; n < 12; n++) await remember(env, `packed ${n}`)
    repo.git('gc', '-q')
    const { call, pid } = await connect(repo.dir)
    const round = async (name: string): Promise<void> => {
      for (let n = 0; n < 6; n++) {
        // Each write reads packed objects, and leaves an index to be brought up to date.
        await call('remember', { content: `${name} ${n}` })
        const reads = Array.from({ length: 15 }, () => call('recall', { query: name }))
        await Promise.all([...reads, call('history', { limit: 1 })])
      }
    }
    await round('first')
    const before = filesOf(pid)
    await round('second')
    // Four readers may be waiting for further questions, each with three pipes; another may be just about to end.
    await vi.waitFor(() => {
      expect(childrenOf(pid).length).toBeLessThanOrEqual(4)
      expect(filesOf(pid)).toBeLessThanOrEqual(before + 12)
    })
  })

  it.each(['SIGTERM', 'SIGINT'] as const)('end with it on %s', async (signal) => {
    const repo = makeRepo()
    const child = spawn(process.execPath, [BIN, 'mcp'], { cwd: repo.dir, env: TEST_VARS })
    const answered = new Promise<void>((resolve) => child.stdout.once('data', () => resolve()))
    child.stdin.write(lines([HELLO]))
    await answered
    child.kill(signal)
    const code = await new Promise((resolve) => child.on('close', resolve))
    expect(code).toBe(0)
  })
})

describe('many calls at once', () => {
  it('are all answered, and all that was to be remembered is', async () => {
    const repo = makeRepo()
    const { call, err } = await connect(repo.dir)
    const calls = Array.from({ length: 50 }, (_, n) =>
      n % 2 === 0
        ? call('remember', { content: `fact number ${n} of many` })
        : call('recall', { query: 'fact' }),
    )
    const answers = await Promise.all(calls)
    expect(answers.filter(({ failed }) => failed)).toEqual([])
    await call('status')
    expect(idsOnLine(repo)).toHaveLength(25)
    repo.git('fsck', '--strict', '--no-dangling')
    expect(err()).toBe('')
  })
})

describe('a repository that goes away', () => {
  it('is missed in words, and the server goes on', async () => {
    const repo = makeRepo()
    const { call, client } = await connect(repo.dir)
    await call('remember', { content: 'soon gone' })
    expect((await call('status')).failed).toBe(false)
    rmSync(repo.dir, { recursive: true })
    for (const [name, args] of [
      ['recall', { query: 'gone' }],
      ['remember', { content: 'too late' }],
      ['status', {}],
    ] as const) {
      const { failed, text } = await call(name, args)
      expect(failed).toBe(true)
      expect(text).toContain(`error: there is no directory '${repo.dir}'`)
    }
    await expect(client.ping()).resolves.toEqual({})
    spawnSync('git', ['init', '-q', '-b', 'main', repo.dir], { env: TEST_VARS })
    expect((await call('status')).structured).toMatchObject({ branch: 'main', count: 0 })
  })
})
