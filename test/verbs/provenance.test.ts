/** Who wrote a memory: in every answer that programs read. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openRepo, type Repo } from '../../src/store/git/repo.js'
import { lineRef } from '../../src/store/line/line.js'
import { provenanceOf } from '../../src/store/line/written-by.js'
import { diff } from '../../src/verbs/diff.js'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { land } from '../../src/verbs/land.js'
import { list } from '../../src/verbs/list.js'
import { merge } from '../../src/verbs/merge.js'
import { prime } from '../../src/verbs/prime.js'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { rescue } from '../../src/verbs/rescue.js'
import { restore } from '../../src/verbs/restore.js'
import { show } from '../../src/verbs/show.js'
import { stale } from '../../src/verbs/stale.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'

const AGENT = { RALPH_AGENT: 'codex', RALPH_SESSION: 'session-7', RALPH_TASK: 'task-3' }

function by(env: TestEnv, name: string, vars: Record<string, string> = {}): TestEnv {
  const email = `${name.toLowerCase()}@example.com`
  const person = { GIT_AUTHOR_NAME: name, GIT_COMMITTER_NAME: name }
  const mail = { GIT_AUTHOR_EMAIL: email, GIT_COMMITTER_EMAIL: email }
  return { ...env, vars: { ...env.vars, ...person, ...mail, ...vars } }
}

async function authorsOf(env: TestEnv): Promise<Record<string, string | undefined>> {
  const { memories, provenance } = await list(env, { provenance: true })
  return Object.fromEntries(memories.map((memory) => [memory.body, provenance!.get(memory)?.author]))
}

const files = (repo: TestRepo): string => join(repo.dir, '.git/ralph/cache/written-by-1')

const linesIn = (dir: string): number =>
  readdirSync(dir)
    .filter((name) => name !== 'tips.json')
    .flatMap((name) => readFileSync(join(dir, name), 'utf8').split('\n').filter(Boolean)).length

/** A repository that counts how often git is asked. */
async function counted(env: TestEnv): Promise<{ repo: Repo; calls: string[][] }> {
  const repo = await openRepo(env)
  const calls: string[][] = []
  const { tryGit } = repo
  repo.tryGit = (args, options) => {
    calls.push([...args])
    return tryGit.call(repo, args, options)
  }
  return { repo, calls }
}

const tipOf = (repo: TestRepo): string => repo.git('rev-parse', lineRef('main')).trim()
const blobOf = (repo: TestRepo, id: string): string =>
  repo
    .git('ls-tree', '-r', tipOf(repo))
    .split('\n')
    .find((line) => line.includes(id))!
    .split(/[ \t]/)[2]!

