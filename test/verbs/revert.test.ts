import { describe, expect, it } from 'vitest'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { list } from '../../src/verbs/list.js'
import { log } from '../../src/verbs/log.js'
import { remember } from '../../src/verbs/remember.js'
import { revert } from '../../src/verbs/revert.js'
import { makeRepo, type TestEnv } from '../helpers/repo.js'

const texts = async (env: TestEnv): Promise<string[]> => (await list(env)).memories.map(({ body }) => body)
const newest = async (env: TestEnv): Promise<string> => (await log(env)).entries[0]!.commit

describe('revert', () => {
  it('takes a commit back and leaves it in the history', async () => {
    const env = makeRepo().env()
    const { memory } = await remember(env, 'ports are in .env')
    env.tick(1)
    await forget(env, [memory.id])
    expect(await texts(env)).toEqual([])
    const { memories, changed } = await revert(env, [await newest(env)])
    expect([changed, memories.map(({ id }) => id)]).toEqual([true, [memory.id]])
    expect(await texts(env)).toEqual(['ports are in .env'])
    expect((await log(env)).entries.map(({ subject }) => subject)[0]).toMatch(/^revert: forget/)
  })

  it('keeps what was changed since in other parts', async () => {
    const env = makeRepo().env()
    const { memory } = await remember(env, 'ports are in .env')
    env.tick(1)
    await edit(env, memory.id, { content: 'ports are in .env.local' })
    const edited = await newest(env)
    env.tick(1)
    await edit(env, memory.id, { addTags: ['env'] })
    const { memories } = await revert(env, [edited])
    expect(memories.map(({ body, tags }) => [body, tags])).toEqual([['ports are in .env', ['env']]])
  })

  it('changes nothing the second time', async () => {
    const env = makeRepo().env()
    await remember(env, 'ports are in .env')
    const made = await newest(env)
    expect((await revert(env, [made])).changed).toBe(true)
    expect((await revert(env, [made])).changed).toBe(false)
  })

  it('refuses what is no commit of the line', async () => {
    const repo = makeRepo()
    const env = repo.env()
    await remember(env, 'ports are in .env')
    await expect(revert(env, ['HEAD'])).rejects.toThrow("'HEAD' is no commit of this line")
  })
})
