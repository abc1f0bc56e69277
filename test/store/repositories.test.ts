import { chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { idsOnLine } from '../helpers/processes.js'
import { makeDir, makeEnv, makeRepo, repoAt, runGit, TEST_VARS, type TestRepo } from '../helpers/repo.js'
import { expectToWork } from '../helpers/works.js'
import { execFileSync } from '../helpers/spawn.js'

test('a linked worktree shares the line of its branch with the main one', async () => {
  const repo = makeRepo()
  const dir = join(makeDir(), 'linked')
  repo.git('worktree', 'add', '-q', '-b', 'topic', dir)
  const id = await expectToWork(repo, { dir, line: 'topic' })
  expect(existsSync(join(dir, '.agent/memories.md'))).toBe(true)
  expect(existsSync(join(repo.dir, '.agent'))).toBe(false)
  expect(runGit(dir, 'status', '--porcelain')).toBe('')
  repo.git('worktree', 'remove', '--force', dir)
  repo.git('checkout', '-q', 'topic')
  expect((await show(repo.env(), id)).memory.id).toBe(id)
})

test('a submodule has lines of its own', async () => {
  const [outer, inner] = [makeRepo(), makeRepo({ 'lib.ts': 'export {}\n' })]
  outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', inner.dir, 'lib')
  outer.commit('add lib')
  await expectToWork(repoAt(join(outer.dir, 'lib')))
  expect(outer.git('for-each-ref', 'refs/ralph-memory')).toBe('')
  expect(outer.git('status', '--porcelain')).toBe('')
})

test('a bare repository remembers and renders nothing', async () => {
  const dir = makeDir()
  runGit(dir, 'init', '-q', '--bare', '-b', 'main')
  await expectToWork(repoAt(dir))
  expect(existsSync(join(dir, '.agent'))).toBe(false)
})

test('a repository without commits remembers on the branch to be', async () => {
  const repo = makeRepo({})
  await expectToWork(repo)
  expect(repo.git('status', '--porcelain')).toBe('')
  repo.commit('first', { 'a.txt': 'a\n' })
  await expectToWork(repo, { dir: repo.dir })
})

test('a shallow clone reads and writes a line that was fetched with depth 1', async () => {
  const origin = makeRepo()
  const known = await expectToWork(origin)
  origin.commit('second', { 'a.txt': 'a\n' })
  await remember(origin.env(), 'another')
  const clone = cloneOf(origin, '--depth', '1')
  clone.git('fetch', '-q', '--depth', '1', 'origin', 'refs/ralph-memory/main:refs/ralph-memory/main')
  expect((await show(clone.env(), known)).memory.id).toBe(known)
  await expectToWork(clone)
})

test('a partial clone fetches the blobs it lacks', async () => {
  const origin = makeRepo()
  origin.git('config', 'uploadpack.allowFilter', 'true')
  origin.git('config', 'uploadpack.allowAnySHA1InWant', 'true')
  const known = await expectToWork(origin)
  const clone = cloneOf(origin, '--filter=blob:none')
  bringLine(clone)
  const blob = clone.git('rev-parse', `refs/ralph-memory/main:${pathOnLine(origin, known)}`).trim()
  expect(clone.git('rev-list', '--objects', '--missing=print', 'refs/ralph-memory/main')).toContain(
    `?${blob}`,
  )
  expect((await show(clone.env(), known)).memory.id).toBe(known)
  await expectToWork(clone)
})

test('objects borrowed from another repository are read', async () => {
  const origin = makeRepo()
  const known = await expectToWork(origin)
  const dir = join(makeDir(), 'shared')
  runGit(origin.dir, 'clone', '-q', '--shared', origin.dir, dir)
  const clone = repoAt(dir)
  bringLine(clone)
  expect((await show(clone.env(), known)).memory.id).toBe(known)
  await expectToWork(clone)
})

test('a repository whose objects and refs are all packed is read and written', async () => {
  const repo = makeRepo()
  const known = await expectToWork(repo)
  repo.git('gc', '-q')
  expect(existsSync(join(repo.dir, '.git/refs/ralph-memory/main'))).toBe(false)
  expect(repo.git('count-objects').split(' ')[0]).toBe('0')
  execFileSync('rm', ['-r', join(repo.dir, '.git/ralph')])
  expect((await show(repo.env(), known)).memory.id).toBe(known)
  const { memory } = await remember(repo.env(), 'after gc')
  expect(idsOnLine(repo).toSorted()).toEqual([known, memory.id].toSorted())
})

test('a SHA-256 repository is refused', async () => {
  const dir = makeDir()
  runGit(dir, 'init', '-q', '--object-format=sha256')
  await expect(remember(makeEnv(dir), 'x')).rejects.toMatchObject({
    code: 'unsupported-repo',
    message: expect.stringContaining('uses sha256 object names'),
    hint: expect.stringContaining('sha1'),
  })
  expect(runGit(dir, 'for-each-ref')).toBe('')
})

test('a directory with spaces and letters of all kinds', async () => {
  const dir = join(makeDir(), 'mein Projekt ü 한국어 \'q" $x')
  mkdirSync(dir)
  runGit(dir, 'init', '-q', '-b', 'main')
  await expectToWork(repoAt(dir))
  expect(existsSync(join(dir, '.agent/memories.md'))).toBe(true)
})

test('outside any repository', async () => {
  await expect(remember(makeEnv(makeDir()), 'x')).rejects.toMatchObject({ code: 'not-a-repo' })
})

test.skipIf(process.getuid?.() !== 0)(
  'a repository of another owner is named as git would have it',
  async () => {
    const repo = makeRepo({ 'src/a.ts': '' })
    for (const path of ['', '.git', '.git/HEAD']) chownSync(join(repo.dir, path), 65534, 65534)
    const env = makeEnv(join(repo.dir, 'src'), { vars: { ...TEST_VARS, LC_ALL: 'de_DE.UTF-8' } })
    await expect(remember(env, 'x')).rejects.toMatchObject({
      code: 'not-a-repo',
      message: `git does not trust the owner of the repository at '${repo.dir}'`,
      hint: `git config --global --add safe.directory '${repo.dir}'`,
    })
  },
)

function cloneOf(origin: TestRepo, ...options: string[]): TestRepo {
  const dir = join(makeDir(), 'clone')
  runGit(
    origin.dir,
    '-c',
    'protocol.file.allow=always',
    'clone',
    '-q',
    ...options,
    `file://${origin.dir}`,
    dir,
  )
  return repoAt(dir)
}

const bringLine = (repo: TestRepo): string =>
  repo.git('fetch', '-q', 'origin', 'refs/ralph-memory/main:refs/ralph-memory/main')

function pathOnLine(repo: TestRepo, id: string): string {
  return repo
    .git('ls-tree', '-r', '--name-only', 'refs/ralph-memory/main')
    .split('\n')
    .find((path) => path.endsWith(`/${id}.md`))!
}
