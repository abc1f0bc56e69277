import { closeSync, mkdirSync, openSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { init } from '../../src/verbs/init.js'
import { journalAdd, type JournalAddOptions } from '../../src/verbs/journal-add.js'
import { journalList, journalSelect } from '../../src/verbs/journal-list.js'
import { searchJournal } from '../../src/verbs/journal-search.js'
import { journalShow } from '../../src/verbs/journal-show.js'
import { land } from '../../src/verbs/land.js'
import { remember } from '../../src/verbs/remember.js'
import { sync } from '../../src/verbs/sync.js'
import { BIN } from '../helpers/bin.js'
import { makeDir, makeRepo, repoAt, type TestEnv, type TestRepo } from '../helpers/repo.js'

const RUN = 'run-1f2e3d4c'

/** Adds an entry a minute later than the one before. Answers its id. */
async function add(
  env: TestEnv,
  iteration: number,
  options: Partial<JournalAddOptions> = {},
): Promise<string> {
  env.tick(60)
  const { entry } = await journalAdd(env, { run: RUN, iteration, files: [], ...options })
  return entry.id
}

const numbers = (records: { entry: { iteration: number } }[]): number[] =>
  records.map(({ entry }) => entry.iteration)

const show = ({ git }: TestRepo, rev = 'HEAD'): string => git('notes', '--ref=ralph', 'show', rev)

describe('journal add', () => {
  it('stores all fields on the commit checked out', async () => {
    const repo = makeRepo()
    const env = repo.env({ vars: { ...repo.env().vars, RALPH_AGENT: 'codex', RALPH_SESSION: 's-1' } })
    const { entry, commit } = await journalAdd(env, {
      run: RUN,
      iteration: 3,
      task: 't-abc123',
      feature: 'f-abc123',
      outcome: 'retried',
      model: 'opus',
      durationSecs: 198.3,
      costUsd: 1.1155,
      files: ['src/a.ts'],
      notes: 'Failed on an edge case.',
    })
    expect(commit).toBe(repo.git('rev-parse', 'HEAD').trim())
    expect(show(repo)).toBe(`Ralph-Journal: ${entry.id}
Run: run-1f2e3d4c
Iteration: 3
Outcome: retried
Task: t-abc123
Feature: f-abc123
Model: opus
Duration: 198.3
Cost: 1.1155
File: src/a.ts
Agent: codex
Session: s-1
Created: 2025-01-21T10:00:00Z

    Failed on an edge case.
`)
    expect((await journalList(env))[0]!.entry).toEqual(entry)
    expect(repo.git('status', '--porcelain')).toBe('')
    repo.git('fsck', '--strict', '--no-dangling')
  })

  it('asks git for the files: since a commit, of the work tree, of the commit', async () => {
    const repo = makeRepo()
    const start = repo.commit('one', { 'a.ts': '1\n' })
    repo.commit('two', { 'b.ts': '1\n' })
    repo.commit('three', { 'c d.ts': '1\n' })
    const filesOf = async (options: Partial<JournalAddOptions>): Promise<string[]> =>
      (await journalAdd(repo.env(), { run: RUN, iteration: 1, ...options })).entry.files
    expect(await filesOf({})).toEqual(['c d.ts'])
    expect(await filesOf({ commit: 'HEAD~2' })).toEqual(['a.ts'])
    repo.write('new.ts', '1\n')
    repo.write('a.ts', '2\n')
    expect(await filesOf({})).toEqual(['a.ts', 'new.ts'])
    expect(await filesOf({ since: start })).toEqual(['b.ts', 'c d.ts', 'a.ts', 'new.ts'])
  })

  it('leaves what others wrote in the note as it is', async () => {
    const repo = makeRepo()
    repo.git('notes', '--ref=ralph', 'add', '-m', 'mine:\n\n  kept')
    const before = show(repo)
    await add(repo.env(), 1)
    expect(show(repo).startsWith(`${before}\nRalph-Journal: `)).toBe(true)
    repo.git('notes', '--ref=ralph', 'append', '-m', 'and after')
    await add(repo.env({ now: () => new Date(0) }), 2)
    expect(show(repo)).toContain('\n\nand after\n\nRalph-Journal: ')
    expect(numbers((await journalShow(repo.env())).records)).toEqual([1, 2])
  })

  it('keeps what happens before the first commit', async () => {
    const repo = makeRepo({})
    const id = await add(repo.env(), 1, { outcome: 'failed' })
    expect((await journalList(repo.env())).map(({ entry }) => entry.id)).toEqual([id])
    expect(repo.git('notes', '--ref=ralph', 'list')).toContain('4b825dc642cb6eb9a060e54bf8d69288fbee4904')
    repo.git('notes', '--ref=ralph', 'prune')
    expect(await journalList(repo.env())).toHaveLength(1)
  })

  it('refuses a commit that is none', async () => {
    await expect(add(makeRepo().env(), 1, { commit: '--all' })).rejects.toThrow(
      "'--all' is no commit of the code",
    )
  })

  it('parks an entry while the notes are locked, and the next command adopts it', async () => {
    const repo = makeRepo()
    const env = repo.env({ vars: { ...repo.env().vars, RALPH_WRITE_TIMEOUT: '50' } })
    mkdirSync(join(repo.dir, '.git/refs/notes'), { recursive: true })
    const lock = join(repo.dir, '.git/refs/notes/ralph.lock')
    closeSync(openSync(lock, 'w'))
    const { entry, parked } = await journalAdd(env, { run: RUN, iteration: 1, files: [] })
    expect(parked).toMatch(/^refs\/ralph-notes-pending\/[0-9a-f]{16}$/)
    rmSync(lock)
    expect((await journalList(env)).map((one) => one.entry.id)).toEqual([entry.id])
    expect(repo.git('for-each-ref', 'refs/ralph-notes-pending')).toBe('')
  })
})

describe('journal list', () => {
  it('has the newest, oldest first, of a run and of a task', async () => {
    const repo = makeRepo()
    const env = repo.env()
    for (let i = 1; i <= 12; i++) {
      if (i % 3 === 0) repo.commit(`commit ${i}`)
      await add(env, i, { run: i % 2 ? RUN : 'run-00000000', task: i % 4 ? 't-000000' : 't-111111' })
      if (i === 6) await journalList(env)
    }
    expect(numbers(await journalList(env, { last: 5 }))).toEqual([8, 9, 10, 11, 12])
    expect(numbers(await journalList(env, { run: RUN, last: 2 }))).toEqual([9, 11])
    expect(numbers(await journalList(env, { task: 't-111111' }))).toEqual([4, 8, 12])
    expect(numbers(await journalList(env, { run: 'run-00000000', task: 't-000000', last: 2 }))).toEqual([
      6, 10,
    ])
    expect(await journalList(env)).toHaveLength(12)
  })

  it('follows what native git does to the notes', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await add(env, 1)
    const first = repo.git('rev-parse', 'HEAD').trim()
    const second = repo.commit('second')
    await add(env, 2)
    expect(numbers(await journalList(env))).toEqual([1, 2])
    const third = repo.commit('third')
    repo.git('notes', '--ref=ralph', 'copy', first, third)
    const commits = async () => (await journalList(env)).map((record) => record.commits)
    expect(await commits()).toEqual([[first, third], [second]])
    repo.git('notes', '--ref=ralph', 'remove', first)
    expect(await commits()).toEqual([[third], [second]])
    repo.git('notes', '--ref=ralph', 'remove', second)
    expect(await commits()).toEqual([[third]])
    repo.git('update-ref', '-d', 'refs/notes/ralph')
    expect(await commits()).toEqual([])
  })

  it('makes a broken index anew', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await add(env, 1)
    expect(numbers(await journalList(env))).toEqual([1])
    const segments = join(repo.dir, '.git/ralph/journal/index/segments')
    for (const file of readdirSync(segments)) writeFileSync(join(segments, file), 'no segment')
    await add(env, 2)
    expect(numbers(await journalList(repo.env()))).toEqual([1, 2])
    rmSync(join(repo.dir, '.git/ralph/journal'), { recursive: true })
    expect(numbers(await journalList(repo.env()))).toEqual([1, 2])
  })
})

