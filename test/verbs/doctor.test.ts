import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { doctor } from '../../src/verbs/doctor.js'
import { init } from '../../src/verbs/init.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { status } from '../../src/verbs/status.js'
import { runBin } from '../helpers/bin.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'

const LINE = 'refs/ralph-memory/main'
const LONG_AGO = new Date(2020, 0, 1)

async function healthy(): Promise<{ repo: TestRepo; env: TestEnv; ralph: string }> {
  const repo = makeRepo()
  const env = repo.env()
  await init(env)
  await remember(env, 'one')
  return { repo, env, ralph: join(repo.dir, '.git/ralph') }
}

async function findings(env: TestEnv, fix = false): Promise<[string, string, boolean][]> {
  const { findings: all } = await doctor(env, { fix })
  return all.filter(({ level }) => level !== 'ok').map(({ check, level, fixed }) => [check, level, fixed])
}

/** Provoked, reported, counted by status, repaired, gone. */
async function mends(env: TestEnv, check: string, level: string): Promise<void> {
  expect(await findings(env)).toEqual([[check, level, false]])
  expect((await status(env)).problems).toBe(1)
  expect(await findings(env, true)).toEqual([[check, level, true]])
  expect(await findings(env)).toEqual([])
  expect((await status(env)).problems).toBe(0)
}

