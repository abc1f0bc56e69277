import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { idsOnLine } from '../helpers/processes.js'
import { makeDir, makeEnv, makeRepo, repoAt, runGit, TEST_VARS, type TestRepo } from '../helpers/repo.js'

/** Remembers from `dir`, and shows with git that the memory is on the line of `line` in `repo`, and that it is read back. */
async function expectToWork(
  repo: TestRepo,
  { dir = repo.dir, line = 'main', vars = {} } = {},
): Promise<string> {
  const env = makeEnv(dir, { vars: { ...TEST_VARS, ...vars } })
  const { memory, warnings } = await remember(env, `learnt in ${dir}`)
  expect(warnings).toEqual([])
  expect(idsOnLine(repo, line)).toContain(memory.id)
  expect((await list(env)).memories.map(({ id }) => id)).toContain(memory.id)
  repo.git('fsck', '--strict', '--no-dangling')
  return memory.id
}

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

describe('kinds of repositories', () => {
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
})

describe('branches', () => {
  test('a detached HEAD writes to the default branch', async () => {
    const repo = makeRepo()
    repo.git('checkout', '-q', '--detach')
    await expectToWork(repo)
  })

  test('names with slashes and percent signs are kept apart, one below another', async () => {
    const repo = makeRepo()
    const lines = { a: 'a', 'b/c': 'b%2Fc', 'b%2Fc': 'b%252Fc', '100%': '100%25', 'ü/한': 'ü%2F한' }
    for (const [branch, line] of Object.entries(lines)) {
      repo.git('checkout', '-q', '-b', branch, 'main')
      const { memory } = await remember(repo.env(), `only on ${branch}`)
      expect(idsOnLine(repo, line)).toEqual([memory.id])
    }
    // Git itself cannot have the branches a and a/b together; their lines can, since one may outlive its branch.
    repo.git('branch', '-D', 'a')
    repo.git('checkout', '-q', '-b', 'a/b', 'main')
    await remember(repo.env(), 'only on a/b')
    expect(idsOnLine(repo, 'a')).toHaveLength(1)
    expect(idsOnLine(repo, 'a%2Fb')).toHaveLength(1)
  })
})

describe('surroundings', () => {
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
    expect(() => repo.git('merge', '-q', 'topic')).toThrow()
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
    expect(() => repo.git('commit', '-q', '--allow-empty', '-m', 'signed')).toThrow()
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
})

function pathOnLine(repo: TestRepo, id: string): string {
  return repo
    .git('ls-tree', '-r', '--name-only', 'refs/ralph-memory/main')
    .split('\n')
    .find((path) => path.endsWith(`/${id}.md`))!
}
