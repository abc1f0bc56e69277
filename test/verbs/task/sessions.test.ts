import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { resumeCommand } from '../../../src/session/resume.js'
import { planResume, resumeTask, taskHistory, taskSessions } from '../../../src/verbs/task/sessions.js'
import { noteProgress } from '../../../src/verbs/task/progress.js'
import { startTask } from '../../../src/verbs/task/start.js'
import { makeAgent } from '../../helpers/agent.js'
import { makeDir, makeRepo } from '../../helpers/repo.js'

describe('the attempts at a task', () => {
  it('are the sessions that worked on it, with their modes, messages and transcripts', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const before = makeAgent(env, 'before')
    before.start()
    before.asks('something else')
    await startTask(env, 't')
    const first = makeAgent(env, 'first')
    first.report({ kind: 'session-start', mode: 'plan', transcript: '/home/ada/first.jsonl' })
    first.report({ kind: 'prompt', mode: 'plan', prompt: 'plan the totals' })
    first.report({ kind: 'stop', message: 'Here is a plan' })
    first.ends()
    const named = { ...env, vars: { ...env.vars, RALPH_TASK: 't' } }
    const second = makeAgent(named, 'second')
    second.start()
    second.asks('do it')
    const { task, attempts } = await taskSessions(env)
    expect(task).toBe('t')
    expect(attempts.map(({ n, session, mode, project }) => [n, session, mode, project])).toEqual([
      [1, 'first', 'plan', repo.dir],
      [2, 'second', 'agent', repo.dir],
    ])
    const history = await taskHistory(env, 't', 1)
    expect(history.attempt.transcript).toBe('/home/ada/first.jsonl')
    expect(history.messages.map(({ who, text }) => `${who}: ${text}`)).toEqual([
      'user: plan the totals',
      'agent: Here is a plan',
    ])
    expect((await taskHistory(env)).attempt.session).toBe('second')
    await expect(taskHistory(env, 't', 3)).rejects.toThrow("task 't' has 2 attempts, not 3")
  })

  it('are known by what they wrote, where no hook saw them', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await startTask(env, 't')
    await startTask(env, 't2')
    const as = (session: string) => ({
      ...env,
      vars: { ...env.vars, CLAUDE_CODE_SESSION_ID: session, CLAUDECODE: '1', RALPH_TASK: 't' },
    })
    await noteProgress(as('wrote-1'), 'first')
    await noteProgress({ ...as('other'), vars: { ...as('other').vars, RALPH_TASK: 't2' } }, 'of another task')
    makeAgent(as('seen-2'), 'seen-2').start()
    await noteProgress(as('seen-2'), 'second')
    const { attempts } = await taskSessions(env, 't')
    expect(
      new Set(attempts.map(({ session, agent, observed }) => `${session} ${agent} ${observed}`)),
    ).toEqual(new Set(['seen-2 claude true', 'wrote-1 claude false']))
    const wrote = attempts.find(({ session }) => session === 'wrote-1')!
    expect((await planResume(env, 't', wrote.n)).command).toEqual(['claude', '--resume', 'wrote-1'])
    expect((await taskHistory(env, 't', wrote.n)).messages).toEqual([])
  })

  it("are resumed by the agent's own program, where they began and in the mode they had", async () => {
    const repo = makeRepo()
    const bin = makeDir()
    const seen = join(bin, 'seen')
    writeFileSync(join(bin, 'claude'), `#!/bin/sh\necho "$PWD $RALPH_TASK $@" > ${seen}\nexit 7\n`)
    chmodSync(join(bin, 'claude'), 0o755)
    const env = repo.env()
    env.vars['PATH'] = `${bin}:${env.vars['PATH']}`
    await startTask(env, 't')
    await expect(planResume(env, 't', undefined)).rejects.toThrow('no session of an agent has worked on task')
    makeAgent(env, 'abc-1').report({ kind: 'session-start', mode: 'plan' })
    const planned = await planResume(env, undefined, undefined)
    expect(planned.command).toEqual(['claude', '--resume', 'abc-1', '--permission-mode', 'plan'])
    expect(await resumeTask({ ...env, cwd: bin }, planned)).toBe(7)
    expect(readFileSync(seen, 'utf8')).toBe(`${repo.dir} t --resume abc-1 --permission-mode plan\n`)
    expect((await planResume(env, 't', 1, 'agent')).command).toEqual(['claude', '--resume', 'abc-1'])
    await expect(resumeTask(env, { ...planned, command: ['no-such-agent'] })).rejects.toThrow(
      "cannot run 'no-such-agent'",
    )
  })

  it.each([
    ['codex', 'codex resume s1 --sandbox read-only'],
    ['gemini', 'gemini --resume s1 --approval-mode plan'],
    ['opencode', 'opencode --session s1 --agent plan'],
    ['cursor', 'cursor-agent --resume s1'],
  ])('of %s are resumed in its way', (agent, line) => {
    expect(resumeCommand(agent, 's1', 'plan')!.join(' ')).toBe(line)
  })

  it('are not resumed by an id that is an option, or of an agent that nobody knows', () => {
    expect(resumeCommand('claude', '--dangerously-skip-permissions', 'agent')).toBeUndefined()
    expect(resumeCommand('claude', 'a b', 'agent')).toBeUndefined()
    expect(resumeCommand('constructor', 's1', 'agent')).toBeUndefined()
  })
})
