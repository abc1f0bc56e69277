import { chmodSync, mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { doctor } from '../../../src/verbs/doctor.js'
import { captureState } from '../../../src/verbs/sessions/capture-state.js'
import { drain } from '../../../src/verbs/sessions/drain.js'
import { listSessions } from '../../../src/verbs/sessions/list.js'
import { noteCommit } from '../../../src/verbs/sessions/note-commit.js'
import { status } from '../../../src/verbs/status.js'
import { makeAgent } from '../../helpers/agent.js'
import { makeRepo, type TestEnv } from '../../helpers/repo.js'

const asAgent = (env: TestEnv, vars: Record<string, string>): TestEnv => ({
  ...env,
  vars: { ...env.vars, ...vars },
})
const asClaude = (env: TestEnv, session: string): TestEnv =>
  asAgent(env, { CLAUDE_CODE_SESSION_ID: session, AI_AGENT: 'claude-code_2-1-326_agent' })

describe('note commit', () => {
  it('links the commit to the session that made it', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const agent = makeAgent(env)
    agent.asks('commit it')
    const commit = repo.commit('work', { 'a.txt': 'a' })
    noteCommit(asClaude(env, 'session-1'))
    agent.ends()
    const { sessions } = await listSessions(env)
    expect(sessions).toMatchObject([{ session: 'session-1', agent: 'claude', commits: [commit] }])
    expect((await listSessions(env, { commit: 'HEAD' })).sessions).toEqual(sessions)
    expect((await listSessions(env, { commit: 'HEAD~' })).sessions).toEqual([])
    await expect(listSessions(env, { commit: 'nothing' })).rejects.toMatchObject({ code: 'bad-usage' })
    expect(sessions[0]!.text).toContain(`Committed: ${commit.slice(0, 10)}`)
  })

  it('finds the session of an agent that tells only its name', async () => {
    const repo = makeRepo()
    // The files have the time of the machine.
    const env = repo.env({ now: () => new Date() })
    makeAgent(env, 'another').asks('x')
    makeAgent(env, 'geminis').report({ agent: 'gemini', kind: 'prompt', prompt: 'y' })
    const commit = repo.commit('work')
    noteCommit(asAgent(env, { GEMINI_CLI: '1' }))
    const { sessions } = await listSessions(env)
    expect(sessions.find(({ session }) => session === 'geminis')).toMatchObject({ commits: [commit] })
    expect(sessions.find(({ session }) => session === 'another')).toMatchObject({ commits: [] })
  })

  it('says nothing when a person commits', async () => {
    const repo = makeRepo()
    noteCommit(repo.env())
    expect((await listSessions(repo.env())).total).toBe(0)
  })
})

describe('capture state', () => {
  it('is healthy where nothing was ever seen, and where all is', async () => {
    const env = makeRepo().env()
    expect(await captureState(env)).toEqual({ state: 'healthy', text: '' })
    makeAgent(env).asks('x')
    expect(await captureState(env)).toEqual({ state: 'healthy', text: '' })
  })

  it('notices that an observation could not be kept, until one is again', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const ralph = join(repo.dir, '.git/ralph')
    mkdirSync(ralph, { recursive: true })
    writeFileSync(join(ralph, 'spool'), 'in the way')
    makeAgent(env).asks('lost')
    expect(await captureState(env)).toMatchObject({
      state: 'stopped',
      text: expect.stringMatching(
        /^capture has stopped: at 2025-01-21T10:00:01.000Z an observation could not be kept: E/,
      ),
    })
    expect(await status(env)).toMatchObject({ capture: { state: 'stopped' } })
    const { findings } = await doctor(env)
    expect(findings.find(({ check }) => check === 'capture')).toMatchObject({ level: 'problem' })
    rmSync(join(ralph, 'spool'))
    makeAgent(env).asks('kept')
    expect(await captureState(env)).toMatchObject({ state: 'healthy' })
  })

  it('notices commits of an agent whose hooks have gone silent', async () => {
    const repo = makeRepo()
    const env = repo.env()
    // An agent that was never captured is not missed.
    noteCommit(asClaude(env, 'silent-0'))
    expect(await captureState(env)).toMatchObject({ state: 'healthy' })
    await drain(env, { all: true })
    expect(await captureState(env)).toMatchObject({ state: 'healthy' })
    makeAgent(env, 'seen').asks('x')
    noteCommit(asClaude(env, 'seen'))
    makeAgent(env, 'seen').ends()
    await drain(env)
    expect(await captureState(env)).toMatchObject({ state: 'healthy' })
    env.tick(60)
    noteCommit(asClaude(env, 'silent-1'))
    const said =
      'capture has stopped: claude made 1 commit in session silent-1, but its hooks reported nothing: run `git ralph install claude`'
    expect(await captureState(env)).toEqual({ state: 'stopped', text: said })
    await drain(env, { all: true })
    expect(await captureState(env)).toEqual({ state: 'stopped', text: said })
  })

  it('notices that a hook failed after all that was seen', async () => {
    const repo = makeRepo()
    const env = repo.env({ now: () => new Date() })
    const log = join(repo.dir, '.git/ralph/agent-hooks.log')
    makeAgent(env).asks('x')
    writeFileSync(log, '2025-01-21T10:00:00.000Z claude PostToolUse: no JSON object\n')
    expect(await captureState(env)).toMatchObject({ state: 'healthy' })
    const soon = new Date(Date.now() + 5000).toISOString()
    writeFileSync(log, `${soon} claude PostToolUse: no JSON object\n`, { flag: 'a' })
    const said = `capture has stopped: at ${soon} a hook failed: claude PostToolUse: no JSON object`
    expect(await captureState(env)).toEqual({ state: 'stopped', text: said })
  })

  it('notices that nobody puts away what hooks saw', async () => {
    const repo = makeRepo()
    const env = repo.env()
    makeAgent(env).asks('x')
    const old = new Date(env.now().getTime() - 2 * 86_400_000)
    utimesSync(join(repo.dir, '.git/ralph/spool/session-1.jsonl'), old, old)
    expect(await captureState(env)).toMatchObject({
      state: 'lagging',
      text: expect.stringContaining('1 session'),
    })
    // Status puts it away, and has nothing to say then.
    expect(await status(env)).toMatchObject({ capture: { state: 'healthy' } })
  })

  it('status tells how many proposals wait, and of lines that could not be read', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const agent = makeAgent(env)
    agent.runs('make', { error: 'error: no rule' })
    agent.edits('Makefile')
    agent.runs('make')
    agent.ends()
    writeFileSync(join(repo.dir, '.git/ralph/spool/session-1.jsonl'), '\nnot JSON\n', { flag: 'r+' })
    chmodSync(join(repo.dir, '.git/ralph/spool/session-1.jsonl'), 0o600)
    agent.ends()
    const { warnings } = await status(env)
    expect(warnings).toEqual([expect.stringMatching(/^\d lines? that hooks left could not be read/)])
  })
})
