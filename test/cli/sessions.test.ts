/** The commands around sessions, and git's own hook, through the built bin. */
import { describe, expect, it } from 'vitest'
import { runBin } from '../helpers/bin.js'
import { makeAgent } from '../helpers/agent.js'
import { makeRepo, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { spawnSync } from '../helpers/spawn.js'

function makeSession(repo: TestRepo): void {
  // It is long ago.
  repo.git('config', 'ralph.sessionRetention', '0')
  const agent = makeAgent(repo.env(), '3f099cc3-85f3-4e8d-a633-ec60e31f3d65')
  agent.start()
  agent.asks('mend the parser')
  agent.runs('npm test', { error: 'Exit code 1\nSyntaxError: unexpected end of input' })
  agent.edits('src/parser.ts')
  agent.runs('npm test', { result: '12 passed' })
  agent.ends()
}

const json = (repo: TestRepo, ...args: string[]): Record<string, unknown> =>
  JSON.parse(runBin([...args, '--format', 'json'], { cwd: repo.dir }).out) as Record<string, unknown>

describe('git ralph sessions', () => {
  it('lists, shows, searches and prunes', () => {
    const repo = makeRepo()
    makeSession(repo)
    const run = (...args: string[]): string => {
      const { code, out, err } = runBin(args, { cwd: repo.dir })
      expect({ code, err }).toEqual({ code: 0, err: '' })
      return out
    }
    expect(run('sessions', 'list')).toMatchInlineSnapshot(`
      "SESSION       STARTED           AGENT   BRANCH  SEEN  COMMITS  SUMMARY
      3f099cc3-85f  2025-01-21 10:00  claude  main       6        0  Asked: mend the parser Changed: src/parser.ts Failed, then passed: \`npm test\` (SyntaxError: unexpected end of input)
      "
    `)
    expect(run('sessions', 'show', '3f09')).toMatchInlineSnapshot(`
      "3f099cc3-85f3-4e8d-a633-ec60e31f3d65 claude
      branch: main
      started: 2025-01-21T10:00:01.000Z
      ended: 2025-01-21T10:00:06.000Z

      Asked: mend the parser
      Changed: src/parser.ts
      Failed, then passed: \`npm test\` (SyntaxError: unexpected end of input)

      10:00:01 session-start startup
      10:00:02 prompt
               mend the parser
      10:00:03 error Bash npm test
               Exit code 1
               SyntaxError: unexpected end of input
      10:00:04 tool_use Edit src/parser.ts
      10:00:05 success Bash npm test
      10:00:06 session-end other
      "
    `)
    expect(run('sessions', 'search', 'unexpected end', '--type', 'error').split('\n')[1]).toMatch(
      /^3f099cc3-85f {2}error +\d\.\d\d {2}2025-01-21 10:00 {2}npm test Exit code 1 SyntaxError/,
    )
    expect(run('sessions', 'prune', '--days', '1', '--dry-run')).toContain('Would remove 1 of 1 sessions')
    expect(run('sessions', 'prune', '3f09')).toContain('Removed 1 of 1 sessions')
    expect(run('sessions', 'list')).toBe('no sessions\n')
    expect(run('sessions', 'show')).toBe('no sessions\n')
  })

  it('answers in JSON', () => {
    const repo = makeRepo()
    makeSession(repo)
    expect(json(repo, 'sessions', 'list')).toMatchObject({
      kind: 'sessions',
      total: 1,
      capture: { state: 'healthy' },
      sessions: [{ agent: 'claude', branch: 'main', counts: { error: 1 } }],
    })
    expect(json(repo, 'sessions', 'show')).toMatchObject({
      kind: 'session',
      observations: [{ event: 'session-start' }, { text: 'mend the parser' }, { type: 'error' }, {}, {}, {}],
    })
    expect(json(repo, 'sessions', 'search', 'parser')).toMatchObject({ kind: 'sessions-found' })
    expect(json(repo, 'sessions', 'prune', '--dry-run')).toMatchObject({
      kind: 'sessions-pruned',
      left: 1,
      sessions: [],
    })
    expect(runBin(['sessions', 'show', 'nope'], { cwd: repo.dir })).toMatchObject({ code: 1, out: '' })
  })
})

describe('git ralph inbox', () => {
  it('lists what was proposed, and makes memories of it', () => {
    const repo = makeRepo()
    makeSession(repo)
    expect(runBin(['status'], { cwd: repo.dir }).out).toMatch(/inbox: +1 proposed: run `git ralph inbox`/)
    expect(runBin(['inbox'], { cwd: repo.dir }).out.replace(/[0-9a-f]{12}/, '<id>')).toMatchInlineSnapshot(`
      "1. fix <id> npm
         \`npm test\` failed with: SyntaxError: unexpected end of input
         It passed after a change of \`src/parser.ts\`.
         \`npm test\` failed, then passed after one file was edited

      git ralph inbox approve|edit|dismiss <number>
      "
    `)
    expect(json(repo, 'inbox')).toMatchObject({ kind: 'inbox', proposals: [{ type: 'fix', tags: ['npm'] }] })
    const approved = json(repo, 'inbox', 'approve', '1')
    expect(approved).toMatchObject({
      kind: 'approved',
      memories: [{ outcome: 'stored', memory: { type: 'fix' } }],
    })
    expect(runBin(['inbox'], { cwd: repo.dir }).out).toBe('nothing waits in the inbox\n')
    expect(runBin(['inbox', 'dismiss', '1'], { cwd: repo.dir })).toMatchObject({
      code: 1,
      err: expect.stringContaining('nothing in the inbox'),
    })
    expect(runBin(['recall', 'unexpected end of input'], { cwd: repo.dir }).out).toContain('fix')
  })
})

describe('a commit that an agent makes', () => {
  it('is linked to its session by the git hook', () => {
    const repo = makeRepo()
    runBin(['init'], { cwd: repo.dir })
    makeAgent(repo.env(), 'agents-session').asks('commit')
    const vars = { ...TEST_VARS, CLAUDE_CODE_SESSION_ID: 'agents-session', CLAUDECODE: '1' }
    const git = (...args: string[]): void => {
      expect(spawnSync('git', args, { cwd: repo.dir, env: vars }).status).toBe(0)
    }
    git('commit', '-q', '--allow-empty', '-m', 'by the agent')
    const commit = repo.git('rev-parse', 'HEAD').trim()
    repo.commit('by a person')
    expect(json(repo, 'sessions', 'show')).toMatchObject({
      session: { session: 'agents-session', commits: [commit] },
    })
  })
})
