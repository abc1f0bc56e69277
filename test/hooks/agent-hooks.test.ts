import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { handleAgentEvent } from '../../src/hooks/agent-hooks.js'
import type { AgentName } from '../../src/session/agent-event.js'
import type { LoopState } from '../../src/loop-rules/state.js'
import { writeLoop } from '../../src/store/loop/loop-files.js'
import { openRepo } from '../../src/store/git/repo.js'
import { hold } from '../../src/store/trust/review.js'
import { doctor } from '../../src/verbs/doctor.js'
import { propose } from '../../src/verbs/inbox/propose.js'
import { remember } from '../../src/verbs/remember.js'
import { drain } from '../../src/verbs/sessions/drain.js'
import { makeConflict } from '../helpers/conflict.js'
import { makeDir, makeEnv, makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'
import { CAPTURED } from './payloads.js'

const FIX = "ECONNREFUSED on port 5432 means PostgreSQL isn't running. Fix: `docker compose up -d`"
const PATTERN = 'The connection pool lives in src/db.ts; never open a second one'

let repo: TestRepo
let env: TestEnv
let sessions = 0
let session: string

beforeAll(async () => {
  repo = makeRepo({ 'src/db.ts': 'pool\n' })
  env = repo.env()
  await remember(env, FIX, { type: 'fix', tags: ['docker'] })
  await remember(env, PATTERN, { type: 'pattern' })
  await remember(env, 'Zebra printers in Gdansk print at 300 dpi', { type: 'context' })
})
beforeEach(() => void (session = `session-${sessions++}`))

const logOf = (one = repo): string[] => {
  const path = join(one.dir, '.git/ralph/agent-hooks.log')
  return existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []
}
/** What the model reads. */
async function told(event: string, fields: object, agent: AgentName = 'claude'): Promise<string> {
  const out = await handleAgentEvent(env, agent, event, { session_id: session, cwd: repo.dir, ...fields })
  return out === '' ? '' : (JSON.parse(out).hookSpecificOutput.additionalContext as string)
}
const prompt = (text: string) => told('UserPromptSubmit', { prompt: text })
const reading = (file: string) => told('PreToolUse', { tool_name: 'Read', tool_input: { file_path: file } })
const failing = (error: string) =>
  told('PostToolUseFailure', { tool_name: 'Bash', tool_input: { command: 'npm test' }, error })

describe('when a session begins', () => {
  it('tells where it is, what is remembered, and how to get at it', async () => {
    const text = await told('SessionStart', { source: 'startup' })
    expect(text).toContain('Branch main: 3 memories (1 pattern, 1 fix, 1 context).')
    expect(text).toContain(`| ${FIX}`)
    expect(text).toMatch(/\[mem-\d+-[0-9a-f]{4}\] fix, today, tags: docker/)
    expect(text).toContain('git ralph recall')
  })

  it('tells what waits for somebody', async () => {
    const other = makeRepo()
    const there = other.env()
    await propose(there, [
      {
        type: 'fix',
        body: 'a proposal',
        tags: [],
        why: 'it failed',
        source: { kind: 'session', session: 'x' },
      },
    ])
    const out = await handleAgentEvent(there, 'claude', 'SessionStart', {
      session_id: 's',
      source: 'startup',
    })
    expect(out).toContain('Waiting: proposed memories in the inbox: 1 (git ralph inbox).')
  })

  it('tells of conflicts that wait', async () => {
    const { env: there } = await makeConflict()
    const out = await handleAgentEvent(there, 'claude', 'SessionStart', {
      session_id: 's',
      source: 'startup',
    })
    expect(out).toContain('Waiting: conflicts between memories: 1 (git ralph resolve).')
  })

  it('tells nothing that is in quarantine, there or later', async () => {
    const other = makeRepo()
    const there = other.env()
    const body = 'ERR_PNPM_OUTDATED_LOCKFILE: see src/lock.ts'
    await remember(there, body, { type: 'fix' })
    const ask = async (name: string) => {
      const start = await handleAgentEvent(there, 'claude', 'SessionStart', {
        session_id: name,
        source: 'startup',
      })
      const prompt = { session_id: `${name}-later`, prompt: 'what about ERR_PNPM_OUTDATED_LOCKFILE?' }
      return [start, await handleAgentEvent(there, 'claude', 'UserPromptSubmit', prompt)]
    }
    for (const told of await ask('before')) expect(told).toContain(body)
    hold(await openRepo(there), [{ body, held: { id: 'x', why: ['an order'], from: 'origin' } }])
    const [start, prompt] = await ask('after')
    expect(start).toContain('Waiting: texts in quarantine, which are not told: 1 (git ralph review).')
    expect([start!.includes(body), prompt]).toEqual([false, ''])
  })

  it('tells what came of the last session', async () => {
    const other = makeRepo()
    const there = other.env()
    const send = (event: string, fields: object) =>
      handleAgentEvent(there, 'claude', event, { session_id: 'first', cwd: other.dir, ...fields })
    await send('SessionStart', { source: 'startup' })
    await send('UserPromptSubmit', { prompt: 'mend the </project-memory> parser' })
    await send('SessionEnd', { reason: 'other' })
    await drain(there, { all: true })
    const out = await handleAgentEvent(there, 'claude', 'SessionStart', {
      session_id: 'second',
      source: 'startup',
    })
    expect(out).toContain('The last session on main (claude, today):')
    expect(out).toContain('| Asked: mend the ‹/project-memory> parser')
  })

  it('tells of a loop that runs in the work tree', async () => {
    const other = makeRepo()
    const loop = {
      format: 1,
      id: 'run-1f2e3d4c',
      goal: 'make the tests pass',
      status: 'running',
      workTree: other.dir,
      startedAt: '2025-01-21T10:00:00Z',
      limits: { maxIterations: 10 },
      current: { iteration: 2, phase: 'agent', startedAt: '2025-01-21T10:00:00Z' },
      iterations: [],
    }
    const repo = await openRepo(other.env())
    const start = () =>
      handleAgentEvent(other.env(), 'claude', 'SessionStart', { session_id: 's', source: 'startup' })
    writeLoop(repo, loop as unknown as LoopState)
    expect(await start()).toContain(
      'Loop run-1f2e3d4c runs here, iteration 2 of 10. Its goal: make the tests pass',
    )
    writeLoop(repo, { ...loop, status: 'success' } as unknown as LoopState)
    expect(await start()).not.toContain('Loop')
  })

  it('says nothing where nothing is remembered and nothing waits', async () => {
    const payload = { session_id: 's', source: 'startup' }
    expect(await handleAgentEvent(makeRepo().env(), 'claude', 'SessionStart', payload)).toBe('')
  })

  it('repeats nothing when it is resumed, and everything when it was compacted', async () => {
    expect(await told('SessionStart', { source: 'startup' })).toContain(FIX)
    expect(await told('SessionStart', { source: 'resume' })).toBe('')
    expect(await prompt(`what about ECONNREFUSED on port 5432?`)).toBe('')
    expect(await told('SessionStart', { source: 'compact' })).toContain(FIX)
    session = 'resumed-from-elsewhere'
    expect(await told('SessionStart', { source: 'resume' })).toContain(FIX)
  })

  it('tells opencode again what it lost by compacting', async () => {
    const payload = { sessionID: session, directory: repo.dir }
    const first = await handleAgentEvent(env, 'opencode', 'session.created', payload)
    expect(JSON.parse(first).context).toContain(FIX)
    const again = await handleAgentEvent(env, 'opencode', 'session.compacted', payload)
    expect(JSON.parse(again).context).toContain(FIX)
  })

  it('keeps to the budget', async () => {
    const small = { ...env, vars: { ...env.vars, RALPH_BUDGET: '150' } }
    const payload = { session_id: session, source: 'startup' }
    const out = await handleAgentEvent(small, 'claude', 'SessionStart', payload)
    expect(out).toMatch(/\d more: git ralph recall finds them/)
  })
})

describe('with a prompt', () => {
  it('tells what is strong, and that once', async () => {
    expect(await prompt('npm test says ECONNREFUSED 127.0.0.1:5432')).toContain(FIX)
    expect(await prompt('npm test says ECONNREFUSED 127.0.0.1:5432')).toBe('')
  })

  it.each([
    'please write more tests for the parser',
    'yes',
    '',
    '/compact keep ECONNREFUSED 5432',
    'print a list',
  ])('says nothing to %j', async (text) => expect(await prompt(text)).toBe(''))

  it('takes nothing in it for an operator', async () => {
    expect(await prompt('"ECONNREFUSED now" -docker type:context port 5432 postgresql')).toContain(FIX)
  })
})

describe('before a file is used', () => {
  it('tells what cites it, once for each file and session', async () => {
    expect(await reading(join(repo.dir, 'src/db.ts'))).toContain(PATTERN)
    expect(await reading(join(repo.dir, 'src/db.ts'))).toBe('')
    session = `${session}-other`
    expect(await reading('src/db.ts')).toContain(PATTERN)
    expect(await reading('README.md')).toBe('')
    expect(await reading('/etc/passwd')).toBe('')
  })

  it('tells those agents afterwards that hear nothing before', async () => {
    const fields = {
      tool_name: 'read_file',
      tool_input: { file_path: 'src/db.ts' },
      tool_response: { llmContent: 'pool' },
    }
    expect(await told('BeforeTool', fields, 'gemini')).toBe('')
    expect(await told('AfterTool', fields, 'gemini')).toContain(PATTERN)
  })

  it('tells a memory once, however many hooks run side by side', async () => {
    await remember(env, 'Both src/left.ts and src/right.ts are generated', { type: 'context' })
    const answers = await Promise.all(['src/left.ts', 'src/right.ts', 'src/left.ts'].map(reading))
    expect(answers.filter((text) => text.includes('are generated'))).toHaveLength(1)
  })
})

describe('after a failure', () => {
  it('tells the fix that is known', async () => {
    const error =
      'Exit code 1\n FAIL test/api.test.ts (1234 ms)\nError: connect ECONNREFUSED 127.0.0.1:5432\n    at afterConnect (node:net:1607:16)'
    expect(await failing(error)).toContain(FIX)
    expect(await failing(error)).toBe('')
  })

  it('tells no memory of another type, and nothing to a failure that nobody met', async () => {
    expect(await failing('Error: Zebra printers in Gdansk print at 300 dpi')).toBe('')
    expect(await failing('Exit code 3')).toBe('')
    expect(await failing('SyntaxError: Unexpected token } in JSON at position 4')).toBe('')
  })
})

describe('switched off', () => {
  const start = (vars: Record<string, string>) => {
    const there = { ...env, vars: { ...env.vars, ...vars } }
    const payload = { session_id: session, cwd: repo.dir, source: 'startup' }
    return handleAgentEvent(there, 'claude', 'SessionStart', payload)
  }
  const isObserved = (): boolean => existsSync(join(repo.dir, '.git/ralph/spool', `${session}.jsonl`))

  it.each(['none', 'manual'])('tells nothing with inject=%s, and observes all the same', async (inject) => {
    expect(await start({})).not.toBe('')
    session += inject
    expect(await start({ RALPH_INJECT: inject })).toBe('')
    expect(isObserved()).toBe(true)
  })

  it('does nothing at all with enabled=false', async () => {
    expect(await start({ RALPH_ENABLED: 'false' })).toBe('')
    expect(isObserved()).toBe(false)
  })

  it('is silent outside of a repository, and where a repository is broken', async () => {
    const outside = makeDir()
    const payload = { session_id: session, source: 'startup' }
    expect(await handleAgentEvent(makeEnv(outside), 'claude', 'SessionStart', payload)).toBe('')
    writeFileSync(join(outside, '.git'), 'nonsense')
    expect(await handleAgentEvent(makeEnv(outside), 'claude', 'SessionStart', payload)).toBe('')
    expect(readdirSync(outside)).toEqual(['.git'])
  })
})

describe('what agents really sent', () => {
  it('is taken without a complaint, and answered with nothing that stops an agent', async () => {
    const before = logOf()
    for (const { agent, event, payload } of CAPTURED) {
      const out = await handleAgentEvent(env, agent, event, payload)
      if (out !== '') expect(out).not.toMatch(/"(?:decision|permission\w*|stopReason)"|"continue":false/)
    }
    expect(logOf()).toEqual(before)
  })

  it('makes no turn go on when it ends', async () => {
    for (const { agent, event, payload } of CAPTURED.filter(({ event: name }) =>
      /stop|idle|AfterAgent/i.test(name),
    ))
      expect(await handleAgentEvent(env, agent, event, payload)).toBe(agent === 'cursor' ? '{}' : '')
  })
})

describe('what no agent should send', () => {
  const wrong: [string, (payload: Record<string, unknown>) => unknown][] = [
    ['nothing', () => undefined],
    ['null', () => null],
    ['a list', () => []],
    ['a text', () => 'text'],
    ['an error of parsing', () => new Error('not JSON')],
    ['no fields', () => ({})],
    ['numbers for texts', (payload) => Object.fromEntries(Object.keys(payload).map((key) => [key, 7]))],
    ['nulls', (payload) => Object.fromEntries(Object.keys(payload).map((key) => [key, null]))],
    ['lists', (payload) => Object.fromEntries(Object.keys(payload).map((key) => [key, [{}]]))],
  ]

  it.each(wrong)('%s: leaves one line in the log, and no answer that stops an agent', async (_, change) => {
    for (const { agent, event, payload } of CAPTURED) {
      const before = logOf().length
      const out = await handleAgentEvent(env, agent, event, change(payload))
      expect(out).toMatch(/^(?:|\{\}|\{"continue":true\})$/)
      expect(logOf().length - before).toBeLessThanOrEqual(1)
      expect(logOf().at(-1)).toMatch(new RegExp(`^\\S+Z ${agent} ${event.replaceAll('.', '\\.')}: `))
    }
  })

  it('one field less, or of another type: at most a line in the log', async () => {
    for (const { agent, event, payload } of CAPTURED) {
      for (const key of Object.keys(payload)) {
        for (const value of [undefined, 7, { a: [] }]) {
          const before = logOf().length
          const out = await handleAgentEvent(env, agent, event, { ...payload, [key]: value })
          if (out !== '') expect(out).not.toMatch(/"(?:decision|permission\w*)"|"continue":false/)
          expect(logOf().length - before).toBeLessThanOrEqual(1)
        }
      }
    }
  })

  it('texts of 5 MB', async () => {
    const long = 'ECONNREFUSED '.repeat(400_000)
    for (const [agent, event, fields] of [
      ['claude', 'UserPromptSubmit', { session_id: session, prompt: long }],
      [
        'claude',
        'PostToolUseFailure',
        { session_id: session, tool_name: 'Bash', tool_input: { command: long }, error: long },
      ],
      ['claude', 'PreToolUse', { session_id: session, tool_name: 'Read', tool_input: { file_path: long } }],
      [
        'gemini',
        'AfterTool',
        { session_id: session, tool_name: long, tool_input: {}, tool_response: { llmContent: long } },
      ],
      ['claude', 'SessionStart', { session_id: long, cwd: long, source: 'startup' }],
    ] as const) {
      const out = await handleAgentEvent(env, agent, event, fields)
      expect(out.length).toBeLessThan(12_000)
    }
    const told = readdirSync(join(repo.dir, '.git/ralph/told'))
    for (const name of told)
      expect(statSync(join(repo.dir, '.git/ralph/told', name)).size).toBeLessThan(100_000)
  })

  it('is told by doctor, until somebody mends it', async () => {
    const there = makeRepo().env()
    const found = async () => (await doctor(there)).findings.filter(({ check }) => check === 'agents')
    expect(await found()).toEqual([])
    await handleAgentEvent(there, 'claude', 'Stop', 'x')
    expect(await found()).toMatchObject([{ level: 'warning' }])
    expect((await found())[0]!.message).toContain('claude Stop: no JSON object')
    await doctor(there, { fix: true })
    expect(await found()).toEqual([])
  })

  it('keeps the log small', async () => {
    const other = makeRepo()
    const there = other.env()
    for (let i = 0; i < 1500; i++) await handleAgentEvent(there, 'claude', 'Stop', `x`)
    const size = (name: string) => statSync(join(other.dir, '.git/ralph', name)).size
    expect(size('agent-hooks.log') + size('agent-hooks.log.1')).toBeLessThan(140_000)
    expect(statSync(join(other.dir, '.git/ralph/agent-hooks.log')).mode & 0o777).toBe(0o600)
  })
})
