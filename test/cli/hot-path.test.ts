/** What reading costs when nothing has changed: no heavy package is loaded, and git is not asked. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { BIN, runBin } from '../helpers/bin.js'
import { makeDir, makeRepo, repoAt, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { makeTeam } from '../helpers/team.js'
import { spawnSync } from '../helpers/spawn.js'

interface Cost {
  out: string
  packages: string[]
  /** Second halves of commands. */
  later: string[]
  git: string[]
}

/** Runs a command with a `git` that records its calls, and a hook that records what is loaded. */
function costOf(cwd: string, args: string[]): Cost {
  const dir = makeDir()
  const calls = join(dir, 'calls')
  const real = spawnSync('sh', ['-c', 'command -v git'], { env: TEST_VARS, encoding: 'utf8' }).stdout.trim()
  writeFileSync(join(dir, 'git'), `#!/bin/sh\necho "$*" >> '${calls}'\nexec '${real}' "$@"\n`, {
    mode: 0o755,
  })
  const spy = join(dir, 'spy.cjs')
  const loaded = join(dir, 'loaded')
  writeFileSync(
    spy,
    `process.on('exit', () => require('fs').writeFileSync(${JSON.stringify(loaded)}, JSON.stringify(Object.keys(require.cache))))`,
  )
  const { status, stdout, stderr } = spawnSync(process.execPath, ['--require', spy, BIN, ...args], {
    cwd,
    env: { ...TEST_VARS, PATH: `${dir}:${TEST_VARS['PATH']}` },
    encoding: 'utf8',
  })
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  const files = JSON.parse(readFileSync(loaded, 'utf8')) as string[]
  return {
    out: stdout,
    packages: files.filter((file) => file.includes('/dist/vendor/')).map((file) => basename(file, '.cjs')),
    later: files.filter((file) => file.includes('/dist/later/')).map((file) => basename(file, '.cjs')),
    git: existsSync(calls) ? readFileSync(calls, 'utf8').trim().split('\n') : [],
  }
}

const HEAVY = ['isomorphic-git', 'gray-matter', 'diff', 'yargs', 'gpt-tokenizer']
const READS = (id: string): string[][] => [
  ['recall', 'docker'],
  ['recall'],
  ['list'],
  ['list', '--format', 'json'],
  ['show', id],
  ['show', id.slice(-4)],
  ['show', id, '--format', 'json'],
  ['recall', 'docker', '--format', 'json'],
  ['prime', '--format', 'json'],
  ['prime'],
  ['prime', '--budget', '500'],
  ['memory', 'search', 'docker'],
  ['memory', 'prime'],
]

describe('reading what has not changed', () => {
  let repo: TestRepo
  let id: string
  beforeAll(() => {
    repo = makeRepo()
    runBin(['remember', 'start docker before the tests', '-t', 'fix'], { cwd: repo.dir })
    id = runBin(['remember', 'another'], { cwd: repo.dir }).out.trim().split(' ').at(-1)!
    runBin(['list'], { cwd: repo.dir })
  })

  it('is measured: a first read and a write do ask git and load packages', () => {
    const written = costOf(repo.dir, ['remember', 'third'])
    expect(written.packages).toEqual(expect.arrayContaining(['isomorphic-git', 'gray-matter']))
    expect(written.git).not.toEqual([])
  })

  it('loads no heavy package and starts no git', () => {
    runBin(['list', '--format', 'json'], { cwd: repo.dir })
    for (const args of READS(id)) {
      const { packages, git, out } = costOf(repo.dir, args)
      expect(out).toMatch(/mem-/)
      expect({ args, heavy: packages.filter((name) => HEAVY.includes(name)), git }).toEqual({
        args,
        heavy: [],
        git: [],
      })
    }
  })

  it('loads the half of recall that every question needs, and the other for what is seldom asked', () => {
    expect(costOf(repo.dir, ['recall', 'docker', '--history']).later).toEqual(['recall'])
    for (const args of [
      ['recall', 'docker'],
      ['recall'],
      ['recall', 'dokcer'],
      ['recall', 'docker', '--explain'],
    ])
      expect({ args, later: costOf(repo.dir, args).later }).toEqual({ args, later: [] })
  })

  it('keeps what was compiled of a package, as of a command', () => {
    costOf(repo.dir, ['remember', 'fourth'])
    const kept = (part: string): string[] =>
      readdirSync(join(BIN, '../../dist', part)).filter((file) => file.endsWith('.cache'))
    expect(kept('cli').map((file) => file.split('.cjs.')[0])).toContain('remember')
    expect(kept('vendor').map((file) => file.split('.cjs.')[0])).toContain('isomorphic-git')
  })

  it('neither right after a write', () => {
    runBin(['remember', 'right before'], { cwd: repo.dir })
    const { packages, git } = costOf(repo.dir, ['list'])
    expect({ heavy: packages.filter((name) => HEAVY.includes(name)), git }).toEqual({ heavy: [], git: [] })
  })

  it('neither in two worktrees in turns, nor on a branch without a line of its own', () => {
    const other = repoAt(join(makeDir(), 'wt'))
    repo.git('worktree', 'add', '-q', '-b', 'topic', other.dir)
    for (const dir of [repo.dir, other.dir]) runBin(['list'], { cwd: dir })
    for (const dir of [repo.dir, other.dir, repo.dir, other.dir])
      expect(costOf(dir, ['list'])).toMatchObject({ git: [] })
  })

  it('neither after everything was packed', () => {
    repo.git('gc', '-q')
    repo.git('pack-refs', '--all')
    runBin(['list'], { cwd: repo.dir })
    expect(costOf(repo.dir, ['recall', 'docker'])).toMatchObject({ git: [] })
  })

  it('neither to say who wrote what came from others', () => {
    const { ada, bob } = makeTeam()
    runBin(['remember', 'from ada'], { cwd: ada.dir })
    runBin(['sync'], { cwd: ada.dir })
    const vars = { GIT_AUTHOR_EMAIL: 'bob@example.com', GIT_COMMITTER_EMAIL: 'bob@example.com' }
    runBin(['sync'], { cwd: bob.dir, vars })
    runBin(['prime', '--budget', '500'], { cwd: bob.dir, vars })
    const { packages, git, out } = costOf(bob.dir, ['prime', '--budget', '500'])
    expect(out).toContain('> (by Ada Author, teammate)')
    expect({ heavy: packages.filter((name) => HEAVY.includes(name)), git }).toEqual({ heavy: [], git: [] })
  })

  it('neither beside a tracked memories file', () => {
    const tracked = makeRepo({ '.agent/memories.md': '# Memories\n' })
    runBin(['remember', 'text'], { cwd: tracked.dir })
    runBin(['list'], { cwd: tracked.dir })
    const { packages, git } = costOf(tracked.dir, ['list'])
    expect({ heavy: packages.filter((name) => HEAVY.includes(name)), git }).toEqual({ heavy: [], git: [] })
  })
})
