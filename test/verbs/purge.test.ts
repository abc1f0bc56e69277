/** After a purge no byte of it is left in the git directory, and everything else is as it was. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openRepo } from '../../src/store/git/repo.js'
import { appendOutput, outputFile } from '../../src/store/loop/loop-files.js'
import { takeSnapshot } from '../../src/store/loop/snapshot.js'
import { bisectStart } from '../../src/verbs/bisect/start.js'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { init } from '../../src/verbs/init.js'
import { journalAdd } from '../../src/verbs/journal-add.js'
import { rememberArticle } from '../../src/verbs/know/add.js'
import { list } from '../../src/verbs/list.js'
import { merge } from '../../src/verbs/merge.js'
import { propose } from '../../src/verbs/inbox/propose.js'
import { drain } from '../../src/verbs/sessions/drain.js'
import { observe } from '../../src/verbs/sessions/observe.js'
import { prime } from '../../src/verbs/prime.js'
import { purge } from '../../src/verbs/purge.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { sync } from '../../src/verbs/sync.js'
import { findBytes } from '../helpers/bytes.js'
import { runBin } from '../helpers/bin.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'
import { makeTeam } from '../helpers/team.js'

const TEXT = 'kestrel-falls-at-midnight'
const RUN = { run: 'run-1f2e3d4c', iteration: 1 }

const bodies = async (env: TestEnv): Promise<string[]> =>
  (await list(env)).memories.map(({ body }) => body).toSorted()
const gitDir = (repo: TestRepo): string => join(repo.dir, '.git')
const fsck = (repo: TestRepo): string => repo.git('fsck', '--full', '--no-dangling')

/** A repository in which the text has been everywhere it can be. */
async function scene(): Promise<{ repo: TestRepo; env: TestEnv; id: string }> {
  const repo = makeRepo()
  const env = repo.env()
  await init(env)
  await remember(env, 'before it')
  const { memory } = await remember(env, `the word is ${TEXT}`, { type: 'fix' })
  env.tick(1)
  await edit(env, memory.id, { content: `the word was ${TEXT}, and more` })
  await rememberArticle(env, { title: 'Words', tags: ['words'], body: `among others ${TEXT}` })
  await journalAdd(env, { ...RUN, notes: `said ${TEXT}` })
  repo.git('switch', '-qc', 'feature')
  await remember(env, `on a branch: ${TEXT}`)
  repo.git('switch', '-q', 'main')
  await remember(env, 'on main meanwhile')
  await merge(env, 'feature')
  await remember(env, 'after it')
  await recall(env, TEXT)
  await prime(env, { budget: 500 })
  return { repo, env, id: memory.id }
}

