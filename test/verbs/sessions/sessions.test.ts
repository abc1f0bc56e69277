import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { drain } from '../../../src/verbs/sessions/drain.js'
import { listSessions } from '../../../src/verbs/sessions/list.js'
import { pruneSessions } from '../../../src/verbs/sessions/prune.js'
import { searchSessions } from '../../../src/verbs/sessions/search.js'
import { showSession } from '../../../src/verbs/sessions/show.js'
import { uninstall } from '../../../src/verbs/uninstall.js'
import { makeAgent } from '../../helpers/agent.js'
import { makeRepo, type TestEnv, type TestRepo } from '../../helpers/repo.js'

function makeSessions(repo: TestRepo, env: TestEnv): void {
  const one = makeAgent(env, 'aaaa-1')
  one.start()
  one.asks('why does the database refuse connections')
  one.runs('npm test', { error: 'Exit code 1\nconnect ECONNREFUSED 127.0.0.1:5432' })
  one.edits('docker/compose.yml')
  one.runs('npm test', { result: 'all passed' })
  one.ends()
  repo.git('checkout', '-q', '-b', 'topic')
  const two = makeAgent(env, 'aaab-2')
  two.asks('translate the error messages')
  two.edits('src/messages.ts')
  two.ends()
}

describe('sessions', () => {
  it('are listed, the newest first, with what they came to', async () => {
    const repo = makeRepo()
    const env = repo.env()
    makeSessions(repo, env)
    const { sessions, total, capture } = await listSessions(env, { limit: 1 })
    expect(sessions).toMatchObject([{ session: 'aaab-2', branch: 'topic', files: ['src/messages.ts'] }])
    expect({ total, capture }).toEqual({ total: 2, capture: { state: 'healthy', text: '' } })
    expect((await listSessions(env, { branch: 'main' })).sessions).toMatchObject([{ session: 'aaaa-1' }])
    expect((await listSessions(env, { agent: 'codex' })).sessions).toEqual([])
  })

  it('are shown by the beginning of their id', async () => {
    const repo = makeRepo()
    const env = repo.env()
    makeSessions(repo, env)
    expect((await showSession(env, 'aaaa'))!.observations).toHaveLength(6)
    expect((await showSession(env))!.session.session).toBe('aaab-2')
    await expect(showSession(env, 'aaa')).rejects.toMatchObject({ code: 'ambiguous-id' })
    await expect(showSession(env, 'zzz')).rejects.toMatchObject({ code: 'session-not-found' })
  })

  it('are searched: observations and summaries, by type, session and file', async () => {
    const repo = makeRepo()
    const env = repo.env()
    makeSessions(repo, env)
    const { hits } = await searchSessions(env, 'ECONNREFUSED')
    expect(hits[0]).toMatchObject({ session: 'aaaa-1', type: 'error' })
    expect(hits.map(({ type }) => type)).toContain('summary')
    const errors = await searchSessions(env, 'ECONNREFUSED', { type: 'error' })
    expect(errors.hits.map(({ type }) => type)).toEqual(['error'])
    expect(
      (await searchSessions(env, 'error', { session: 'aaab-2' })).hits.every(
        ({ session }) => session === 'aaab-2',
      ),
    ).toBe(true)
    expect((await searchSessions(env, 'npm', { session: 'aaab-2', type: 'success' })).hits).toEqual([])
    expect((await searchSessions(env, 'npm', { session: 'aaaa-1', type: 'success' })).hits).toHaveLength(1)
    const inSrc = await searchSessions(env, 'Edit', { path: 'src' })
    expect(inSrc.hits.map(({ session }) => session)).toEqual(['aaab-2'])
    expect((await searchSessions(env, 'nothing says zebra')).hits).toEqual([])
  })

  it('are found again after more was seen, each observation once', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const agent = makeAgent(env)
    for (let i = 0; i < 12; i++) {
      agent.asks(`question about walrus number ${i}`)
      expect((await searchSessions(env, 'walrus', { type: 'note', limit: 100 })).hits).toHaveLength(i + 1)
    }
    agent.ends()
    expect((await searchSessions(env, 'walrus', { type: 'note', limit: 100 })).hits).toHaveLength(12)
  })

  it('are pruned by age and by size, the oldest first, and leave nothing behind', async () => {
    const repo = makeRepo()
    const env = repo.env()
    for (let i = 0; i < 4; i++) {
      const agent = makeAgent(env, `session-${i}`)
      agent.asks(`pruned walrus ${i}`)
      agent.ends()
      env.tick(86_400)
    }
    const planned = await pruneSessions(env, { days: 3, dryRun: true })
    expect(planned.pruned.map(({ session, why }) => [session.session, why])).toEqual([
      ['session-0', 'age'],
      ['session-1', 'age'],
    ])
    expect((await listSessions(env)).total).toBe(4)
    expect(await pruneSessions(env, { days: 3 })).toMatchObject({ left: 2, dryRun: false })
    expect(
      (await searchSessions(env, 'walrus', { type: 'note' })).hits.map(({ session }) => session).toSorted(),
    ).toEqual(['session-2', 'session-3'])
    await pruneSessions(env, { sessions: ['session-3'] })
    expect((await listSessions(env)).sessions.map(({ session }) => session)).toEqual(['session-2'])
    await expect(pruneSessions(env, { sessions: ['nobody'] })).rejects.toMatchObject({
      code: 'session-not-found',
    })
  })

  it('are pruned unasked when others are put away', async () => {
    const repo = makeRepo()
    const env = repo.env()
    repo.git('config', 'ralph.sessionRetention', '10')
    makeAgent(env, 'old').asks('x')
    makeAgent(env, 'old').ends()
    await drain(env)
    env.tick(11 * 86_400)
    makeAgent(env, 'new').asks('y')
    makeAgent(env, 'new').ends()
    expect(await drain(env)).toMatchObject({ pruned: 1 })
    expect((await listSessions(env)).sessions.map(({ session }) => session)).toEqual(['new'])
  })

  it('are not kept where the settings say so', async () => {
    const repo = makeRepo()
    const env = repo.env()
    makeAgent(env, 'before').asks('kept')
    repo.git('config', 'ralph.observe', 'false')
    // Hooks believe what the last command has read.
    await listSessions(env)
    makeAgent(env, 'after').asks('not kept')
    makeAgent({ ...env, vars: { ...env.vars, RALPH_OBSERVE: 'true' } }, 'asked-for').asks('kept')
    expect((await listSessions(env)).sessions.map(({ session }) => session).toSorted()).toEqual([
      'asked-for',
      'before',
    ])
  })

  it('never hold what is private or secret, in any file of the git directory', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const agent = makeAgent(env)
    const token = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`
    agent.asks('PUBLICWORD <private>HIDDENWORD</private> then')
    agent.runs('deploy <private>HIDDENWORD', { error: `refused HIDDENWORD</private> ${token}` })
    agent.report({
      kind: 'after-tool',
      tool: {
        name: 'X',
        input: { a: { b: '<private>HIDDENWORD' } },
        files: [],
        edits: false,
        result: 'HIDDENWORD',
      },
    })
    agent.report({ kind: 'after-compact', summary: `summary <private>HIDDENWORD</private> ${token}` })
    expect(bytesBelow(join(repo.dir, '.git'))).not.toContain('HIDDENWORD')
    agent.ends()
    await searchSessions(env, 'PUBLICWORD')
    const all = bytesBelow(join(repo.dir, '.git')) + JSON.stringify((await showSession(env))!)
    expect(all).toContain('PUBLICWORD')
    expect(all).not.toContain('HIDDENWORD')
    expect(all).not.toContain(token.slice(0, 16))
  })

  it('are for their owner alone, whatever the umask, and go with uninstall', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const before = process.umask(0)
    try {
      makeSessions(repo, env)
      await searchSessions(env, 'database')
    } finally {
      process.umask(before)
    }
    const dir = join(repo.dir, '.git/ralph')
    const files = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name))
    expect(files.length).toBeGreaterThan(5)
    expect([dir, ...files].filter((path) => (statSync(path).mode & 0o077) !== 0)).toEqual([])
    await uninstall(env)
    expect(readdirSync(join(repo.dir, '.git'))).not.toContain('ralph')
  })
})

function bytesBelow(dir: string): string {
  const names = readdirSync(dir, { recursive: true, encoding: 'utf8' }).map((name) => join(dir, name))
  return names
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('\n')
}
