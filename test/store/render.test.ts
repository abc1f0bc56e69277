/** The rendered file, as docs/data-model.md promises it: absorbed first, then rendered, and nothing lost. */
import {
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { setConfig } from '../../src/verbs/config.js'
import { doctor } from '../../src/verbs/doctor.js'
import { init } from '../../src/verbs/init.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { status } from '../../src/verbs/status.js'
import { BIN, runBin } from '../helpers/bin.js'
import { makeDir, makeRepo, repoAt, TEST_VARS, type TestEnv, type TestRepo } from '../helpers/repo.js'
import { execFileSync } from '../helpers/spawn.js'

const LINE = 'refs/ralph-memory/main'
const PATH = '.agent/memories.md'

interface Scene {
  repo: TestRepo
  env: TestEnv
  ids: string[]
  file(): string
  /** Saves the file as an editor would. */
  save(text: string): void
  commits(): number
}

async function scene(texts = ['first', 'second', 'third']): Promise<Scene> {
  const repo = makeRepo()
  const env = repo.env()
  const ids = []
  await init(env)
  for (const text of texts) {
    ids.push((await remember(env, text, { type: 'fix', tags: ['t'] })).memory.id)
    env.tick(1)
  }
  return {
    repo,
    env,
    ids,
    file: () => readFileSync(join(repo.dir, PATH), 'utf8'),
    save: (text) => {
      rmSync(join(repo.dir, PATH), { force: true })
      repo.write(PATH, text)
    },
    commits: () => Number(repo.git('rev-list', '--count', LINE)),
  }
}

const bodies = async (env: TestEnv): Promise<string[]> => (await list(env)).memories.map(({ body }) => body)

describe('the rendered file', () => {
  it('has the exact format, and is written after each write', async () => {
    const { file, ids } = await scene(['one\n\ntwo'])
    expect(file()).toBe(
      `# Memories\n\n## Patterns\n\n## Decisions\n\n## Fixes\n\n### ${ids[0]}\n> one\n>\n> two\n<!-- tags: t | created: 2025-01-21 -->\n\n## Context\n`,
    )
  })

  it('is not touched when nothing changed', async () => {
    const { repo, env } = await scene()
    const before = statSync(join(repo.dir, PATH), { bigint: true })
    await list(env)
    await init(env)
    await status(env)
    const after = statSync(join(repo.dir, PATH), { bigint: true })
    expect([after.ino, after.mtimeNs]).toEqual([before.ino, before.mtimeNs])
  })

  it('is the same, byte for byte, when it is rendered anew', async () => {
    const { repo, env, file } = await scene()
    const before = file()
    rmSync(join(repo.dir, '.git/ralph'), { recursive: true })
    rmSync(join(repo.dir, PATH))
    await list(env)
    expect(existsSync(join(repo.dir, PATH))).toBe(false)
    await init(env)
    expect(file()).toBe(before)
  })

  it('follows the branch', async () => {
    const { repo, env, file } = await scene()
    repo.git('checkout', '-q', '-b', 'topic')
    await remember(env, 'on topic')
    expect(file()).toContain('> on topic')
    repo.git('checkout', '-q', 'main')
    await list(env)
    expect(file()).not.toContain('> on topic')
    expect(file()).toContain('> first')
  })

  it('holds the newest and says how many it leaves out', async () => {
    const { env, file } = await scene()
    await setConfig(env, 'renderLimit', '2')
    await list(env)
    expect(file()).not.toContain('> first')
    expect(file()).toContain('> third')
    expect(file()).toMatch(/\n<!-- 1 older memory is not shown: run `git ralph list` -->\n$/)
    await remember(env, 'fourth')
    expect(file()).toContain('2 older memories are not shown')
    expect(await bodies(env)).toHaveLength(4)
  })

  it('is one per worktree', async () => {
    const { repo, env, file } = await scene()
    const other = repoAt(join(makeDir(), 'other'))
    repo.git('worktree', 'add', '-q', '-b', 'topic', other.dir)
    await remember(other.env(), 'in the worktree')
    expect(readFileSync(join(other.dir, PATH), 'utf8')).toContain('> in the worktree')
    await list(env)
    expect(file()).not.toContain('> in the worktree')
    writeFileSync(
      join(other.dir, PATH),
      readFileSync(join(other.dir, PATH), 'utf8').replace('> first', '> FIRST'),
    )
    expect(await bodies(other.env())).toContain('FIRST')
    expect(await bodies(env)).toContain('first')
    expect([repo.git('status', '--porcelain'), other.git('status', '--porcelain')]).toEqual(['', ''])
  })
})

describe('a hand edit', () => {
  it('of a block is stored by one commit', async () => {
    const { env, ids, file, save, commits } = await scene()
    save(file().replace('> second', '> second, by hand\n> and more'))
    const before = commits()
    const { memories, warnings } = await list(env)
    expect(memories.map(({ body }) => body)).toEqual(['first', 'second, by hand\nand more', 'third'])
    expect(memories[1]).toMatchObject({ id: ids[1], tags: ['t'], type: 'fix' })
    expect(warnings).toEqual([expect.stringMatching(/^note: hand edits of '.*' were stored: 1 edited$/)])
    expect(commits()).toBe(before + 1)
    expect((await list(env)).warnings).toEqual([])
    expect(commits()).toBe(before + 1)
  })

  it('of several kinds at once is still one commit', async () => {
    const { repo, env, file, save, commits } = await scene()
    const before = commits()
    save(
      file()
        .replace('> first', '> FIRST')
        .replace(/### \S+\n> second\n.*\n\n/, '')
        .concat('\n> a new one\n'),
    )
    expect(await bodies(env)).toEqual(['FIRST', 'third', 'a new one'])
    expect(commits()).toBe(before + 1)
    expect(repo.git('log', '-1', '--format=%s', LINE)).toBe('edit by hand: 1 added, 1 edited, 1 forgotten\n')
  })

  it('that removes a block forgets the memory', async () => {
    const { env, file, save } = await scene()
    save(file().replace(/### \S+\n> second\n.*\n\n/, ''))
    expect(await bodies(env)).toEqual(['first', 'third'])
  })

  it('that adds a block without an id gives it one', async () => {
    const { env, file, save } = await scene()
    save(file().replace('## Context\n', '## Context\n\n### \n> learnt by hand\n<!-- tags: Hand -->\n'))
    const added = (await list(env)).memories.find(({ body }) => body === 'learnt by hand')!
    expect(added).toMatchObject({ type: 'context', tags: ['hand'] })
    expect(added.id).toMatch(/^mem-\d+-[0-9a-f]{4}$/)
    expect(file()).toContain(`### ${added.id}\n> learnt by hand\n<!-- tags: hand | created: 2025-01-21 -->`)
  })

  it('that moves a block to another section changes its type', async () => {
    const { env, ids, file, save } = await scene(['only'])
    const block = /### [^]*?-->\n/.exec(file())![0]
    save(file().replace(block, '').replace('## Decisions\n', `## Decisions\n\n${block}`))
    expect((await show(env, ids[0]!)).memory.type).toBe('decision')
  })

  it('that leaves a block unreadable keeps it verbatim, with a warning, and forgets nothing', async () => {
    const { env, ids, file, save } = await scene()
    const broken = `### ${ids[1]}\nno quote here, * nor <there>`
    save(file().replace(/### \S+\n> second\n.*/, broken))
    const { memories, warnings } = await list(env)
    expect(memories.map(({ body }) => body)).toEqual(['first', 'second', 'third'])
    expect(warnings.join()).toMatch(/has no quoted content and is kept as it is/)
    expect(file()).toContain(broken)
    await remember(env, 'later')
    expect(file()).toContain(broken)
    expect(file()).toContain('> later')
  })

  it('that adds a section of its own keeps it', async () => {
    const { env, file, save } = await scene()
    const section = '## Notes to self\n\n- call Ada\n\n### and more\n> quoted'
    save(`${file()}\n${section}\n`)
    expect(await bodies(env)).toEqual(['first', 'second', 'third'])
    await remember(env, 'later')
    expect(file()).toContain(section)
  })

  it.each([
    ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
    ['a byte order mark', (text: string) => `\ufeff${text}`],
  ])('that only brings %s changes nothing', async (_, change) => {
    const { env, file, save, commits } = await scene()
    const [before, count] = [file(), commits()]
    save(change(before))
    expect(await bodies(env)).toEqual(['first', 'second', 'third'])
    expect(commits()).toBe(count)
    expect(file()).toBe(before)
  })

  it('in a CRLF file with a byte order mark is stored', async () => {
    const { env, file, save } = await scene()
    save(`\ufeff${file().replace('> second', '> 2nd\n> line').replaceAll('\n', '\r\n')}`)
    expect(await bodies(env)).toEqual(['first', '2nd\nline', 'third'])
  })

  it.each([
    ['deleted', ''],
    ['emptied', ''],
    ['filled with spaces', ' \n\n'],
  ])('that leaves the file %s forgets nothing', async (how, text) => {
    const { repo, env, file, save, commits } = await scene()
    const [before, count] = [file(), commits()]
    if (how === 'deleted') rmSync(join(repo.dir, PATH))
    else save(text)
    expect(await bodies(env)).toEqual(['first', 'second', 'third'])
    expect(file()).toBe(before)
    expect(commits()).toBe(count)
  })

  it('saved by an editor that had an older version open loses nothing', async () => {
    const { env, file, save } = await scene()
    const open = file()
    await remember(env, 'written while the editor was open')
    save(open.replace('> first', '> first, by hand'))
    expect((await bodies(env)).toSorted()).toEqual([
      'first, by hand',
      'second',
      'third',
      'written while the editor was open',
    ])
  })

  it('made by the very process that remembers is not lost', async () => {
    const { env, file, save } = await scene()
    save(file().replace('> third', '> 3rd'))
    await remember(env, 'fourth')
    expect((await bodies(env)).toSorted()).toEqual(['3rd', 'first', 'fourth', 'second'])
  })

  it('made before a checkout is stored on the branch it was made on', async () => {
    const { repo, env, file, save } = await scene()
    repo.git('checkout', '-q', '-b', 'topic')
    await remember(env, 'on topic')
    save(file().replace('> first', '> first, on topic'))
    utimesSync(join(repo.dir, PATH), 1, 1)
    repo.git('checkout', '-q', 'main')
    expect(await bodies(env)).toEqual(['first', 'second', 'third'])
    expect(file()).not.toContain('topic')
    expect((await list(env, { line: 'topic' })).memories.map(({ body }) => body)).toEqual([
      'first, on topic',
      'second',
      'third',
      'on topic',
    ])
  })

  it('made after a checkout is stored on the branch checked out', async () => {
    const { repo, env, file, save } = await scene()
    repo.git('checkout', '-q', '-b', 'topic')
    utimesSync(join(repo.dir, '.git/HEAD'), 1, 1)
    save(file().replace('> first', '> first, on topic'))
    expect(await bodies(env)).toEqual(['first, on topic', 'second', 'third'])
    expect((await list(env, { line: 'main' })).memories[0]!.body).toBe('first')
  })

  it('of what somebody else edited meanwhile is merged with it', async () => {
    const { repo, ids, env, file, save } = await scene(['top\n\nmiddle\n\nbottom'])
    const open = file()
    repo.git('worktree', 'add', '-q', '--detach', join(repo.dir, '.git/other'))
    save(open.replace('> top', '> TOP'))
    // From a place without a rendered file of this branch, so that the edit above is not absorbed first.
    runBin(['edit', ids[0]!, '--content', 'top\n\nmiddle\n\nBOTTOM'], { cwd: join(repo.dir, '.git') })
    expect(await bodies(env)).toEqual(['TOP\n\nmiddle\n\nBOTTOM'])
  })

  it('survives two processes that find it at once', async () => {
    const { repo, env, file, save } = await scene()
    save(file().replace('> second', '> second, by hand'))
    const script = 'for n in 1 2 3 4; do "$0" "$1" list >/dev/null & done; wait'
    execFileSync('bash', ['-c', script, process.execPath, BIN], { cwd: repo.dir, env: TEST_VARS })
    expect(await bodies(env)).toEqual(['first', 'second, by hand', 'third'])
    expect(repo.git('log', '--format=%s', LINE).match(/by hand/g)).toHaveLength(1)
    expect(existsSync(join(repo.dir, PATH))).toBe(true)
    expect(repo.git('status', '--porcelain', '--ignored')).toBe('!! .agent/\n')
  })
})

async function tracked(): Promise<{ repo: TestRepo; env: TestEnv }> {
  const repo = makeRepo({ [PATH]: '# Memories\n\n## Fixes\n\n> old and tracked\n' })
  return { repo, env: repo.env() }
}

describe('a file that git tracks', () => {
  it('is left alone; writes and status say how to migrate, reads are silent', async () => {
    const { repo, env } = await tracked()
    const advice = /^'\.agent\/memories\.md' is tracked by git, so it is left alone: run `git ralph import/
    expect((await remember(env, 'new')).warnings).toEqual([expect.stringMatching(advice)])
    expect((await list(env)).warnings).toEqual([])
    expect(await status(env)).toMatchObject({ rendered: 'tracked', problems: 1 })
    const finding = (await doctor(env)).findings.find(({ check }) => check === 'rendered')
    expect(finding).toMatchObject({ level: 'problem', message: expect.stringMatching(advice) as string })
    expect(repo.git('status', '--porcelain')).toBe('')
  })

  it('is taken over once it is imported and untracked', async () => {
    const { repo, env } = await tracked()
    await remember(env, 'new')
    runBin(['import', PATH], { cwd: repo.dir })
    repo.git('rm', '-q', '--cached', PATH)
    expect((await bodies(env)).toSorted()).toEqual(['new', 'old and tracked'])
    expect(readFileSync(join(repo.dir, PATH), 'utf8')).toContain('> new')
    expect(await status(env)).toMatchObject({ rendered: 'current', problems: 0 })
  })
})

describe('a render path', () => {
  it.each([
    ['../memories.md', 'it is outside the work tree'],
    ['a/../../memories.md', 'it is outside the work tree'],
    ['.git/memories.md', "it is inside '.git'"],
    ['sub/.GIT/memories.md', "it is inside '.git'"],
    ['.env', "its name does not end in '.md'"],
    ['outside/memories.md', 'a link leads out of the work tree'],
    ['hidden/memories.md', "a link leads into '.git'"],
    ['link.md', 'something other than a file is there'],
    ['dir.md', 'something other than a file is there'],
  ])('of %s is refused, and everything else works', async (path, why) => {
    const repo = makeRepo({ 'README.md': '', 'ralph.yml': `memories:\n  path: ${path}\n`, '.env': 'KEY=1\n' })
    const elsewhere = makeDir()
    symlinkSync(elsewhere, join(repo.dir, 'outside'))
    symlinkSync('.git/info', join(repo.dir, 'hidden'))
    symlinkSync(join(elsewhere, 'target.md'), join(repo.dir, 'link.md'))
    mkdirSync(join(repo.dir, 'dir.md'))
    const env = repo.env()
    const said = `cannot render to '${path}': ${why}`
    const before = repo.git('status', '--porcelain')
    expect((await remember(env, 'kept')).warnings).toContain(said)
    expect(await bodies(env)).toEqual(['kept'])
    expect(await status(env)).toMatchObject({ rendered: 'refused', problems: 1 })
    expect((await doctor(env)).findings).toContainEqual(
      expect.objectContaining({ check: 'rendered', level: 'problem', message: said }),
    )
    await expect(init(env)).rejects.toMatchObject({ code: 'bad-settings', message: said })
    await expect(setConfig(env, 'renderPath', path)).rejects.toMatchObject({ code: 'bad-settings' })
    expect(repo.git('status', '--porcelain')).toBe(before)
    expect(existsSync(join(elsewhere, 'memories.md'))).toBe(false)
    expect(existsSync(join(repo.dir, '.git/info/memories.md'))).toBe(false)
  })

  it('of where ralph-orchestrator keeps its file works, also spelt oddly', async () => {
    const repo = makeRepo({ 'ralph.yml': 'memories:\n  path: ./.ralph//agent/memories.md\n' })
    await remember(repo.env(), 'kept')
    expect(readFileSync(join(repo.dir, '.ralph/agent/memories.md'), 'utf8')).toContain('> kept')
    expect(repo.git('status', '--porcelain')).toBe('')
  })
})