describe('journal search', () => {
  it('finds entries by their words, and by files', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await add(env, 1, { notes: 'The parser test is flaky on Windows', files: ['src/parser.ts'] })
    await add(env, 2, { notes: 'Chose HashMap over BTreeMap', run: 'run-00000000', files: ['src/map.ts'] })
    expect(numbers((await searchJournal(env, 'flaky parsers')).hits)).toEqual([1])
    expect(numbers((await searchJournal(env, 'hashmap', { run: RUN })).hits)).toEqual([])
    expect(numbers((await searchJournal(env, 'map parser', { path: 'src/map.ts' })).hits)).toEqual([2])
  })

  it('selects what an agent should know', async () => {
    const repo = makeRepo()
    const env = repo.env()
    for (let i = 1; i <= 7; i++) await add(env, i, { notes: `step ${i} of the date parser` })
    for (let i = 1; i <= 7; i++)
      await add(env, 100 + i, { run: 'run-00000000', notes: `dates ${i}: parse them` })
    await add(env, 200, { run: 'run-00000000', notes: 'something else' })
    const chosen = await journalSelect(env, { run: RUN, task: 'Parse dates - "in headers" type:fix -today' })
    expect(numbers(chosen.slice(0, 5))).toEqual([3, 4, 5, 6, 7])
    expect(chosen).toHaveLength(10)
    expect(numbers(chosen.slice(5)).every((n) => n > 100 && n < 108)).toBe(true)
  })
})

