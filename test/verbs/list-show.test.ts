import { describe, expect, it } from 'vitest'
import type { RalphError } from '../../src/errors.js'
import { edit } from '../../src/verbs/edit.js'
import { importMemories } from '../../src/verbs/import.js'
import { list } from '../../src/verbs/list.js'
import { remember } from '../../src/verbs/remember.js'
import { show } from '../../src/verbs/show.js'
import { makeRepo, type TestEnv } from '../helpers/repo.js'

const IDS = ['mem-1700000000-aa01', 'mem-1700000000-bb02', 'mem-1700000099-aa01', 'mem-1700000100-g7h8']

async function filled(): Promise<TestEnv> {
  const repo = makeRepo()
  const blocks = IDS.map(
    (id, n) => `### ${id}\n> text ${n}\n<!-- tags: t${n % 2}, all | created: 2025-01-1${n} -->\n`,
  )
  repo.write('in.md', `# Memories\n\n## Patterns\n\n${blocks.join('\n')}`)
  const env = repo.env()
  await importMemories(env, ['in.md'])
  return env
}

describe('list', () => {
  it('shows the oldest first, and ties by id', async () => {
    const env = makeRepo().env()
    const ids = []
    for (let n = 0; n < 12; n++) ids.push((await remember(env, `text ${n}`)).memory.id)
    expect((await list(env)).memories.map(({ id }) => id)).toEqual(ids.toSorted())
  })

  it('filters by type, by any of the tags, and to the newest', async () => {
    const env = await filled()
    await edit(env, IDS[3]!, { type: 'fix' })
    const ids = async (options: Parameters<typeof list>[1]): Promise<string[]> =>
      (await list(env, options)).memories.map(({ id }) => id)
    expect(await ids({})).toEqual(IDS)
    expect(await ids({ type: 'fix' })).toEqual([IDS[3]])
    expect(await ids({ tags: ['t0', 'nothing'] })).toEqual([IDS[0], IDS[2]])
    expect(await ids({ tags: ['all'], last: 2 })).toEqual(IDS.slice(2))
    expect(await ids({ last: 1 })).toEqual([IDS[3]])
    expect(await ids({ last: 99 })).toEqual(IDS)
    expect(await ids({ type: 'context' })).toEqual([])
  })

  it('is empty before anything was remembered', async () => {
    expect((await list(makeRepo().env())).memories).toEqual([])
    expect((await list(makeRepo({}).env())).memories).toEqual([])
  })

  it('names the lines there are when asked for one there is not', async () => {
    await expect(list(await filled(), { line: 'mian' })).rejects.toMatchObject({
      code: 'line-not-found',
      hint: 'there are lines for: main',
    })
  })
})

describe('show', () => {
  it.each([
    [IDS[1]!, IDS[1]],
    ['mem-1700000000-b', IDS[1]],
    ['mem-17000000', undefined],
    ['pattern-17000001', IDS[3]],
    [IDS[1]!.replace('mem', 'context'), IDS[1]],
    ['g7h8', IDS[3]],
    ['bb02', IDS[1]],
    [' bb02 ', IDS[1]],
  ])('finds %j', async (typed, id) => {
    const found = await show(await filled(), typed).catch((error: RalphError) => error.code)
    expect(found).toEqual(
      id === undefined
        ? 'ambiguous-id'
        : expect.objectContaining({ memory: expect.objectContaining({ id }) }),
    )
  })

  it('lists the candidates of what is not unique', async () => {
    const error = await show(await filled(), 'aa01').catch((caught: RalphError) => caught)
    expect(error).toMatchObject({
      code: 'ambiguous-id',
      exitCode: 3,
      message: `'aa01' matches 2 memories:\n  ${IDS[0]}  text 0\n  ${IDS[2]}  text 2`,
      data: { ids: [IDS[0], IDS[2]] },
    })
  })

  it('finds a memory by the id of one that was folded into it', async () => {
    const env = await filled()
    await edit(env, IDS[1]!, { content: 'text 0' })
    for (const typed of [IDS[0]!, IDS[1]!, 'bb02']) {
      expect((await show(env, typed)).memory).toMatchObject({ id: IDS[0], aliases: [IDS[1]] })
    }
  })

  it.each(['zzzz', '', 'mem-1-0000', '.*', '../../HEAD'])('finds nothing for %j', async (typed) => {
    await expect(show(await filled(), typed)).rejects.toMatchObject({
      code: 'memory-not-found',
      message: `no memory matches '${typed}'`,
      exitCode: 1,
    })
  })
})
