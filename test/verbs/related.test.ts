import { describe, expect, it } from 'vitest'
import { related } from '../../src/verbs/related.js'
import { remember } from '../../src/verbs/remember.js'
import { makeRepo } from '../helpers/repo.js'

describe('related', () => {
  it('finds what was learnt around it, links both ways, what is nearly the same, and what is tagged alike', async () => {
    const env = makeRepo().env()
    const old = await remember(env, 'sessions are kept in Redis', { tags: ['auth', 'redis'] })
    env.tick(3 * 86_400)
    const before = await remember(env, 'the proxy drops long headers', { tags: ['net'] })
    env.tick(60)
    const { memory } = await remember(env, `tokens expire after fifteen minutes, see [[${old.memory.id}]]`, {
      tags: ['auth', 'redis'],
    })
    env.tick(60)
    const after = await remember(env, `refresh them as [[${memory.id}]] says`, { tags: ['auth'] })
    env.tick(3 * 86_400)
    const near = await remember(env, 'tokens expire after fifteen minutes, as the configuration says')

    const found = await related(env, memory.id)
    expect(found.memory).toEqual(memory)
    expect(found.before?.id).toBe(before.memory.id)
    expect(found.after?.id).toBe(after.memory.id)
    expect(found.links).toEqual([
      { id: old.memory.id, rel: 'related_to', summary: 'sessions are kept in Redis' },
    ])
    expect(found.linkedFrom.map(({ id, rel }) => [id, rel])).toEqual([[after.memory.id, 'related_to']])
    expect(found.similar.map(({ id }) => id)).toEqual([near.memory.id])
    expect(found.sameTags.map(({ id, tags }) => [id, tags])).toEqual([
      [old.memory.id, ['auth', 'redis']],
      [after.memory.id, ['auth']],
    ])
  })

  it('finds nothing around the only memory', async () => {
    const env = makeRepo().env()
    const { memory } = await remember(env, 'alone')
    expect(await related(env, memory.id.slice(-4))).toEqual({
      memory,
      links: [],
      linkedFrom: [],
      similar: [],
      sameTags: [],
      branch: 'main',
      warnings: [],
    })
  })

  it('says so when there is no such memory', async () => {
    await expect(related(makeRepo().env(), 'mem-1-abcd')).rejects.toMatchObject({ code: 'memory-not-found' })
  })
})