describe('the journal follows rewritten commits', () => {
  async function hooked(): Promise<{ repo: TestRepo; env: TestEnv }> {
    const repo = makeRepo()
    const env = repo.env()
    await init(env, { command: { node: process.execPath, bin: BIN } })
    return { repo, env }
  }

  it('over an amend', async () => {
    const { repo, env } = await hooked()
    repo.commit('work', { 'a.ts': '1\n' })
    const id = await add(env, 1)
    const note = show(repo)
    repo.git('commit', '-q', '--amend', '-m', 'better words')
    expect(show(repo)).toBe(note)
    expect((await journalList(env)).map(({ entry }) => entry.id)).toEqual([id])
  })

  it('over a rebase, also when git carries notes by itself', async () => {
    const { repo, env } = await hooked()
    repo.git('config', 'notes.rewriteRef', 'refs/notes/ralph')
    repo.git('checkout', '-q', '-b', 'topic')
    for (const n of [1, 2]) {
      repo.commit(`work ${n}`, { [`${n}.ts`]: '1\n' })
      await add(env, n)
    }
    const notes = [show(repo, 'HEAD~1'), show(repo)]
    repo.git('checkout', '-q', 'main')
    repo.commit('base', { 'base.ts': '1\n' })
    repo.git('rebase', '-q', 'main', 'topic')
    expect([show(repo, 'HEAD~1'), show(repo)]).toEqual(notes)
    expect(numbers(await journalList(env))).toEqual([1, 2])
  })

  it('over a squash landing, once', async () => {
    const repo = makeRepo()
    const env = repo.env()
    repo.git('checkout', '-q', '-b', 'topic')
    for (const n of [1, 2, 3]) {
      repo.commit(`work ${n}`, { [`${n}.ts`]: '1\n' })
      await add(env, n)
    }
    await remember(env, 'learnt on the topic')
    repo.git('checkout', '-q', 'main')
    repo.git('merge', '-q', '--squash', 'topic')
    repo.git('commit', '-q', '-m', 'squashed')
    await land(env)
    expect(numbers((await journalShow(env, 'main')).records)).toEqual([1, 2, 3])
    expect(numbers(await journalList(env))).toEqual([1, 2, 3])
    const tip = repo.git('rev-parse', 'refs/notes/ralph')
    await land(env)
    expect(repo.git('rev-parse', 'refs/notes/ralph')).toBe(tip)
  })
})

describe('the journal is shared', () => {
  function makeClones(): { a: TestRepo; b: TestRepo; remote: TestRepo } {
    const a = makeRepo()
    const remote = repoAt(join(makeDir(), 'remote.git'))
    a.git('clone', '-q', '--bare', a.dir, remote.dir)
    a.git('remote', 'add', 'origin', remote.dir)
    const b = repoAt(join(makeDir(), 'b'))
    a.git('clone', '-q', remote.dir, b.dir)
    return { a, b, remote }
  }

  it('both ways, entry by entry, with whoever was faster', async () => {
    const { a, b } = makeClones()
    const [left, right] = [a.env(), b.env({ random: (n) => new Uint8Array(n).fill(7) })]
    await sync(right)
    await add(left, 1)
    expect((await sync(left)).journal).toEqual({ pulled: 'nothing', pushed: { outcome: 'pushed' } })
    await add(right, 2)
    // Outrun: the remote has the first one already.
    const second = await sync(right, { pull: false })
    expect(second.journal).toEqual({ pulled: 'merged', pushed: { outcome: 'pushed' } })
    expect((await sync(left)).journal).toEqual({ pulled: 'fast-forward' })
    expect(numbers(await journalList(left))).toEqual([1, 2])
    expect(show(a)).toBe(show(b))
    expect((await sync(left)).journal).toEqual({ pulled: 'nothing' })
  })

  it('as a branch where the host takes branches only', async () => {
    const { a, b, remote } = makeClones()
    for (const { git } of [a, b]) git('config', 'ralph.remotePrefix', 'refs/heads/ralph-memory')
    await add(a.env(), 1)
    await sync(a.env())
    expect(remote.git('for-each-ref', '--format=%(refname)')).toContain('refs/heads/ralph-memory-journal\n')
    await sync(b.env())
    expect(numbers(await journalList(b.env()))).toEqual([1])
  })

  it('and says when the host refuses it', async () => {
    const { a, remote } = makeClones()
    remote.git('config', 'receive.hideRefs', 'refs/notes')
    await add(a.env(), 1)
    const { journal } = await sync(a.env())
    expect(journal.pushed).toMatchObject({ outcome: 'refused' })
  })
})
