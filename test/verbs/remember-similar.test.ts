/** Remembering what is nearly known already, and replacing what is known. */
import { describe, expect, it } from 'vitest'
import { recall } from '../../src/verbs/recall.js'
import { remember } from '../../src/verbs/remember.js'
import { restore } from '../../src/verbs/restore.js'
import { makeRepo } from '../helpers/repo.js'

const OLD = 'ECONNREFUSED on port 5432 means PostgreSQL is not running: start it with docker-compose up -d'
const NEW = 'ECONNREFUSED on port 5432 means that PostgreSQL is not running; start it with docker-compose up'

describe('what looks like a memory', () => {
  it('is stored, and the other one is named', async () => {
    const env = makeRepo().env()
    const old = await remember(env, OLD)
    expect(old.similar).toEqual([])
    const { outcome, similar, memory } = await remember(env, NEW)
    expect(outcome).toBe('stored')
    expect(similar.map((one) => one.memory.id)).toEqual([old.memory.id])
    expect(similar[0]!.similarity).toBeGreaterThan(0.5)
    expect(memory.id).not.toBe(old.memory.id)
    expect((await remember(env, 'barrel exports are slow')).similar).toEqual([])
  })

  it('is not stored when that is forbidden', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const old = await remember(env, OLD)
    const tip = repo.git('rev-parse', 'refs/ralph-memory/main')
    await expect(remember(env, NEW, { strict: true })).rejects.toMatchObject({
      code: 'needs-decision',
      exitCode: 3,
      message: expect.stringContaining(`looks like ${old.memory.id}`),
      hint: expect.stringContaining(`--supersede ${old.memory.id}`),
    })
    expect(repo.git('rev-parse', 'refs/ralph-memory/main')).toBe(tip)
    expect((await remember(env, 'barrel exports are slow', { strict: true })).outcome).toBe('stored')
  })

  it('replaces it in one commit, with a link back', async () => {
    const repo = makeRepo()
    const env = repo.env()
    const old = (await remember(env, OLD)).memory.id
    const commits = (): number => Number(repo.git('rev-list', '--count', 'refs/ralph-memory/main'))
    const before = commits()
    const { memory, similar } = await remember(env, NEW, { supersede: old.slice(-4), strict: true })
    expect(commits()).toBe(before + 1)
    expect(similar).toEqual([])
    expect(memory.supersedes).toBe(old)
    expect(memory.links).toEqual([{ to: old, rel: 'supersedes' }])
    expect((await recall(env, 'ECONNREFUSED')).hits.map(({ entry }) => entry.memory)).toEqual([memory])
    expect((await restore(env, old)).changed).toBe(true)
  })

  it('replaces another memory by one that is known', async () => {
    const env = makeRepo().env()
    const old = (await remember(env, OLD)).memory.id
    const known = (await remember(env, 'barrel exports are slow')).memory.id
    const { memory, outcome } = await remember(env, 'barrel exports are slow', { supersede: old })
    expect([memory.id, memory.supersedes, outcome]).toEqual([known, old, 'updated'])
    expect((await recall(env, '')).hits.map(({ entry }) => entry.memory.id)).toEqual([known])
  })

  it('cannot replace itself, nor what is not there', async () => {
    const env = makeRepo().env()
    const old = (await remember(env, OLD)).memory.id
    const same = await remember(env, OLD, { supersede: old })
    expect([same.outcome, same.memory.id]).toEqual(['known', old])
    await expect(remember(env, NEW, { supersede: 'mem-1-zzzz' })).rejects.toMatchObject({
      code: 'memory-not-found',
    })
  })
})
