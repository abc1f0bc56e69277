import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { lineRef } from '../../src/store/line/line.js'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { lines, type LinesOptions, type LineSummary } from '../../src/verbs/lines.js'
import { remember } from '../../src/verbs/remember.js'
import { mergeLine } from '../helpers/conflict.js'
import { makeRepo, TEST_VARS, type TestEnv, type TestRepo } from '../helpers/repo.js'

async function byBranch(env: TestEnv, options?: LinesOptions): Promise<Record<string, LineSummary>> {
  const found = await lines(env, options)
  expect(found.warnings).toEqual([])
  return Object.fromEntries(
    found.lines.map((line) => [line.remote ? `${line.remote}/${line.branch}` : line.branch, line]),
  )
}

/** `main` knows one thing, `feature/x` two more. */
async function makeLines(): Promise<{ repo: TestRepo; env: TestEnv }> {
  const repo = makeRepo()
  const env = repo.env()
  await remember(env, 'main knows this')
  repo.git('checkout', '-q', '-b', 'feature/x')
  env.tick(60)
  await remember(env, 'learnt on the feature')
  await remember(env, 'learnt on the feature, too')
  return { repo, env }
}

describe('lines', () => {
  it('is empty before anything was remembered', async () => {
    expect((await lines(makeRepo().env())).lines).toEqual([])
  })

  it('tells how a line and its base differ, last written first', async () => {
    const { repo, env } = await makeLines()
    expect((await lines(env)).lines.map(({ branch }) => branch)).toEqual(['feature/x', 'main'])
    repo.git('checkout', '-q', 'main')
    env.tick(60)
    const { memory } = await remember(env, 'meanwhile')
    await remember(env, 'meanwhile, more')
    await forget(env, [memory.id])
    const { main, 'feature/x': feature } = await byBranch(env)
    expect(main).toMatchObject({ base: undefined, memories: 2, current: true, state: 'live' })
    expect(feature).toMatchObject({
      base: 'main',
      memories: 3,
      ahead: { memories: 2, commits: 2 },
      behind: { memories: 1, commits: 3 },
      changed: 0,
      state: 'live',
      current: false,
      lastWrite: {
        when: '2025-01-21T10:01:00Z',
        author: 'Ada Author',
        subject: 'remember pattern: learnt on the feature, too',
      },
      tip: repo.git('rev-parse', lineRef('feature/x')).trim(),
    })
    const counted = repo.git('rev-list', '--left-right', '--count', `${main!.tip}...${feature!.tip}`)
    expect(counted.trim().split('\t').map(Number)).toEqual([feature!.behind.commits, feature!.ahead.commits])
  })

  it('takes the recorded base, and that one’s base as long as it has no line', async () => {
    const { repo, env } = await makeLines()
    repo.git('checkout', '-q', '-b', 'top')
    repo.git('config', 'branch.top.ralphBase', 'middle')
    repo.git('config', 'branch.middle.ralphBase', 'feature/x')
    await remember(env, 'on top')
    expect((await byBranch(env))['top']).toMatchObject({
      base: 'feature/x',
      ahead: { memories: 1, commits: 1 },
    })
  })

  it('calls a line abandoned when its branch is gone, and live while a remote still has it', async () => {
    const { repo, env } = await makeLines()
    repo.git('checkout', '-q', 'main')
    repo.git('update-ref', 'refs/remotes/origin/feature/x', 'feature/x')
    repo.git('branch', '-q', '-D', 'feature/x')
    expect((await byBranch(env))['feature/x']).toMatchObject({ state: 'live' })
    repo.git('update-ref', '-d', 'refs/remotes/origin/feature/x')
    expect((await byBranch(env))['feature/x']).toMatchObject({ state: 'abandoned' })
  })

  it('calls a line landed when its base holds it and its branch is gone', async () => {
    const { repo, env } = await makeLines()
    repo.git('checkout', '-q', 'main')
    repo.git('branch', '-q', '-D', 'feature/x')
    expect((await byBranch(env))['feature/x']).toMatchObject({ state: 'abandoned' })
    repo.git('update-ref', lineRef('main'), lineRef('feature/x'))
    expect((await byBranch(env))['feature/x']).toMatchObject({
      state: 'landed',
      ahead: { memories: 0, commits: 0 },
    })
  })

  it('compares the code too when asked', async () => {
    const { repo, env } = await makeLines()
    repo.commit('work', { 'a.txt': 'a\n' })
    await remember(env, 'after the work')
    repo.git('checkout', '-q', 'main')
    expect((await byBranch(env, { landed: true }))['feature/x']).toMatchObject({ state: 'live' })
    repo.git('merge', '-q', '--squash', 'feature/x')
    repo.commit('squashed')
    expect((await byBranch(env))['feature/x']).toMatchObject({ state: 'live' })
    expect((await byBranch(env, { landed: true }))['feature/x']).toMatchObject({ state: 'landed' })
  })

  it('shows what only a remote has, and not twice what is here', async () => {
    const { repo, env } = await makeLines()
    repo.git('update-ref', 'refs/ralph-remote/origin/feature%2Fx', lineRef('feature/x'))
    repo.git('update-ref', 'refs/ralph-remote/origin/theirs', lineRef('feature/x'))
    const found = await byBranch(env)
    expect(Object.keys(found).toSorted()).toEqual(['feature/x', 'main', 'origin/theirs'])
    expect(found['origin/theirs']).toMatchObject({ state: 'remote', base: 'main', memories: 3 })
  })

  it('passes over a ref that is no commit', async () => {
    const { repo, env } = await makeLines()
    repo.git('update-ref', 'refs/ralph-remote/origin/odd', repo.git('rev-parse', 'HEAD:README.md').trim())
    expect(Object.keys(await byBranch(env)).toSorted()).toEqual(['feature/x', 'main'])
  })

  it('counts lines that have no base in common', async () => {
    const { repo, env } = await makeLines()
    repo.git('update-ref', lineRef('one'), lineRef('feature/x'))
    repo.git('update-ref', lineRef('two'), `${lineRef('feature/x')}~1`)
    repo.git('update-ref', '-d', lineRef('main'))
    repo.git('update-ref', '-d', lineRef('feature/x'))
    const { one, two } = await byBranch(env)
    expect(one).toMatchObject({
      base: undefined,
      memories: 3,
      ahead: { memories: 0, commits: 0 },
      state: 'abandoned',
    })
    expect(two).toMatchObject({ base: undefined, memories: 2 })
  })

  it('counts 500 lines as git does, with a handful of git processes', async () => {
    const { repo, env } = await makeLines()
    const { memory } = await remember(env, 'edited twice')
    for (const content of ['edited once', 'edited twice']) {
      env.tick(1)
      await edit(env, memory.id, { content })
    }
    repo.git('checkout', '-q', 'main')
    const { memory: gone } = await remember(env, 'soon forgotten')
    for (const text of ['a', 'b', 'c']) await remember(env, text)
    await forget(env, [gone.id])
    await mergeLine(env, 'feature/x', 'main')
    const tips = repo.git('rev-list', lineRef('main')).trim().split('\n')
    const refs = Array.from(
      { length: 500 },
      (_, n) => `create ${lineRef(`l${n}`)} ${tips[n % tips.length]}\n`,
    )
    repo.write('.git/refs.txt', refs.join(''))
    repo.git('-c', 'alias.make=!git update-ref --stdin < .git/refs.txt', 'make')
    const trace = join(repo.dir, '.git/trace')
    const traced = repo.env({ vars: { ...TEST_VARS, GIT_TRACE: trace } })
    const { lines: found } = await lines(traced)
    const processes = readFileSync(trace, 'utf8').match(/trace: built-in: git /g)!
    expect(processes.length).toBeLessThanOrEqual(7)
    expect(found).toHaveLength(502)
    const shown = new Map(found.map((line) => [line.tip, line]))
    expect([...shown.keys()]).toEqual(expect.arrayContaining(tips))
    for (const line of shown.values()) {
      const status = repo.git('diff', '--no-renames', '--name-status', lineRef('main'), line.tip)
      const count = (letter: string): number =>
        status.split('\n').filter((row) => row.startsWith(letter)).length
      expect([line.ahead.memories, line.changed, line.behind.memories]).toEqual(['A', 'M', 'D'].map(count))
      const files = repo.git('ls-tree', '-r', '--name-only', line.tip).trim().split('\n')
      expect(line.memories).toBe(files.length)
    }
  })
})