describe('the provenance of a memory', () => {
  it('is that of the commit which wrote it, in every answer', async () => {
    const repo = makeRepo({ 'a.txt': 'one\ntwo\n' })
    const env = repo.env()
    const code = repo.git('rev-parse', 'HEAD').trim()
    const { memory } = await remember(by(env, 'Bob', AGENT), 'docker needs a.txt', { anchors: ['a.txt:1-2'] })
    const expected = {
      author: 'Bob',
      when: '2025-01-21T10:00:00Z',
      commit: tipOf(repo),
      agent: 'codex',
      session: 'session-7',
      task: 'task-3',
      branch: 'main',
      code,
    }
    repo.write('a.txt', 'one\nother\n')
    const asked = { provenance: true }
    expect([...(await list(env, asked)).provenance!.values()]).toEqual([expected])
    expect((await show(env, memory.id, asked)).provenance).toEqual(expected)
    expect((await recall(env, 'docker', asked)).hits[0]!.provenance).toEqual(expected)
    for (const budget of [0, 500])
      expect([...(await prime(env, { ...asked, budget })).provenance!.values()]).toEqual([expected])
    const judged = await stale(env, asked)
    expect(judged.provenance!.get(judged.stale[0]!.memory)).toEqual(expected)
    repo.git('switch', '-q', '-c', 'topic')
    await forget(env, [memory.id])
    const { forgotten, provenance } = await diff(env, undefined, asked)
    expect(provenance!.get(forgotten[0]!.memory)).toEqual(expected)
  })

  it('is not looked up unless it is asked for', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const { memory } = await remember(env, 'text')
    expect(await list(env)).not.toHaveProperty('provenance')
    expect(await show(env, memory.id)).not.toHaveProperty('provenance')
    expect((await recall(env, 'text')).hits[0]).not.toHaveProperty('provenance')
    expect(await prime(env)).not.toHaveProperty('provenance')
    expect(existsSync(files(repo))).toBe(false)
  })

  it('changes with the text, and each version keeps its own', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const { memory } = await remember(by(env, 'Bob'), 'first words')
    expect(await authorsOf(env)).toEqual({ 'first words': 'Bob' })
    await edit(by(env, 'Carol'), memory.id, { content: 'second words' })
    expect(await authorsOf(env)).toEqual({ 'second words': 'Carol' })
    const { hits } = await recall(env, 'words', { history: true, provenance: true })
    expect(hits.map(({ provenance }) => provenance!.author).toSorted()).toEqual(['Bob', 'Carol'])
  })

  it('is of the author, not of who merged, landed, restored or rescued it', async () => {
    const repo = makeRepo()
    const env = repo.env()
    repo.git('switch', '-q', '-c', 'topic')
    repo.commit('work', { 'b.txt': 'b\n' })
    await remember(by(env, 'Bob'), 'learnt on topic')
    repo.git('switch', '-q', 'main')
    await remember(by(env, 'Carol'), 'learnt on main')
    repo.git('merge', '-q', '--no-ff', '--no-edit', 'topic')
    env.tick(60)
    expect((await land(by(env, 'Dora'))).reports).toHaveLength(1)
    expect(await authorsOf(env)).toEqual({ 'learnt on topic': 'Bob', 'learnt on main': 'Carol' })

    repo.git('switch', '-q', '-c', 'other')
    await remember(by(env, 'Emil'), 'learnt on other')
    repo.git('switch', '-q', 'main')
    env.tick(60)
    await merge(by(env, 'Dora'), 'other')
    expect(await authorsOf(env)).toMatchObject({ 'learnt on topic': 'Bob', 'learnt on other': 'Emil' })

    const { memories } = await list(env)
    await forget(by(env, 'Dora'), [memories[0]!.id])
    env.tick(60)
    await restore(by(env, 'Fay'), memories[0]!.id)
    expect((await authorsOf(env))[memories[0]!.body]).toMatch(/Bob|Carol|Emil/)

    repo.git('switch', '-q', '-c', 'given-up')
    await remember(by(env, 'Gil'), 'worth keeping')
    repo.git('switch', '-q', 'main')
    env.tick(60)
    await rescue(by(env, 'Dora'), 'given-up')
    // Which line is read first does not matter.
    expect(await authorsOf(env)).toHaveProperty('worth keeping')
    repo.git('switch', '-q', 'given-up')
    expect(await authorsOf(env)).toMatchObject({ 'worth keeping': 'Gil' })
    repo.git('switch', '-q', 'main')
    expect(await authorsOf(env)).toMatchObject({ 'worth keeping': 'Gil' })
  })

  it('is known of hits on other branches', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(by(env, 'Carol'), 'something else')
    repo.git('switch', '-q', '-c', 'topic')
    await remember(by(env, 'Bob'), 'docker compose needs port 5432')
    repo.git('switch', '-q', 'main')
    const here = await recall(env, 'docker compose port', { provenance: true })
    expect(here.elsewhere).toMatchObject([{ provenance: { author: 'Bob', branch: 'topic' } }])
    const all = await recall(env, 'docker', { everywhere: true, provenance: true })
    expect(all.hits).toMatchObject([{ provenance: { author: 'Bob' } }])
  })
})

describe('what is kept of it', () => {
  it('spares git the next time, and then only new commits are read', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const first = await remember(env, 'first')
    const { repo: opened, calls } = await counted(env)
    const ask = (): Promise<Map<string, { author: string }>> =>
      provenanceOf(opened, tipOf(repo), [blobOf(repo, first.memory.id)])
    expect((await ask()).size).toBe(1)
    expect(calls).toHaveLength(1)
    expect((await ask()).size).toBe(1)
    expect(calls).toHaveLength(1)
    await remember(by(env, 'Bob'), 'second')
    const before = linesIn(files(repo))
    expect((await ask()).size).toBe(1)
    expect(calls).toHaveLength(2)
    expect(linesIn(files(repo))).toBe(before + 1)
  })

  it('is made again when it is lost, and broken lines are passed over', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const { memory } = await remember(by(env, 'Bob'), 'first')
    expect(await authorsOf(env)).toEqual({ first: 'Bob' })
    const shard = join(files(repo), blobOf(repo, memory.id).slice(0, 2))
    rmSync(files(repo), { recursive: true })
    expect(await authorsOf(env)).toEqual({ first: 'Bob' })
    rmSync(join(files(repo), 'tips.json'))
    writeFileSync(shard, `\n${blobOf(repo, memory.id)} {"author":"Bo`)
    expect(await authorsOf(env)).toEqual({ first: 'Bob' })
    expect(await authorsOf(env)).toEqual({ first: 'Bob' })
  })

  it('is not needed: where nothing can be written the answer is the same', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(by(env, 'Bob'), 'first')
    rmSync(join(repo.dir, '.git/ralph/cache'), { recursive: true, force: true })
    writeFileSync(join(repo.dir, '.git/ralph/cache'), 'in the way')
    expect(await authorsOf(env)).toEqual({ first: 'Bob' })
  })
})