describe('doctor', () => {
  it('finds nothing wrong in a healthy repository', async () => {
    const { env } = await healthy()
    const { findings: all } = await doctor(env)
    expect(all.map(({ check, level }) => [check, level])).toEqual(
      [
        'git',
        'identity',
        'permissions',
        'exclude',
        'locks',
        'pending',
        'entries',
        'search index',
        'secrets',
      ].map((check) => [check, 'ok']),
    )
  })

  it('mends files that others can read', async () => {
    const { env, ralph } = await healthy()
    chmodSync(ralph, 0o755)
    chmodSync(join(ralph, 'render/main/state.json'), 0o644)
    await mends(env, 'permissions', 'problem')
    expect(statSync(ralph).mode & 0o777).toBe(0o700)
    expect(statSync(join(ralph, 'render/main/state.json')).mode & 0o777).toBe(0o600)
  })

  it('does not ask for modes where the file system keeps none', async () => {
    const { repo, env, ralph } = await healthy()
    repo.git('config', 'core.fileMode', 'false')
    chmodSync(ralph, 0o777)
    expect(await findings(env)).toEqual([['permissions', 'problem', false]])
    for (const name of readdirSync(ralph, { recursive: true, encoding: 'utf8' }))
      chmodSync(join(ralph, name), 0o777)
    expect(await findings(env)).toEqual([])
    repo.git('config', 'core.fileMode', 'true')
    expect(await findings(env)).toEqual([['permissions', 'problem', false]])
  })

  it('mends a missing exclude line', async () => {
    const { repo, env } = await healthy()
    writeFileSync(join(repo.dir, '.git/info/exclude'), '# mine')
    expect(repo.git('status', '--porcelain')).toBe('?? .agent/\n')
    await mends(env, 'exclude', 'warning')
    expect(readFileSync(join(repo.dir, '.git/info/exclude'), 'utf8')).toBe('# mine\n/.agent/memories.md\n')
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it("mends a writer's turn that nobody ended", async () => {
    const { env, ralph } = await healthy()
    mkdirSync(join(ralph, 'locks'), { recursive: true, mode: 0o700 })
    // No process has this number: the largest there can be is 2^22.
    const holder = JSON.stringify({ pid: 2 ** 22 + 1, host: hostname() })
    writeFileSync(join(ralph, 'locks/main'), holder, { mode: 0o600 })
    await mends(env, 'locks', 'warning')
    expect(existsSync(join(ralph, 'locks/main'))).toBe(false)
  })

  it('leaves the turn of a living writer alone', async () => {
    const { env, ralph } = await healthy()
    mkdirSync(join(ralph, 'locks'), { recursive: true, mode: 0o700 })
    const path = join(ralph, 'locks/main')
    writeFileSync(path, JSON.stringify({ pid: process.pid, host: hostname() }), { mode: 0o600 })
    expect(await findings(env, true)).toEqual([])
    expect(existsSync(path)).toBe(true)
  })

  it.each(['main', 'never%2Fwritten'])('mends an old ref lock on %s', async (name) => {
    const { repo, env } = await healthy()
    const lock = join(repo.dir, '.git/refs/ralph-memory', `${name}.lock`)
    writeFileSync(lock, '')
    expect(await findings(env)).toEqual([])
    utimesSync(lock, LONG_AGO, LONG_AGO)
    await mends(env, 'locks', 'problem')
    expect(existsSync(lock)).toBe(false)
  })

  it('mends temporary objects of killed writes', async () => {
    const { repo, env } = await healthy()
    const left = join(repo.dir, '.git/objects/tmp_obj_ralph_1_1')
    writeFileSync(left, 'half')
    expect(await findings(env)).toEqual([])
    utimesSync(left, LONG_AGO, LONG_AGO)
    await mends(env, 'leftovers', 'warning')
    expect(existsSync(left)).toBe(false)
  })

  it('shows a broken entry and how to look at it, and does not touch it', async () => {
    const { repo, env } = await healthy()
    const path = repo.git('ls-tree', '-r', '--name-only', LINE).trim()
    replaceBlob(repo, path, 'no front matter\n')
    expect(await findings(env, true)).toEqual([['entries', 'problem', false]])
    const finding = (await doctor(env)).findings.find(({ check }) => check === 'entries')!
    expect(finding.hint).toBe(`git show ${LINE}:${path}`)
    expect(repo.git('show', `${LINE}:${path}`)).toBe('no front matter\n')
    expect((await list(env)).memories).toEqual([])
  })

  it('says so when git does not know who writes', async () => {
    const { repo, env } = await healthy()
    for (const key of Object.keys(env.vars)) if (/^GIT_(AUTHOR|COMMITTER)/.test(key)) delete env.vars[key]
    repo.git('config', 'user.useConfigOnly', 'true')
    expect(await findings(env)).toEqual([['identity', 'problem', false]])
    await expect(remember(env, 'two')).rejects.toMatchObject({ code: 'no-identity' })
    expect((await list(env)).memories).toHaveLength(1)
  })

  it('builds a damaged search index anew', async () => {
    const { repo, env, ralph } = await healthy()
    const segments = join(ralph, 'index/segments')
    expect(readdirSync(segments)).not.toEqual([])
    for (const name of readdirSync(segments)) writeFileSync(join(segments, name), 'damage')
    expect(runBin(['list', '--format', 'json'], { cwd: repo.dir }).out).toContain('"content": "one"')
    expect(await findings(env)).toEqual([])
  })
})

describe('status', () => {
  it('says what this branch remembers', async () => {
    const { repo, env } = await healthy()
    await remember(env, 'two', { type: 'fix' })
    expect(await status(env)).toEqual({
      branch: 'main',
      checkedOut: true,
      line: 'main',
      count: 2,
      counts: { pattern: 1, decision: 0, fix: 1, context: 0 },
      lastWrite: {
        commit: repo.git('rev-parse', LINE).trim(),
        subject: 'remember fix: two',
        when: '2025-01-21T10:00:00+00:00',
      },
      pending: 0,
      rendered: 'current',
      renderPath: '.agent/memories.md',
      capture: { state: 'healthy', text: '' },
      inbox: 0,
      problems: 0,
      warnings: [],
    })
  })

  it('tells a branch without a line, a detached HEAD and an empty repository apart', async () => {
    const { repo, env } = await healthy()
    repo.git('checkout', '-q', '-b', 'topic')
    expect(await status(env)).toMatchObject({ branch: 'topic', line: 'main', count: 1 })
    repo.git('checkout', '-q', '--detach')
    expect(await status(env)).toMatchObject({ checkedOut: false, branch: 'main', count: 1 })
    expect(await status(makeRepo({}).env())).toMatchObject({ branch: 'main', count: 0, lastWrite: undefined })
  })
})

/** Puts other content at a path of the line, with git alone. */
function replaceBlob(repo: TestRepo, path: string, text: string): void {
  repo.write('.git/broken', text)
  const blob = repo.git('hash-object', '-w', '.git/broken').trim()
  const scripts = [
    `export GIT_INDEX_FILE=.git/broken-index`,
    `git read-tree ${LINE}`,
    `git update-index --add --cacheinfo 100644,${blob},${path}`,
    `git update-ref ${LINE} $(git commit-tree -p ${LINE} -m broken $(git write-tree))`,
  ]
  repo.git('-c', `alias.x=!set -e; ${scripts.join('; ')}`, 'x')
}
