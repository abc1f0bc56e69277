import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseObservations } from '../../../src/session/parse-observation.js'
import type { Observation } from '../../../src/session/observation.js'
import { observe } from '../../../src/verbs/sessions/observe.js'
import { makeAgent } from '../../helpers/agent.js'
import { makeDir, makeRepo, repoAt, type TestRepo } from '../../helpers/repo.js'

function spooled(repo: TestRepo, session = 'session-1'): Observation[] {
  const text = readFileSync(join(repo.dir, '.git/ralph/spool', `${session}.jsonl`), 'utf8')
  return parseObservations(text).observations
}

describe('observe', () => {
  it('keeps what a tool did: parameters, result, files, branch and code', () => {
    const repo = makeRepo()
    const head = repo.git('rev-parse', 'HEAD').trim()
    const agent = makeAgent(repo.env())
    agent.runs('npm test', { result: '12 passed' })
    agent.edits('src/a.ts')
    const [ran, edited] = spooled(repo)
    expect(ran).toMatchObject({
      type: 'success',
      session: 'session-1',
      agent: 'claude',
      tool: 'Bash',
      command: 'npm test',
      result: '12 passed',
      branch: 'main',
      commit: head,
    })
    expect(edited).toMatchObject({ type: 'tool_use', tool: 'Edit', files: ['src/a.ts'], edits: true })
    expect(ran!.id).not.toBe(edited!.id)
  })

  it('tells errors, successes, uses and notes apart', () => {
    const repo = makeRepo()
    const agent = makeAgent(repo.env())
    agent.start()
    agent.asks('mend the tests')
    agent.runs('npm test', { error: 'Exit code 1\nTypeError: x is not a function' })
    agent.runs('npm test')
    agent.report({ kind: 'before-tool' })
    agent.report({ kind: 'stop', message: 'done' })
    agent.ends()
    expect(spooled(repo).map(({ type, event }) => `${type} ${event}`)).toEqual([
      'note session-start',
      'note prompt',
      'error after-tool',
      'success after-tool',
      'note stop',
      'note session-end',
    ])
  })

  it('writes to one place from every worktree, for its owner alone', () => {
    const repo = makeRepo()
    const other = repoAt(join(makeDir(), 'wt'))
    repo.git('worktree', 'add', '-q', '-b', 'topic', other.dir)
    const before = process.umask(0)
    try {
      makeAgent(repo.env()).asks('one')
      makeAgent(other.env()).asks('two')
    } finally {
      process.umask(before)
    }
    expect(spooled(repo).map(({ text, branch }) => [text, branch])).toEqual([
      ['one', 'main'],
      ['two', 'topic'],
    ])
    const modeOf = (path: string): string => (statSync(join(repo.dir, '.git', path)).mode & 0o777).toString(8)
    expect(['ralph', 'ralph/spool', 'ralph/spool/session-1.jsonl'].map(modeOf)).toEqual(['700', '700', '600'])
  })

  it('reads a branch that was packed, and a detached HEAD', () => {
    const repo = makeRepo()
    const head = repo.git('rev-parse', 'HEAD').trim()
    repo.git('pack-refs', '--all')
    const agent = makeAgent(repo.env())
    agent.asks('packed')
    repo.git('checkout', '-q', '--detach')
    agent.asks('detached')
    expect(spooled(repo).map(({ branch, commit }) => [branch, commit])).toEqual([
      ['main', head],
      [undefined, head],
    ])
  })

  it('says nothing where there is no repository, and never throws', () => {
    const dir = makeDir()
    const env = makeRepo().env()
    observe({ ...env, cwd: dir }, { agent: 'codex', kind: 'prompt', session: 's', cwd: dir, prompt: 'hello' })
    expect(readdirSync(dir)).toEqual([])
    observe(env, { agent: 'codex', kind: 'after-tool', session: 's', cwd: env.cwd, tool: {} as never })
    expect(env.err()).toBe('')
  })
})
