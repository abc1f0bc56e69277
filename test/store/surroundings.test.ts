import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openRepo } from '../../src/store/git/repo.js'
import { remember } from '../../src/verbs/remember.js'
import { makeDir, makeEnv, makeRepo, makeVariant, TEST_VARS } from '../helpers/repo.js'
import { expectToWork } from '../helpers/works.js'
import { execFileSync } from '../helpers/spawn.js'

test('in a hook the repository is found and the index named by git is left alone', async () => {
  const repo = makeRepo()
  mkdirSync(join(repo.dir, 'sub'))
  const index = join(repo.dir, '.git/next-index')
  writeFileSync(index, 'not an index at all')
  const vars = { GIT_DIR: '.git', GIT_INDEX_FILE: index, GIT_PREFIX: '', GIT_WORK_TREE: '.' }
  await expectToWork(repo, { vars })
  expect(readFileSync(index, 'utf8')).toBe('not an index at all')
})

test('a GIT_DIR elsewhere is believed, and its surroundings are not touched', async () => {
  const [repo, other] = [makeRepo(), makeRepo()]
  await expectToWork(repo, {
    dir: other.dir,
    vars: { GIT_DIR: join(repo.dir, '.git'), GIT_WORK_TREE: repo.dir },
  })
  expect(other.git('for-each-ref', 'refs/ralph-memory')).toBe('')
  expect(existsSync(join(other.dir, '.agent'))).toBe(false)
})

test.each([
  ['submodule', 'core.worktree', /^\.\.\//],
  ['bareWithWorktree', 'core.bare', /^true$/],
] as const)(
  '%s is opened without asking git, and so is a linked worktree of it',
  async (variant, key, value) => {
    const repo = makeVariant(variant, makeRepo())
    expect(repo.git('-C', repo.commonDir(), 'config', key).trim()).toMatch(value)
    const beside = join(makeDir(), 'beside')
    repo.git('worktree', 'add', '-q', '-b', 'other', beside)
    const noGit = { vars: { ...TEST_VARS, PATH: '/nonexistent' } }
    expect((await openRepo(repo.env(noGit))).workTree).toBe(repo.dir)
    expect((await openRepo(makeEnv(beside, noGit))).workTree).toBe(beside)
  },
)

test('core.worktree decides where the file is rendered', async () => {
  const repo = makeRepo()
  const work = makeDir()
  repo.git('config', 'core.worktree', work)
  await expectToWork(repo)
  expect(existsSync(join(work, '.agent/memories.md'))).toBe(true)
  expect(existsSync(join(repo.dir, '.agent'))).toBe(false)
})

test('settings and identity may come from an included file', async () => {
  const repo = makeRepo()
  const file = join(makeDir(), 'extra')
  writeFileSync(
    file,
    '[user]\n\tname = Included\n\temail = inc@example.com\n[ralph]\n\trenderPath = notes/m.md\n',
  )
  repo.git('config', `includeIf.gitdir:${repo.dir}/.path`, file)
  const vars = { GIT_AUTHOR_NAME: '', GIT_AUTHOR_EMAIL: '' }
  await expectToWork(repo, { vars })
  expect(repo.git('log', '-1', '--format=%an %ae', 'refs/ralph-memory/main').trim()).toBe(
    'Included inc@example.com',
  )
  expect(existsSync(join(repo.dir, 'notes/m.md'))).toBe(true)
  writeFileSync(file, '[user]\n\tname = Changed\n\temail = inc@example.com\n')
  await remember(repo.env({ vars: { ...TEST_VARS, ...vars } }), 'after the change')
  expect(repo.git('log', '-1', '--format=%an', 'refs/ralph-memory/main').trim()).toBe('Changed')
})

test('an index with conflicts stays as it is', async () => {
  const repo = makeRepo({ 'a.txt': 'one\n' })
  repo.git('checkout', '-q', '-b', 'topic')
  repo.commit('theirs', { 'a.txt': 'two\n' })
  repo.git('checkout', '-q', 'main')
  repo.commit('ours', { 'a.txt': 'three\n' })
  expect(() => repo.git('merge', '-q', 'topic')).toThrow('Command failed')
  const before = readFileSync(join(repo.dir, '.git/index'))
  const listed = repo.git('ls-files', '--unmerged')
  expect(listed.trim().split('\n')).toHaveLength(3)
  await expectToWork(repo)
  expect(readFileSync(join(repo.dir, '.git/index')).equals(before)).toBe(true)
  expect(repo.git('status', '--porcelain')).toBe('UU a.txt\n')
})

test('signing that cannot work is not tried', async () => {
  const repo = makeRepo()
  const marker = join(makeDir(), 'called')
  const gpg = join(makeDir(), 'gpg')
  writeFileSync(gpg, `#!/bin/sh\ntouch '${marker}'\nexit 1\n`)
  chmodSync(gpg, 0o755)
  for (const [key, value] of [
    ['commit.gpgsign', 'true'],
    ['gpg.program', gpg],
  ])
    repo.git('config', key!, value!)
  expect(() => repo.git('commit', '-q', '--allow-empty', '-m', 'signed')).toThrow('gpg failed to sign')
  expect(existsSync(marker)).toBe(true)
  execFileSync('rm', [marker])
  await expectToWork(repo)
  expect(existsSync(marker)).toBe(false)
})

test('without an identity nothing is stored, and the hint says what to type', async () => {
  const repo = makeRepo()
  repo.git('config', 'user.useConfigOnly', 'true')
  const vars = Object.fromEntries(
    Object.entries(TEST_VARS).filter(([name]) => !/AUTHOR|COMMITTER/.test(name)),
  )
  await expect(remember(repo.env({ vars }), 'x')).rejects.toMatchObject({
    code: 'no-identity',
    hint: expect.stringContaining('git config --global user.name'),
  })
  expect(repo.git('for-each-ref', 'refs/ralph-memory')).toBe('')
})
