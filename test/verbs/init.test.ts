import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { doctor } from '../../src/verbs/doctor.js'
import { init } from '../../src/verbs/init.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { status } from '../../src/verbs/status.js'
import { uninstall } from '../../src/verbs/uninstall.js'
import { makeDir, makeEnv, makeRepo, repoAt, runGit } from '../helpers/repo.js'

const PATH = '.agent/memories.md'
const TEMPLATE = '# Memories\n\n## Patterns\n\n## Decisions\n\n## Fixes\n\n## Context\n'
const LINES = 'refs/ralph-memory'

describe('init', () => {
  it.each([
    ['with commits', { a: 'a' }],
    ['without a commit', {}],
  ] as [string, Record<string, string>][])(
    'prepares a repository %s and says what it did',
    async (_, files) => {
      const repo = makeRepo(files)
      const { branch, done, hints } = await init(repo.env())
      expect(branch).toBe('main')
      expect(done).toEqual([
        'made the directory `ralph` in the git directory, for the search index and other local files',
        "excluded '.agent/memories.md' from git status (in info/exclude)",
        "rendered the memories of this branch to '.agent/memories.md'",
      ])
      expect(hints).toEqual([])
      expect(readFileSync(join(repo.dir, PATH), 'utf8')).toBe(TEMPLATE)
      expect(repo.git('status', '--porcelain')).toBe('')
      expect(repo.git('for-each-ref', LINES)).toBe('')
      expect(statSync(join(repo.dir, '.git/ralph')).mode & 0o777).toBe(0o700)
    },
  )

  it('changes nothing the second time', async () => {
    const repo = makeRepo()
    await init(repo.env())
    const exclude = readFileSync(join(repo.dir, '.git/info/exclude'), 'utf8')
    expect(await init(repo.env())).toMatchObject({ done: [], hints: [] })
    expect(readFileSync(join(repo.dir, '.git/info/exclude'), 'utf8')).toBe(exclude)
  })

  it('renders nothing in a bare repository, and remembers all the same', async () => {
    const dir = makeDir()
    runGit(dir, 'init', '-q', '--bare', '-b', 'main')
    const env = makeEnv(dir)
    expect((await init(env)).hints).toEqual([
      'this repository is bare: memories are stored, but nothing is rendered',
    ])
    await remember(env, 'bare')
    expect((await list(env)).memories).toHaveLength(1)
    expect(await status(env)).toMatchObject({ rendered: 'off', problems: 0 })
    expect(existsSync(join(dir, PATH))).toBe(false)
  })

  it('works in a linked worktree, through the common directory', async () => {
    const repo = makeRepo()
    const other = repoAt(join(makeDir(), 'wt'))
    repo.git('worktree', 'add', '-q', '-b', 'topic', other.dir)
    await init(other.env())
    expect(readFileSync(join(other.dir, PATH), 'utf8')).toBe(TEMPLATE)
    expect(existsSync(join(repo.dir, PATH))).toBe(false)
    expect(other.git('status', '--porcelain')).toBe('')
    expect(readFileSync(join(repo.dir, '.git/info/exclude'), 'utf8')).toContain(`/${PATH}\n`)
  })

  it('says so outside a repository', async () => {
    const dir = makeDir()
    await expect(init(makeEnv(dir))).rejects.toMatchObject({
      code: 'not-a-repo',
      exitCode: 1,
      message: `not in a git repository: '${dir}'`,
    })
    expect(readdirSync(dir)).toEqual([])
  })

  it('absorbs a file that is there', async () => {
    const repo = makeRepo()
    repo.write(
      PATH,
      '# Memories\n\n## Fixes\n\n### mem-1737390000-g7h8\n> start docker\n\n## Mine\n\nnotes\n',
    )
    const env = repo.env()
    expect((await init(env)).hints).toEqual([expect.stringMatching(/were stored: 1 added$/)])
    expect((await list(env)).memories).toMatchObject([{ id: 'mem-1737390000-g7h8', body: 'start docker' }])
    expect(readFileSync(join(repo.dir, PATH), 'utf8')).toContain('## Mine\n\nnotes\n')
  })

  it('renders anew with force, and keeps a copy of what was there', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await init(env)
    await remember(env, 'stored')
    const edited = `${readFileSync(join(repo.dir, PATH), 'utf8')}\n> not to be stored\n`
    repo.write(PATH, edited)
    const { hints } = await init(env, { force: true })
    const copy = /^the file that was there is kept as '(.*)'$/.exec(hints[0]!)![1]!
    expect(readFileSync(copy, 'utf8')).toBe(edited)
    expect(readFileSync(join(repo.dir, PATH), 'utf8')).not.toContain('not to be stored')
    expect((await list(env)).memories.map(({ body }) => body)).toEqual(['stored'])
  })

  it('leaves a tracked file alone, also with force', async () => {
    const repo = makeRepo({ [PATH]: '# Memories\n\n> tracked\n' })
    const advice = [expect.stringMatching(/is tracked by git, so it is left alone: run `git ralph import/)]
    expect((await init(repo.env())).hints).toEqual(advice)
    expect((await init(repo.env(), { force: true })).hints).toEqual(advice)
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it("points out ralph-orchestrator's file", async () => {
    const repo = makeRepo()
    repo.write('.ralph/agent/memories.md', '# Memories\n')
    expect((await init(repo.env())).hints).toEqual([
      "'.ralph/agent/memories.md' holds memories too: git ralph import .ralph/agent/memories.md",
    ])
  })

  it('says what is wrong with the settings', async () => {
    const repo = makeRepo({ 'ralph.yml': 'memories:\n  budget: lots\n' })
    expect((await init(repo.env())).hints).toEqual([expect.stringContaining("memories.budget is 'lots'")])
  })
})

describe('uninstall', () => {
  it('takes out everything but the memories', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const before = readFileSync(join(repo.dir, '.git/info/exclude'), 'utf8')
    await init(env)
    await remember(env, 'stays')
    repo.git('config', 'branch.topic.ralphBase', 'main')
    const planned = await uninstall(env, { dryRun: true })
    expect(planned.done).toEqual([
      "remove '.agent/memories.md'",
      'remove its line from info/exclude',
      'unset branch.topic.ralphbase',
      `remove '${repo.dir}/.git/ralph'`,
    ])
    expect(existsSync(join(repo.dir, PATH))).toBe(true)
    expect(existsSync(join(repo.dir, '.git/ralph'))).toBe(true)
    expect(await uninstall(env)).toMatchObject({ done: planned.done, lines: 1, dryRun: false })
    expect(existsSync(join(repo.dir, '.agent'))).toBe(false)
    expect(existsSync(join(repo.dir, '.git/ralph'))).toBe(false)
    expect(readFileSync(join(repo.dir, '.git/info/exclude'), 'utf8')).toBe(before)
    expect(repo.git('config', '--local', '--list')).not.toContain('ralph')
    await status(env)
    await doctor(env)
    expect(repo.git('status', '--porcelain', '--ignored')).toBe('')
    expect(await status(env)).toMatchObject({ rendered: 'never', problems: 0 })
    expect((await list(env)).memories.map(({ body }) => body)).toEqual(['stays'])
  })

  it("stores a hand edit first, and leaves the user's own files in the directory", async () => {
    const repo = makeRepo()
    const env = repo.env()
    await init(env)
    repo.write(PATH, `${readFileSync(join(repo.dir, PATH), 'utf8')}\n> by hand\n`)
    repo.write('.agent/scratchpad.md', 'mine')
    await uninstall(env)
    expect(readdirSync(join(repo.dir, '.agent'))).toEqual(['scratchpad.md'])
    expect((await list(env)).memories.map(({ body }) => body)).toEqual(['by hand'])
  })

  it('works when the settings name a place where nothing may be rendered', async () => {
    const repo = makeRepo()
    repo.git('config', 'ralph.renderPath', '../x.md')
    expect(await uninstall(repo.env())).toMatchObject({ done: [], lines: 0 })
    expect(existsSync(join(repo.dir, '.git/ralph'))).toBe(false)
  })
})