describe('purging a text', () => {
  it('leaves no byte of it in the git directory, and the rest as it was', async () => {
    const { repo, env } = await scene()
    expect(findBytes(gitDir(repo), TEXT).length).toBeGreaterThan(3)
    const head = repo.git('rev-parse', 'HEAD')
    const answer = await purge(env, TEXT)
    expect(answer.left).toEqual([])
    expect(answer.warnings).toEqual([])
    expect(findBytes(gitDir(repo), TEXT)).toEqual([])
    expect(fsck(repo)).toBe('')
    expect(repo.git('rev-parse', 'HEAD')).toBe(head)
    expect(await bodies(env)).toEqual([
      'after it',
      'before it',
      'on a branch: [purged]',
      'on main meanwhile',
      'the word was [purged], and more',
    ])
    expect(repo.git('log', '--format=%an %ad', 'refs/ralph-memory/main')).toContain('Ada Author')
    expect(repo.git('notes', '--ref=ralph', 'show', 'HEAD')).toContain('said [purged]')
    await remember(env, 'life goes on')
    const rendered = readFileSync(join(repo.dir, '.agent/memories.md'), 'utf8')
    expect(rendered).toContain('life goes on')
    expect(rendered).not.toContain(TEXT)
  })

  it('also reaches what is packed, parked, forgotten or lost', async () => {
    const { repo, env, id } = await scene()
    await forget(env, [id])
    repo.git('update-ref', 'refs/ralph-memory-pending/main/0123456789abcdef', 'refs/ralph-memory/main')
    writeFileSync(join(repo.dir, 'lost'), `written by a process that was killed: ${TEXT}`)
    repo.git('hash-object', '-w', 'lost')
    writeFileSync(join(repo.dir, 'lost'), 'an object that somebody may still want')
    const wanted = repo.git('hash-object', '-w', 'lost').trim()
    repo.git('repack', '-adfq', '--keep-unreachable')
    repo.git('pack-refs', '--all')
    await remember(env, `once more ${TEXT}`)
    const answer = await purge(env, TEXT)
    expect(answer.left).toEqual([])
    expect(findBytes(gitDir(repo), TEXT)).toEqual([])
    expect(fsck(repo)).toBe('')
    expect(repo.git('cat-file', '-p', wanted)).toContain('may still want')
  })

  it('says what it would do with --dry-run, and changes nothing', async () => {
    const { repo, env } = await scene()
    const before = repo.git('for-each-ref')
    const { found, copies } = await purge(env, TEXT, { dryRun: true })
    expect(found).toBeGreaterThan(3)
    expect(copies.join()).toContain('backups')
    expect(repo.git('for-each-ref')).toBe(before)
    await expect(purge(env, 'ab')).rejects.toThrow('too short')
    await expect(purge(env, 'mem-1700000000-ffff')).rejects.toThrow('no line ever had')
  })

  it('is safe beside writers', async () => {
    const { repo, env } = await scene()
    const writers = Array.from({ length: 6 }, (_, n) => remember(repo.env(), `written meanwhile ${n}`))
    const [answer] = await Promise.all([purge(env, TEXT), ...writers])
    expect(answer.left).toEqual([])
    expect((await bodies(env)).filter((body) => body.startsWith('written'))).toHaveLength(6)
    expect(fsck(repo)).toBe('')
  })
})

describe('purging what agents were seen to do', () => {
  it('takes it out of the spool, the sessions, their index and the inbox', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'something else')
    const event = { agent: 'claude', kind: 'prompt', session: 's-1', cwd: repo.dir } as const
    observe(env, { ...event, prompt: `the word is ${TEXT}` })
    await drain(env)
    const source = { kind: 'session', session: 's-1' } as const
    await propose(env, [{ body: `remember ${TEXT} for later`, type: 'fix', tags: [], why: 'said', source }])
    observe(env, { ...event, prompt: `again ${TEXT}` })
    expect(findBytes(gitDir(repo), TEXT)).not.toEqual([])
    expect((await purge(env, TEXT)).left).toEqual([])
    expect(findBytes(gitDir(repo), TEXT)).toEqual([])
  })
})

describe('purging what loops and searches keep', () => {
  const LINES = [`the "first" line says ${TEXT}`, 'and the second line has nothing to say']

  it('takes away what was printed, snapshots that hold it and the search under way', async () => {
    const repo = makeRepo({ 'a.txt': 'one\n' })
    const env = repo.env()
    await remember(env, 'something else')
    const { memory } = await remember(env, LINES.join('\n'))
    const opened = await openRepo(env)
    const loop = 'run-1f2e3d4c'
    const ours = (path: string): string => join(repo.dir, '.git/ralph', path)
    const quoted = LINES.map((line) => `> ${line}`).join('\n')
    appendOutput(outputFile(opened, loop, 1, 'agent'), `{"text":${JSON.stringify(JSON.stringify(quoted))}}`)
    writeFileSync(ours(`loops/${loop}/state.json`), JSON.stringify({ id: loop, learnt: LINES }))
    mkdirSync(ours('spool'), { recursive: true })
    writeFileSync(ours('spool/s.jsonl'), `${JSON.stringify({ output: JSON.stringify({ quoted }) })}\n`)
    await takeSnapshot(opened, loop, '1')
    repo.write('copied.txt', LINES.join('\n'))
    await takeSnapshot(opened, loop, '2')
    rmSync(join(repo.dir, 'copied.txt'))
    await bisectStart(env)
    const answer = await purge(env, memory.id)
    expect(answer.left).toEqual([])
    for (const words of [TEXT, 'second line has nothing']) expect(findBytes(gitDir(repo), words)).toEqual([])
    expect(readFileSync(ours(`loops/${loop}/state.json`), 'utf8')).toContain('[purged]')
    expect(JSON.parse(readFileSync(ours('spool/s.jsonl'), 'utf8'))).toHaveProperty('output')
    expect(repo.git('for-each-ref', 'refs/ralph-snapshots', '--format=%(refname)').trim()).toBe(
      `refs/ralph-snapshots/${loop}/1`,
    )
    expect(repo.git('for-each-ref', 'refs/ralph-bisect')).toBe('')
    expect(fsck(repo)).toBe('')
    // The next snapshot must not believe that git still has what was purged.
    repo.write('copied.txt', LINES.join('\n'))
    await takeSnapshot(opened, loop, '3')
    expect(repo.git('show', `refs/ralph-snapshots/${loop}/3:copied.txt`)).toContain(TEXT)
  })
})

