/** Recall as the doors call it, on real repositories. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { estimateTokens } from '../../src/briefing/estimate.js'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { recall, type Recalled } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { restore } from '../../src/verbs/restore.js'
import { status } from '../../src/verbs/status.js'
import { makeRepo, type TestEnv } from '../helpers/repo.js'

async function learn(env: TestEnv, content: string, tags: string[] = []): Promise<string> {
  env.tick(60)
  return (await remember(env, content, { type: 'fix', tags })).memory.id
}

const idsOf = ({ hits }: Pick<Recalled, 'hits'>): string[] => hits.map(({ entry }) => entry.memory.id)

describe('recall', () => {
  it('shows the newest first when nothing is asked', async () => {
    const env = makeRepo().env()
    const first = await learn(env, 'postgres is down')
    const second = await learn(env, 'redis is down')
    expect(idsOf(await recall(env, ''))).toEqual([second, first])
  })

  it('finds no memory that has none of the words, however near it was made', async () => {
    const env = makeRepo().env()
    await learn(env, 'barrel exports are slow')
    const asked = await learn(env, 'postgres is down')
    await learn(env, 'lint before you push')
    expect(idsOf(await recall(env, 'postgres'))).toEqual([asked])
  })

  it('leaves a rendered file that lacks the newest memories to others, and absorbs what was edited by hand', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const file = join(repo.dir, '.agent/memories.md')
    await learn(env, 'postgres is down')
    const quiet = repo.env({ vars: { ...env.vars, RALPH_RENDER: 'false' } })
    quiet.tick(3600)
    const fetched = await learn(quiet, 'redis is down')
    const before = readFileSync(file, 'utf8')
    expect(idsOf(await recall(env, 'redis'))).toEqual([fetched])
    expect(readFileSync(file, 'utf8')).toBe(before)
    await status(env)
    expect(readFileSync(file, 'utf8')).toContain('redis is down')
    writeFileSync(file, readFileSync(file, 'utf8').replace('redis is down', 'redis is up again'))
    expect(idsOf(await recall(env, 'up again'))).toEqual([fetched])
  })

  it('keeps to a span of time', async () => {
    const env = makeRepo().env()
    const old = await learn(env, 'postgres 15 is old')
    env.tick(86_400)
    const between = env.now()
    env.tick(86_400)
    const young = await learn(env, 'postgres 16 is new')
    expect(idsOf(await recall(env, 'postgres', { since: between }))).toEqual([young])
    expect(idsOf(await recall(env, 'postgres', { until: between }))).toEqual([old])
  })

  it('keeps to what names a file, as seen from where one stands', async () => {
    const repo = makeRepo({ 'src/db.ts': 'x' })
    const env = repo.env()
    const named = await learn(env, 'the pool in src/db.ts has ten connections')
    await learn(env, 'the pool of workers has four')
    expect(idsOf(await recall(env, 'pool'))).toHaveLength(2)
    expect(idsOf(await recall(env, 'pool', { path: 'src/db.ts' }))).toEqual([named])
    expect(idsOf(await recall(repo.env({ cwd: `${repo.dir}/src` }), 'pool', { path: 'db.ts' }))).toEqual([
      named,
    ])
  })

  it('refuses views that exclude each other', async () => {
    const env = makeRepo().env()
    await expect(recall(env, 'x', { here: true, everywhere: true })).rejects.toThrow('do not go together')
    await expect(recall(env, 'x', { history: true, everywhere: true })).rejects.toThrow('do not go together')
    await expect(recall(env, 'x', { journal: true, history: true })).rejects.toThrow('do not go together')
  })
})

async function five(): Promise<TestEnv> {
  const env = makeRepo().env()
  for (const word of ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'])
    await learn(env, `postgres replica ${word} lags behind when the nightly vacuum runs on the primary host`)
  return env
}

describe('the layers', () => {
  it('answers a line per hit in at most 100 tokens', async () => {
    const { layer1, layer2, layer3, text, tokenEstimate } = await recall(await five(), 'postgres vacuum', {
      layer: 1,
    })
    expect(layer1).toHaveLength(5)
    expect([layer2, layer3]).toEqual([undefined, undefined])
    expect(text.trimEnd().split('\n')).toHaveLength(5)
    expect(tokenEstimate).toBeGreaterThan(50)
    expect(tokenEstimate).toBeLessThanOrEqual(100)
  })

  it('adds what was learnt around a hit, and what it links to', async () => {
    const env = makeRepo().env()
    const before = await learn(env, 'barrel exports are slow')
    const old = await learn(env, 'gone soon')
    const middle = await learn(env, `postgres is down, see [[${before}]]`)
    env.tick(7200)
    await learn(env, 'much later')
    const { layer2 } = await recall(env, 'postgres', { layer: 2 })
    expect(layer2).toEqual([
      expect.objectContaining({
        id: middle,
        before: { id: old, summary: 'gone soon' },
        links: [{ id: before, rel: 'related_to', summary: 'barrel exports are slow' }],
      }),
    ])
    expect(layer2![0]!.after).toBeUndefined()
  })

  it('keeps to the budget without cutting a memory, and says what it left out', async () => {
    const env = await five()
    const all = await recall(env, 'postgres', { layer: 3 })
    expect(all.hits).toHaveLength(6)
    const budget = Math.ceil(all.tokenEstimate / 2)
    const some = await recall(env, 'postgres', { layer: 3, budget })
    expect(some.tokenEstimate).toBeLessThanOrEqual(budget)
    expect(estimateTokens(some.text)).toBeLessThanOrEqual(budget)
    expect(some.hits.length).toBeGreaterThan(0)
    expect(some.hits.length + some.leftOut).toBe(6)
    for (const { entry } of some.hits) expect(some.text).toContain(entry.memory.body)
  })
})

describe('other branches', () => {
  it('names strong hits on other lines as a group of their own', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const shared = await learn(env, 'postgres is down')
    repo.git('checkout', '-q', '-b', 'feature/db')
    const theirs = await learn(env, 'postgres 16 breaks the docker volume')
    repo.git('checkout', '-q', 'main')
    const answer = await recall(env, 'postgres docker')
    expect(idsOf(answer)).toEqual([shared])
    expect(answer.elsewhere.map(({ entry, branches }) => [entry.memory.id, branches])).toEqual([
      [theirs, ['feature/db']],
    ])
    expect((await recall(env, 'postgres docker', { here: true })).elsewhere).toEqual([])
    expect((await recall(env, 'postgres docker', { line: 'main' })).elsewhere).toEqual([])
    expect((await recall(env, 'postgres and so many other things to ask about here')).elsewhere).toEqual([])
  })

  it('does not name elsewhere what this line knows too', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await learn(env, 'lint before you push')
    repo.git('checkout', '-q', '-b', 'feature')
    await learn(env, 'postgres is down')
    repo.git('checkout', '-q', 'main')
    expect((await recall(env, 'postgres')).elsewhere).toHaveLength(1)
    await learn(env, 'Postgres is  down')
    expect((await recall(env, 'postgres')).elsewhere).toEqual([])
  })

  it('searches everywhere, each memory once with its branches', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const shared = await learn(env, 'postgres is down')
    repo.git('checkout', '-q', '-b', 'feature/db')
    const theirs = await learn(env, 'postgres 16 breaks the docker volume')
    repo.git('checkout', '-q', 'main')
    repo.git(
      'update-ref',
      'refs/ralph-remote/origin/old',
      repo.git('rev-parse', 'refs/ralph-memory/main').trim(),
    )
    const remote = await learn(env, 'postgres needs a replica')
    repo.git('pack-refs', '--all')
    const { hits, total } = await recall(env, 'postgres', { everywhere: true })
    const found = Object.fromEntries(hits.map(({ entry, branches }) => [entry.memory.id, branches]))
    expect(found).toEqual({
      [shared]: ['feature/db', 'main', 'origin/old'],
      [theirs]: ['feature/db'],
      [remote]: ['main'],
    })
    expect(total).toBe(3)
  })

  it('shows a memory that differs between lines in both versions', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const id = await learn(env, 'postgres is down')
    repo.git('checkout', '-q', '-b', 'feature')
    await edit(env, id, { content: 'postgres is up again' })
    const { hits } = await recall(env, 'postgres', { everywhere: true })
    expect(new Map(hits.map(({ entry, branches }) => [entry.memory.body, branches]))).toEqual(
      new Map([
        ['postgres is down', ['main']],
        ['postgres is up again', ['feature']],
      ]),
    )
  })
})

describe('the history', () => {
  it('finds what was forgotten, and says so', async () => {
    const env = makeRepo().env()
    const id = await learn(env, 'the vault holds the postgres password')
    const kept = await learn(env, 'postgres is down')
    await forget(env, [id])
    expect(idsOf(await recall(env, 'postgres'))).toEqual([kept])
    const { hits } = await recall(env, 'vault postgres', { history: true })
    expect(hits.map(({ entry, past }) => [entry.memory.id, past?.state])).toEqual([
      [id, 'forgotten'],
      [kept, undefined],
    ])
    await restore(env, id)
    const after = await recall(env, 'vault postgres', { history: true })
    expect(after.hits.map(({ past }) => past)).toEqual([undefined, undefined])
  })

  it('finds an earlier version where git has it', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const id = await learn(env, 'the pool has ten connections')
    await edit(env, id, { content: 'the pool has twenty connections' })
    expect(idsOf(await recall(env, 'ten'))).toEqual([])
    const [hit] = (await recall(env, 'ten', { history: true })).hits
    expect(hit!.past!.state).toBe('earlier version')
    expect(repo.git('show', `${hit!.past!.commit}:${hit!.past!.path}`)).toContain('ten connections')
  })
})

describe('the journal', () => {
  it('says that it is empty, and is searched once it is not', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const empty = await recall(env, 'deploy', { journal: true })
    expect(empty.hits).toEqual([])
    expect(empty.warnings.join()).toContain('the journal is empty')
    repo.git('notes', '--ref=ralph', 'add', '-m', 'iteration 3: deploy failed on the staging host')
    const { hits, warnings } = await recall(env, 'staging', { journal: true })
    expect(idsOf({ hits })).toEqual([repo.git('rev-parse', 'HEAD').trim()])
    expect(warnings).toEqual([])
  })
})
