import { describe, expect, it } from 'vitest'
import { edit } from '../../src/verbs/edit.js'
import { forget } from '../../src/verbs/forget.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { restore } from '../../src/verbs/restore.js'
import { makeRepo, type TestEnv, type TestRepo } from '../helpers/repo.js'

const LINE = 'refs/ralph-memory/main'

async function three(): Promise<{ repo: TestRepo; env: TestEnv; ids: string[] }> {
  const repo = makeRepo()
  const env = repo.env()
  const ids = []
  for (const text of ['one', 'two', 'three']) {
    ids.push((await remember(env, text, { type: 'fix' })).memory.id)
    env.tick(1000)
  }
  return { repo, env, ids }
}

const bodies = async (env: TestEnv): Promise<string[]> => (await list(env)).memories.map(({ body }) => body)

describe('forget', () => {
  it('takes several memories off the line by one commit', async () => {
    const { repo, env, ids } = await three()
    expect(await bodies(env)).toEqual(['one', 'two', 'three'])
    const { memories } = await forget(env, [ids[0]!, ids[2]!.slice(-4), ids[0]!])
    expect(memories.map(({ body }) => body)).toEqual(['one', 'three'])
    expect(await bodies(env)).toEqual(['two'])
    expect(repo.git('log', '--format=%s', LINE).split('\n')[0]).toBe('forget 2 memories')
    expect(repo.git('ls-tree', '-r', '--name-only', LINE).trim().split('\n')).toHaveLength(1)
  })

  it('leaves a line that git finds sound when everything is forgotten', async () => {
    const { repo, env, ids } = await three()
    await forget(env, ids)
    expect(await bodies(env)).toEqual([])
    repo.git('fsck', '--strict')
    expect((await remember(env, 'again')).outcome).toBe('stored')
  })

  it('only says what it would do with dryRun', async () => {
    const { repo, env, ids } = await three()
    const tip = repo.git('rev-parse', LINE)
    expect(await forget(env, [ids[0]!], { dryRun: true })).toMatchObject({
      dryRun: true,
      memories: [{ body: 'one' }],
    })
    expect(repo.git('rev-parse', LINE)).toBe(tip)
    expect(await bodies(env)).toHaveLength(3)
  })

  it('forgets nothing when one of the ids is wrong', async () => {
    const { env, ids } = await three()
    await expect(forget(env, [ids[0]!, 'zzzz'])).rejects.toMatchObject({ code: 'memory-not-found' })
    await expect(forget(env, [ids[0]!, 'mem'])).rejects.toMatchObject({ code: 'ambiguous-id' })
    expect(await bodies(env)).toHaveLength(3)
  })

  it('forgets on this branch alone', async () => {
    const { repo, env, ids } = await three()
    repo.git('checkout', '-q', '-b', 'topic')
    await forget(env, [ids[1]!])
    expect(await bodies(env)).toEqual(['one', 'three'])
    expect((await list(env, { line: 'main' })).memories).toHaveLength(3)
  })
})

describe('restore', () => {
  it('brings back a memory as it was last', async () => {
    const { env, ids } = await three()
    await edit(env, ids[0]!, { content: 'one, edited', addTags: ['x'] })
    env.tick(1000)
    const { memory } = await edit(env, ids[0]!, { title: 'Edited twice' })
    await forget(env, [ids[0]!])
    expect(await bodies(env)).toEqual(['two', 'three'])
    expect(await restore(env, ids[0]!)).toMatchObject({ memory, changed: true })
    expect((await list(env)).memories[0]).toEqual(memory)
  })

  it('finds it by a beginning or the end of its id, also after it was forgotten twice', async () => {
    const { env, ids } = await three()
    for (const typed of [ids[0]!.slice(0, -1), ids[0]!.slice(-4)]) {
      await forget(env, [ids[0]!])
      expect(await restore(env, typed)).toMatchObject({ changed: true, memory: { id: ids[0] } })
    }
    expect(await bodies(env)).toEqual(['one', 'two', 'three'])
  })

  it('asks which one is meant, among those that are still forgotten', async () => {
    const { env, ids } = await three()
    await forget(env, ids)
    await expect(restore(env, 'mem-17374')).rejects.toMatchObject({
      code: 'ambiguous-id',
      data: { ids: expect.arrayContaining(ids) as string[] },
    })
    await restore(env, ids[0]!)
    await restore(env, ids[1]!)
    expect(await restore(env, 'mem-17374')).toMatchObject({ memory: { id: ids[2] } })
  })

  it('changes nothing for what is there', async () => {
    const { repo, env, ids } = await three()
    const tip = repo.git('rev-parse', LINE)
    expect(await restore(env, ids[0]!)).toMatchObject({ changed: false, memory: { id: ids[0] } })
    await forget(env, [ids[0]!])
    await restore(env, ids[0]!)
    expect(await restore(env, ids[0]!)).toMatchObject({ changed: false, memory: { id: ids[0] } })
    expect(repo.git('rev-list', '--count', `${tip.trim()}..${LINE}`).trim()).toBe('2')
  })

  it('becomes one with what was remembered anew since then', async () => {
    const { env, ids } = await three()
    await forget(env, [ids[0]!])
    const again = await remember(env, 'One.', { tags: ['new'] })
    expect(again.memory.id).not.toBe(ids[0])
    expect((await restore(env, ids[0]!)).memory).toMatchObject({
      id: ids[0],
      aliases: [again.memory.id],
      tags: ['new'],
    })
    expect(await bodies(env)).toEqual(['one', 'two', 'three'])
  })

  it.each(['zzzz', '', 'mem-1-0000', '--all', '../x'])('finds nothing for %j', async (typed) => {
    const { env } = await three()
    await expect(restore(env, typed)).rejects.toMatchObject({ code: 'memory-not-found' })
    await expect(restore(makeRepo().env(), typed)).rejects.toMatchObject({ code: 'memory-not-found' })
  })
})