describe('purging a memory', () => {
  it('takes away all of its versions, and what commits said of it', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await init(env)
    await remember(env, 'stays')
    const { memory } = await remember(env, `a long first line that is cut in the subject, and then ${TEXT}`)
    env.tick(1)
    await edit(env, memory.id, { content: `quite another text about ${TEXT}` })
    const answer = await purge(env, memory.id)
    expect(answer.left).toEqual([])
    expect(await bodies(env)).toEqual(['stays'])
    for (const word of [TEXT, 'a long first line', 'quite another']) {
      expect(findBytes(gitDir(repo), word)).toEqual([])
    }
    expect(repo.git('log', '--format=%s', 'refs/ralph-memory/main')).toContain('[purged]')
    expect(fsck(repo)).toBe('')
  })
})

describe('purging what was pushed', () => {
  it('comes back from the remote unless that is replaced too', async () => {
    const { ada, bob, hub } = makeTeam()
    await remember(ada.me, 'harmless')
    const { memory } = await remember(ada.me, `the word is ${TEXT}`)
    await sync(ada.me)
    const alone = await purge(ada.me, memory.id)
    expect(alone.copies[0]).toContain('the next sync would bring it back')
    expect(findBytes(join(ada.dir, '.git'), TEXT)).toEqual([])
    await sync(ada.me)
    const answer = await purge(ada.me, memory.id, { remote: true })
    expect(answer.remote).toMatchObject({ updated: ['refs/ralph-memory/main'], failed: [] })
    expect(findBytes(join(ada.dir, '.git'), TEXT)).toEqual([])
    expect(hub.git('log', '-p', '--all')).not.toContain(TEXT)
    expect((await sync(ada.me)).pulled).toEqual([])
    await sync(bob.me)
    expect(await bob.knows()).toEqual(['harmless'])
  })

  it('does not overwrite what somebody pushed meanwhile', async () => {
    const { ada, bob } = makeTeam()
    const { memory } = await remember(ada.me, `the word is ${TEXT}`)
    await sync(ada.me)
    await sync(bob.me)
    await remember(bob.me, 'news from bob')
    await sync(bob.me)
    const answer = await purge(ada.me, memory.id, { remote: true })
    expect(answer.remote!.failed).toHaveLength(1)
    expect(answer.warnings.join()).toContain('sync, and purge again')
  })
})

describe('git ralph purge', () => {
  it('asks, and without a terminal wants --yes', async () => {
    const { repo, id } = await scene()
    const refused = runBin(['purge', id], { cwd: repo.dir })
    expect(refused.code).toBe(3)
    expect(refused.err).toContain('--yes')
    const done = runBin(['purge', id, '--yes'], { cwd: repo.dir })
    expect(done).toMatchObject({ code: 0, err: '' })
    expect(done.out).toContain('nothing in this git directory holds it any more')
    expect(done.out).toContain('other copies:')
  })
})
